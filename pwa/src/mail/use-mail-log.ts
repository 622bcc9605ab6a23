import { useDebouncedValue } from '@mantine/hooks'
import { type LoggedMail, listMailsCall, resendMailCall } from '@shop/shared/mail/calls.ts'
import type { MailState } from '@shop/shared/mail/schema.ts'
import { useCallback, useEffect } from 'react'
import { useCall } from '../sync/api.ts'
import { errorMessage } from '../ui/error-message.ts'
import { type ServerPage, useServerPages } from '../ui/use-server-pages.ts'

const SEARCH_PAUSE_MS = 300
/** Pause between two reads of the log while mails in it wait. */
const REREAD_MS = 3_000

/** `hasServer`: a mail server is set up. */
type Page = ServerPage<LoggedMail> & { readonly hasServer: boolean }

const idOf = ({ id }: LoggedMail) => id

/** The log of mails, from the server page by page; its first page is read again and again while something in it waits. */
export function useMailLog(isOnline: boolean, text: string, state: MailState | null) {
  const call = useCall()
  const [q] = useDebouncedValue(text.trim(), SEARCH_PAUSE_MS)
  const readAfter = useCallback(
    async (before: readonly Page[]): Promise<Page> => {
      const { mails, hasMore, hasServer } = await call(listMailsCall, {
        query: { q, state: state ?? undefined, page: before.length + 1 },
      })
      return { rows: mails, hasMore, hasServer }
    },
    [call, q, state],
  )
  const log = useServerPages({ of: JSON.stringify([q, state]), isOnline, readAfter, rowId: idOf })

  const { isLoading, pageCount, reread } = log
  const isWaiting = pageCount === 1 && log.rows?.some((mail) => mail.state === 'waiting')
  useEffect(() => {
    if (!isOnline || !isWaiting || isLoading) return
    const timer = setTimeout(() => void reread(), REREAD_MS)
    return () => clearTimeout(timer)
  }, [isOnline, isWaiting, isLoading, reread])
  return log
}

type Resending = Pick<ReturnType<typeof useMailLog>, 'refresh' | 'replace'> & {
  readonly onMessage: (text: string) => void
  /** A mail that was sent goes again as a copy, which the list begins with. */
  readonly onCopied: () => void
}

/** Sends a mail of the log again, and brings the log up to date with it. */
export function useResend({ refresh, replace, onMessage, onCopied }: Resending): (mail: LoggedMail) => Promise<void> {
  const call = useCall()
  return async (mail) => {
    try {
      // the person was not asked about one that another admin sent meanwhile: it does not go a second time
      const waiting = await call(resendMailCall, { params: { id: mail.id }, query: mail.state === 'sent' ? {} : { only: 'unsent' } })
      onMessage(`The mail to ${mail.email} is on its way again.`)
      if (waiting.id === mail.id) return replace(waiting)
      onCopied()
      void refresh()
    } catch (thrown) {
      onMessage(errorMessage('Error: ', thrown))
      // somebody else may have been faster
      void refresh()
    }
  }
}

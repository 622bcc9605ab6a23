import { useDebouncedValue } from '@mantine/hooks'
import { type LoggedMail, listMailsCall, resendMailCall } from '@shop/shared/mail/calls.ts'
import type { MailState } from '@shop/shared/mail/schema.ts'
import { useCallback, useEffect } from 'react'
import { useCall } from '../sync/api.ts'
import { errorMessage } from '../ui/error-message.ts'
import { type ServerPage, useServerPages } from '../ui/use-server-pages.ts'

const SEARCH_PAUSE_MS = 300
/** Polling interval while the log contains waiting mails. */
const REREAD_MS = 3_000

/** `hasServer`: a mail server is configured. */
type Page = ServerPage<LoggedMail> & { readonly hasServer: boolean }

const idOf = ({ id }: LoggedMail) => id

/** The mail log, paged by the server. It is polled while it has only one page loaded, and this page contains waiting mails. */
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
  /** Called when a delivered mail is sent again, as a copy at the top of the list. */
  readonly onCopied: () => void
}

/** Sends a mail of the log again and updates the log. */
export function useResend({ refresh, replace, onMessage, onCopied }: Resending): (mail: LoggedMail) => Promise<void> {
  const call = useCall()
  return async (mail) => {
    try {
      // another admin may have sent the mail meanwhile: without a confirmation it must not go out twice
      const waiting = await call(resendMailCall, { params: { id: mail.id }, query: mail.state === 'sent' ? {} : { only: 'unsent' } })
      onMessage(`The mail to ${mail.email} is on its way again.`)
      if (waiting.id === mail.id) return replace(waiting)
      onCopied()
      void refresh()
    } catch (thrown) {
      onMessage(errorMessage('Error: ', thrown))
      // another admin may have sent the mail already
      void refresh()
    }
  }
}

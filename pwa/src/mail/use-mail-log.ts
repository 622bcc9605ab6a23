import { useDebouncedValue } from '@mantine/hooks'
import { type LoggedMail, listMailsCall, resendMailCall } from '@shop/shared/mail/calls.ts'
import type { MailState } from '@shop/shared/mail/schema.ts'
import { useCallback, useEffect, useState } from 'react'
import { useCall } from '../sync/api.ts'
import { errorMessage } from '../ui/error-message.ts'
import type { ServerList } from '../ui/server-list.tsx'
import { useAsking } from '../ui/use-asking.ts'

const SEARCH_PAUSE_MS = 300
/** Pause between two reads of the log while mails in it wait. */
const REREAD_MS = 3_000

/** `of`: the search it answers. */
type Pages = {
  readonly mails: readonly LoggedMail[]
  readonly hasMore: boolean
  readonly hasServer: boolean
  readonly count: number
  readonly of: string
}

type MailLog = {
  readonly list: ServerList<LoggedMail>
  /** A mail server is set up; undefined before the first answer. */
  readonly hasServer: boolean | undefined
  readonly refresh: () => Promise<void>
  /** Puts the newer state of a mail in its place. */
  readonly replace: (mail: LoggedMail) => void
}

/** The log of mails, from the server page by page; its first page is read again and again while something in it waits. */
export function useMailLog(isOnline: boolean, text: string, state: MailState | null): MailLog {
  const call = useCall()
  const [q] = useDebouncedValue(text.trim(), SEARCH_PAUSE_MS)
  const [pages, setPages] = useState<Pages | null>(null)
  const { ask, problem, isLoading } = useAsking()
  const of = JSON.stringify([q, state])

  /** Reads the first page, or appends another. */
  const load = useCallback(
    (page: number) =>
      ask(
        () => call(listMailsCall, { query: { q, state: state ?? undefined, page } }),
        ({ mails, hasMore, hasServer }) =>
          setPages((before) => ({ mails: merged(page === 1 ? [] : (before?.mails ?? []), mails), hasMore, hasServer, count: page, of })),
        // the answer to another search is not the answer to this one
        () => setPages((before) => (before?.of === of ? before : null)),
      ),
    [ask, call, q, state, of],
  )
  useEffect(() => {
    if (isOnline) void load(1)
  }, [isOnline, load])

  const isWaiting = pages?.count === 1 && pages.mails.some((mail) => mail.state === 'waiting')
  useEffect(() => {
    if (!isOnline || !isWaiting || isLoading) return
    const timer = setTimeout(() => void load(1), REREAD_MS)
    return () => clearTimeout(timer)
  }, [isOnline, isWaiting, isLoading, load])

  const refresh = useCallback(() => load(1), [load])
  const replace = useCallback(
    (mail: LoggedMail) =>
      setPages((before) => before && { ...before, mails: before.mails.map((one) => (one.id === mail.id ? mail : one)) }),
    [],
  )
  // nor can another search be made without the server
  const shown = isOnline || pages?.of === of ? pages : null
  const more = () => load((pages?.count ?? 0) + 1)
  const list = { rows: shown?.mails ?? null, hasMore: shown?.hasMore ?? false, problem, isLoading, isOnline, more }
  return { list, hasServer: shown?.hasServer, refresh, replace }
}

/** New mails shift the pages: one that is listed already is not listed twice. */
function merged(before: readonly LoggedMail[], more: readonly LoggedMail[]): LoggedMail[] {
  const known = new Set(before.map(({ id }) => id))
  return [...before, ...more.filter(({ id }) => !known.has(id))]
}

type Resending = Pick<MailLog, 'refresh' | 'replace'> & {
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

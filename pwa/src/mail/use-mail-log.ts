import { useDebouncedValue } from '@mantine/hooks'
import { type LoggedMail, listMails } from '@shop/shared/mail/calls.ts'
import type { MailState } from '@shop/shared/mail/schema.ts'
import { useCallback, useEffect, useState } from 'react'
import { useCall } from '../sync/api.ts'
import { useAsking } from '../ui/use-asking.ts'

const SEARCH_PAUSE_MS = 300
/** How often the log is read anew while mails in it wait. */
const LOOK_MS = 3_000

/** `of`: what was looked for. */
type Log = {
  readonly mails: readonly LoggedMail[]
  readonly hasMore: boolean
  readonly hasServer: boolean
  readonly pages: number
  readonly of: string
}

/** The log of mails: live from the server, page by page, read anew while something in it waits. */
export function useMailLog(isOnline: boolean, text: string, state: MailState | null) {
  const call = useCall()
  const [q] = useDebouncedValue(text.trim(), SEARCH_PAUSE_MS)
  const [log, setLog] = useState<Log | null>(null)
  const { ask, problem, isLoading } = useAsking()
  const of = JSON.stringify([q, state])

  /** Reads the first page, or appends another. */
  const load = useCallback(
    (page: number) =>
      ask(
        () => call(listMails, { query: { q, state: state ?? undefined, page } }),
        ({ mails, hasMore, hasServer }) =>
          setLog((before) => ({ mails: merged(page === 1 ? [] : (before?.mails ?? []), mails), hasMore, hasServer, pages: page, of })),
        // what was found by another search is not what is looked for
        () => setLog((before) => (before?.of === of ? before : null)),
      ),
    [ask, call, q, state, of],
  )
  useEffect(() => {
    if (isOnline) void load(1)
  }, [isOnline, load])

  const isWaiting = log?.pages === 1 && log.mails.some((mail) => mail.state === 'waiting')
  useEffect(() => {
    if (!isOnline || !isWaiting || isLoading) return
    const timer = setTimeout(() => void load(1), LOOK_MS)
    return () => clearTimeout(timer)
  }, [isOnline, isWaiting, isLoading, load])

  const refresh = useCallback(() => load(1), [load])
  const replace = useCallback(
    (mail: LoggedMail) => setLog((before) => before && { ...before, mails: before.mails.map((one) => (one.id === mail.id ? mail : one)) }),
    [],
  )
  // nor can it be looked for without the server
  const shown = isOnline || log?.of === of ? log : null
  return { log: shown, problem, isLoading, refresh, more: () => load((log?.pages ?? 0) + 1), replace }
}

/** New mails shift the pages: one that is listed already is not listed twice. */
function merged(before: readonly LoggedMail[], more: readonly LoggedMail[]): LoggedMail[] {
  const known = new Set(before.map(({ id }) => id))
  return [...before, ...more.filter(({ id }) => !known.has(id))]
}

import type { OutputOf } from '@shop/shared/kernel/define-call.ts'
import { getRestoreCall } from '@shop/shared/settings/calls.ts'
import { useCallback, useEffect, useState } from 'react'
import { useCall, useSyncStatus } from '../sync/api.ts'

type Answer = OutputOf<typeof getRestoreCall>
export type WaitingReplays = NonNullable<Answer['waiting']>

/** Interval at which the server is asked what still waits, while an admin has a restore or a report of one to answer. */
const ASK_MS = 30_000

/** The server's latest answer about a restore from a backup. A restore closes payouts until an admin opens them. */
export type Restore = {
  /** Moment when the server noticed the restore, ISO; null while payouts are open or the server has not answered. */
  readonly detectedAt: string | null
  /** A device's unproven report that the shop was restored; null when none waits. */
  readonly report: NonNullable<Answer['report']> | null
  /** Work that came back to the restored shop and waits for other devices; null when the server does not say. */
  readonly waiting: WaitingReplays | null
  /** Asks the server again what waits. Without an answer, resolves to its last one. */
  readonly latestWaiting: () => Promise<WaitingReplays | null>
  readonly setOpen: () => void
  readonly refresh: () => Promise<void>
  /** True while payouts are closed. Before it answers true, it asks the server again, since another admin may have opened payouts. */
  readonly isClosed: () => Promise<boolean>
}

const OPEN: Answer = { detectedAt: null }

/** Asks the server again whenever it becomes reachable, and while an admin has a restore or a report of one to answer. */
export function useRestore(): Restore {
  const { online } = useSyncStatus()
  const call = useCall()
  const [answer, setAnswer] = useState(OPEN)
  const { detectedAt, report = null, waiting = null } = answer
  const isClosed = detectedAt !== null
  const isPending = isClosed || report !== null
  const ask = useCallback(() => call(getRestoreCall, {}), [call])
  const refresh = useCallback(async () => setAnswer(await ask()), [ask])
  useEffect(() => {
    if (!online) return
    let isGone = false
    const look = () =>
      void ask().then(
        (answer) => isGone || setAnswer(answer),
        // without an answer there is no notice; the server refuses payouts anyway
        () => undefined,
      )
    look()
    const timer = isPending ? setInterval(look, ASK_MS) : undefined
    return () => {
      isGone = true
      clearInterval(timer)
    }
  }, [online, ask, isPending])
  return {
    detectedAt,
    report,
    waiting,
    latestWaiting: useCallback(
      () =>
        ask().then(
          (now) => now.waiting ?? null,
          () => waiting,
        ),
      [ask, waiting],
    ),
    refresh,
    setOpen: useCallback(() => setAnswer(OPEN), []),
    isClosed: useCallback(async () => {
      if (!isClosed) return false
      const now = await ask().catch(() => null)
      if (now) setAnswer(now)
      return now === null || now.detectedAt !== null
    }, [ask, isClosed]),
  }
}

import { getRestoreCall } from '@shop/shared/settings/calls.ts'
import { useCallback, useEffect, useState } from 'react'
import { useCall, useSyncStatus } from '../sync/api.ts'

type Report = { readonly at: string; readonly byUid: string }

/** The server's latest answer about a restore from a backup. A restore closes payouts until an admin opens them. */
export type Restore = {
  /** Moment when the server noticed the restore, ISO; null while payouts are open or the server has not answered. */
  readonly detectedAt: string | null
  /** A device's unproven report that the shop was restored; null when none waits. */
  readonly report: Report | null
  readonly setOpen: () => void
  readonly refresh: () => Promise<void>
  /** True while payouts are closed. Before it answers true, it asks the server again, since another admin may have opened payouts. */
  readonly isClosed: () => Promise<boolean>
}

/** Asks the server again whenever it becomes reachable. */
export function useRestore(): Restore {
  const { online } = useSyncStatus()
  const call = useCall()
  const [detectedAt, setDetectedAt] = useState<string | null>(null)
  const [report, setReport] = useState<Report | null>(null)
  const ask = useCallback(() => call(getRestoreCall, {}), [call])
  const refresh = useCallback(async () => {
    const answer = await ask()
    setDetectedAt(answer.detectedAt)
    setReport(answer.report ?? null)
  }, [ask])
  useEffect(() => {
    if (!online) return
    let isGone = false
    ask().then(
      (answer) => {
        if (isGone) return
        setDetectedAt(answer.detectedAt)
        setReport(answer.report ?? null)
      },
      // without an answer there is no notice; the server refuses payouts anyway
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [online, ask])
  return {
    detectedAt,
    report,
    refresh,
    setOpen: useCallback(() => setDetectedAt(null), []),
    isClosed: useCallback(async () => {
      if (detectedAt === null) return false
      const now = await ask().then(
        (answer) => answer.detectedAt,
        () => detectedAt,
      )
      setDetectedAt(now)
      return now !== null
    }, [ask, detectedAt]),
  }
}

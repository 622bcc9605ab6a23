import { getRestoreCall } from '@shop/shared/settings/calls.ts'
import { useCallback, useEffect, useState } from 'react'
import { useCall, useSyncStatus } from '../sync/api.ts'

/** The server's latest answer about a restore from a backup, which closes payouts until an admin opens them. */
export type Restore = {
  /** Moment the server noticed the restore, ISO; null while payouts are open or the server has not answered. */
  readonly detectedAt: string | null
  readonly setOpen: () => void
  /** Asks again if payouts were closed, since another admin may have opened them. */
  readonly isClosed: () => Promise<boolean>
}

/** Asks whenever the server becomes reachable again. */
export function useRestore(): Restore {
  const { online } = useSyncStatus()
  const call = useCall()
  const [detectedAt, setDetectedAt] = useState<string | null>(null)
  const ask = useCallback(async () => (await call(getRestoreCall, {})).detectedAt, [call])
  useEffect(() => {
    if (!online) return
    let isGone = false
    ask().then(
      (answer) => !isGone && setDetectedAt(answer),
      // no notice without an answer: the server refuses payouts by itself
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [online, ask])
  return {
    detectedAt,
    setOpen: useCallback(() => setDetectedAt(null), []),
    isClosed: useCallback(async () => {
      if (detectedAt === null) return false
      const now = await ask().catch(() => detectedAt)
      setDetectedAt(now)
      return now !== null
    }, [ask, detectedAt]),
  }
}

import { getRestoreCall } from '@shop/shared/settings/calls.ts'
import { useCallback, useEffect, useState } from 'react'
import { useCall, useSyncStatus } from '../sync/api.ts'

/** Payouts are closed after the shop was restored from a backup, until an admin opens them: the server's last word on it. */
export type Restore = {
  /** The moment it was found, ISO; null while payouts are open, or nothing is known. */
  readonly detectedAt: string | null
  readonly setOpen: () => void
  /** Asks again when payouts were closed: another admin may have opened them. */
  readonly isClosed: () => Promise<boolean>
}

/** Asked whenever the server can be reached again. */
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
      // without an answer nothing is known, and the server refuses by itself
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

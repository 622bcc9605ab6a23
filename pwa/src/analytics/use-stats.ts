import { getStatsCall, type Stats } from '@shop/shared/analytics/calls.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import { useEffect, useState } from 'react'
import { useCall, useSyncStatus } from '../sync/api.ts'

export const POLL_MS = 30_000

/** Visitor statistics, polled while the page is visible. While the server is unreachable, the last statistics remain. */
export function useStats(): { stats: Stats | null; hasFailed: boolean; isOnline: boolean } {
  const call = useCall()
  const { online } = useSyncStatus()
  const [stats, setStats] = useState<Stats | null>(null)
  const [problem, setProblem] = useState<'away' | 'failed' | null>(null)
  useEffect(() => {
    if (!online) return
    let isGone = false
    const read = async () => {
      if (document.visibilityState === 'hidden') return
      try {
        const now = await call(getStatsCall, {})
        if (isGone) return
        setStats(now)
        setProblem(null)
      } catch (thrown) {
        if (!(thrown instanceof Refusal)) throw thrown
        // this call may be the first to notice that the server is unreachable
        if (!isGone) setProblem(thrown.code === 'OFFLINE' ? 'away' : 'failed')
      }
    }
    void read()
    const timer = setInterval(() => void read(), POLL_MS)
    return () => {
      isGone = true
      clearInterval(timer)
    }
  }, [call, online])
  return { stats, hasFailed: problem === 'failed', isOnline: online && problem !== 'away' }
}

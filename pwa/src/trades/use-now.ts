import { useEffect, useState } from 'react'
import { useDevice } from '../sync/api.ts'

/** Interval of updates. Offers show their remaining time to the minute. */
const TICK_MS = 20_000

/** Now by the server's clock, so that a device with a wrong clock shows no action on a trade whose time is over. */
export function useNow(): number {
  const { nowMs } = useDevice()
  const [now, setNow] = useState(nowMs)
  useEffect(() => {
    const timer = setInterval(() => setNow(nowMs()), TICK_MS)
    return () => clearInterval(timer)
  }, [nowMs])
  return now
}

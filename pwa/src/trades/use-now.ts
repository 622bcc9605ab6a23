import { useEffect, useState } from 'react'
import { useDevice } from '../sync/api.ts'

/** How often what is left of an offer's time is said anew. */
const TICK_MS = 20_000

/** Now by the server's clock, so that a device whose clock is wrong does not offer what is over. */
export function useNow(): number {
  const { nowMs } = useDevice()
  const [now, setNow] = useState(nowMs)
  useEffect(() => {
    const timer = setInterval(() => setNow(nowMs()), TICK_MS)
    return () => clearInterval(timer)
  }, [nowMs])
  return now
}

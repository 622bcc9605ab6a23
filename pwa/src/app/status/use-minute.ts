import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

/** Now, to the minute: what shows a time of day renders again when the day changes. Milliseconds since 1970. */
export function useMinute(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

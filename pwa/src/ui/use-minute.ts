import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

/** The current time, milliseconds since 1970. Renders again every minute, so that shown times and dates stay correct. */
export function useMinute(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

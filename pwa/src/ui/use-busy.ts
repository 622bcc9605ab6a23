import { useCallback, useRef, useState } from 'react'

/** Runs work one at a time, so that a second tap during the first does nothing. */
export function useBusy(): { busy: boolean; run: (work: () => Promise<void>) => Promise<void> } {
  const underWay = useRef(false)
  const [busy, setBusy] = useState(false)
  const run = useCallback(async (work: () => Promise<void>) => {
    if (underWay.current) return
    underWay.current = true
    setBusy(true)
    try {
      await work()
    } finally {
      underWay.current = false
      setBusy(false)
    }
  }, [])
  return { busy, run }
}

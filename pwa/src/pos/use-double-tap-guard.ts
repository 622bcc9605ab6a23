import { useEffect, useState } from 'react'

/** Longest pause within a double tap. */
const DOUBLE_TAP_MS = 350

/** False for a moment after a panel appears, so that the second tap of a double tap presses no button of the new panel. */
export function useDoubleTapGuard(): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), DOUBLE_TAP_MS)
    return () => clearTimeout(timer)
  }, [])
  return isSettled
}

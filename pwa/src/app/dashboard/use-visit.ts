import { useEffect, useRef } from 'react'
import { useDevice, useLocalSetting } from '../../sync/api.ts'
import { type Look, lookAt, type OwnRows, type Visit, visitAfter } from './changes.ts'

/** The look of the visit before this one, kept for this person on this device; null at the very first, and after `forget`. */
export function useVisit(rows: OwnRows, hasRows: boolean): { readonly since: Look | null; readonly forget: () => void } {
  const { nowMs } = useDevice()
  const [visit, save] = useLocalSetting<Visit | null>('dashboard.visit', null)
  const kept = useRef(visit)
  kept.current = visit
  useEffect(() => {
    if (!hasRows) return
    const look = () => {
      if (document.visibilityState === 'visible') save(visitAfter(kept.current, rows, nowMs()))
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [rows, hasRows, save, nowMs])
  return { since: visit?.since ?? null, forget: () => save({ since: null, last: lookAt(rows, nowMs()) }) }
}

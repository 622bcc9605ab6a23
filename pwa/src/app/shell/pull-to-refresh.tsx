import { Loader } from '@mantine/core'
import { type RefObject, useEffect, useState } from 'react'
import { usePendingActions } from '../../sync/api.ts'
import classes from './pull-to-refresh.module.css'

/** Pull in pixels from which letting go starts a sync. The finger moves twice as far. */
const TRIGGER_PX = 72

/** Syncs when a person pulls the page down at its top. Ignores a pull inside a scrolling list. */
export default function PullToRefresh({ scroller }: { readonly scroller: RefObject<HTMLElement | null> }) {
  const { syncNow } = usePendingActions()
  const [pulledPx, setPulledPx] = useState(0)
  const [isSyncing, setSyncing] = useState(false)

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    let startY: number | null = null
    let pulled = 0
    const start = (event: TouchEvent) => {
      startY = event.touches.length === 1 && isAtTop(event.target, element) ? (event.touches[0]?.clientY ?? null) : null
    }
    const move = (event: TouchEvent) => {
      if (startY === null) return
      pulled = Math.max(0, Math.min(TRIGGER_PX * 1.5, ((event.touches[0]?.clientY ?? startY) - startY) / 2))
      setPulledPx(element.scrollTop > 0 ? 0 : pulled)
    }
    const end = () => {
      const isFar = startY !== null && pulled >= TRIGGER_PX && element.scrollTop <= 0
      startY = null
      pulled = 0
      setPulledPx(0)
      if (!isFar) return
      setSyncing(true)
      void syncNow().finally(() => setSyncing(false))
    }
    element.addEventListener('touchstart', start, { passive: true })
    element.addEventListener('touchmove', move, { passive: true })
    for (const name of ['touchend', 'touchcancel'] as const) element.addEventListener(name, end)
    return () => {
      element.removeEventListener('touchstart', start)
      element.removeEventListener('touchmove', move)
      for (const name of ['touchend', 'touchcancel'] as const) element.removeEventListener(name, end)
    }
  }, [scroller, syncNow])

  if (pulledPx === 0 && !isSyncing) return null
  return (
    <div className={classes.place} role="status">
      <span className={classes.spinner} style={{ transform: `translateY(${isSyncing ? TRIGGER_PX / 2 : pulledPx / 2}px)` }}>
        {isSyncing ? <Loader size="xs" /> : pulledPx >= TRIGGER_PX ? 'Let go to sync' : 'Pull to sync'}
        {isSyncing && <span className="shop-visually-hidden">Syncing</span>}
      </span>
    </div>
  )
}

/** True if the page is at its top and no element under the finger scrolls by itself. */
function isAtTop(target: EventTarget | null, scroller: HTMLElement): boolean {
  for (let element = target as HTMLElement | null; element && element !== scroller; element = element.parentElement)
    if (element.scrollHeight > element.clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY)) return false
  return scroller.scrollTop <= 0
}

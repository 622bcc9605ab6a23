import { useEffect } from 'react'
import { usePendingActions, useSyncStatus } from '../sync/api.ts'

/** Interval at which offers and trades sync: on their tabs in case pokes are lost, and on every consignor's screen while no pokes can arrive. */
export const OFFERS_SYNC_MS = 5_000
/** Interval at which the visible fulfilment screen syncs its orders. */
export const ORDERS_SYNC_MS = 30_000

/** Syncs at intervals while the page is visible and the server answers, for networks that swallow the stream of pokes. A return to the
 *  page syncs without this hook. */
export function useRegularSync(everyMs: number, isWanted = true): void {
  const { syncNow } = usePendingActions()
  const { online } = useSyncStatus()
  useEffect(() => {
    if (!isWanted || !online) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible')
        Promise.resolve()
          .then(syncNow)
          .catch(() => undefined)
    }, everyMs)
    return () => clearInterval(timer)
  }, [everyMs, isWanted, online, syncNow])
}

import { items } from '@shop/shared/inventory/schema.ts'
import { payouts } from '@shop/shared/payouts/schema.ts'
import { sales } from '@shop/shared/sales/schema.ts'
import { shipments } from '@shop/shared/shipments/schema.ts'
import { useMemo } from 'react'
import { useLive, useSyncStatus } from '../../sync/api.ts'
import type { OwnRows } from './changes.ts'

/** The consignor's rows in the replica. Returns the same object until one of the rows changes. */
export function useOwnRows(uid: string): OwnRows {
  const ownSales = useLive((view) => view.where(sales, 'consignorId', uid), [uid])
  const ownPayouts = useLive((view) => view.where(payouts, 'uid', uid), [uid])
  const ownItems = useLive((view) => view.where(items, 'consignorId', uid), [uid])
  const ownShipments = useLive((view) => view.where(shipments, 'uid', uid), [uid])
  return useMemo(
    () => ({ sales: ownSales, payouts: ownPayouts, items: ownItems, shipments: ownShipments }),
    [ownSales, ownPayouts, ownItems, ownShipments],
  )
}

/** False before and during a first sync, when missing rows mean nothing. */
export function useHasRows(): boolean {
  const { lastSyncAtMs, phase } = useSyncStatus()
  return lastSyncAtMs !== null && phase !== 'starting'
}

import { LABEL_STOCK_ID, labelStocks, type PostalLabel, postalLabels } from '@shop/shared/shipments/label-schema.ts'
import { useMemo } from 'react'
import { useLive } from '../../sync/api.ts'

/** True when a consignor could take a postal label, as of the last sync. */
export const useHasFreeLabel = (): boolean => useLive((view) => (view.get(labelStocks, LABEL_STOCK_ID)?.freeCount ?? 0) > 0, [])

/** Number of postal labels that consignors can take, for admins, as of the last sync. */
export const useFreeLabelCount = (): number => useLive((view) => view.where(postalLabels, 'state', 'free').length, [])

/** The postal labels that a person took, by shipment. */
export function useTakenLabels(uid: string): ReadonlyMap<string, PostalLabel> {
  const own = useLive((view) => view.where(postalLabels, 'uid', uid), [uid])
  return useMemo(() => new Map(own.map((label) => [label.shipmentId ?? '', label])), [own])
}

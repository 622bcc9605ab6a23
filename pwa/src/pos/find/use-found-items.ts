import { type Item, items as itemsCollection } from '@shop/shared/inventory/schema.ts'
import { useMemo } from 'react'
import { useItemSearch, useLive } from '../../sync/api.ts'
import { useRecentlySold } from '../queries.ts'

export const RESULTS_MAX = 50
/** Pause after the last key before a search starts. Scans never wait. */
export const SEARCH_DEBOUNCE_MS = 300

/** The listed items and the reason for listing them. */
export type FoundItems = { readonly kind: 'results' | 'consignor' | 'recent'; readonly items: readonly Item[] }

/** Items to offer: the matches of a text, among the chosen consignor's items if one is chosen. Without a text, that consignor's items, or the items
 *  sold last. */
export function useFoundItems(text: string, consignorId: string | null): FoundItems {
  const search = useItemSearch()
  const recent = useRecentlySold(RESULTS_MAX)
  const own = useLive(
    (view) => (consignorId === null || text !== '' ? [] : view.where(itemsCollection, 'consignorId', consignorId).slice(0, RESULTS_MAX)),
    [consignorId, text],
  )
  return useMemo(() => {
    if (text !== '') {
      const filter = consignorId === null ? undefined : (item: Item) => item.consignorId === consignorId
      return { kind: 'results', items: search.search(text, filter ? { limit: RESULTS_MAX, filter } : { limit: RESULTS_MAX }) }
    }
    return consignorId === null ? { kind: 'recent', items: recent } : { kind: 'consignor', items: own }
  }, [search, text, consignorId, recent, own])
}

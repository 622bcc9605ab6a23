import { type Item, items as itemsCollection } from '@shop/shared/inventory/schema.ts'
import { useCallback, useMemo } from 'react'
import { useItemSearch, useLive } from '../../sync/api.ts'
import { useRecentlySold } from '../queries.ts'
import { isSellable, sellableFirst } from './sellable.ts'

export const RESULTS_MAX = 50
/** Pause after the last key before a search starts. Scans never wait. */
export const SEARCH_DEBOUNCE_MS = 300

/** The listed items and the reason for listing them. */
export type FoundItems = { readonly kind: 'results' | 'similar' | 'consignor' | 'recent'; readonly items: readonly Item[] }

/** Items to offer, those in stock first: the matches of a text, or else those it may mean, among the chosen consignor's items if one is chosen. Without
 *  a text, that consignor's items, or the items sold last. `find` searches for another text at once. */
export function useFoundItems(text: string, consignorId: string | null): { found: FoundItems; find: (text: string) => readonly Item[] } {
  const search = useItemSearch()
  const recent = useRecentlySold(RESULTS_MAX)
  const own = useLive(
    (view) =>
      consignorId === null || text !== ''
        ? []
        : sellableFirst(view.where(itemsCollection, 'consignorId', consignorId)).slice(0, RESULTS_MAX),
    [consignorId, text],
  )
  const options = useMemo(
    () => ({ limit: RESULTS_MAX, first: isSellable, ...(consignorId && { filter: (item: Item) => item.consignorId === consignorId }) }),
    [consignorId],
  )
  const find = useCallback((wanted: string) => search.search(wanted, options), [search, options])
  const found = useMemo<FoundItems>(() => {
    if (text !== '') {
      const hits = find(text)
      const similar = hits.length > 0 ? [] : search.similar(text, options)
      return similar.length > 0 ? { kind: 'similar', items: similar } : { kind: 'results', items: hits }
    }
    return consignorId === null ? { kind: 'recent', items: recent } : { kind: 'consignor', items: own }
  }, [find, search, options, text, consignorId, recent, own])
  return { found, find }
}

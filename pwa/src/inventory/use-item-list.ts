import { type Item, items } from '@shop/shared/inventory/schema.ts'
import { searchKey } from '@shop/shared/kernel/text.ts'
import { useMemo } from 'react'
import { useItemSearch, useLive } from '../sync/api.ts'
import { filterItems, type ItemCriteria, type ItemSort, sortItems } from './item-list.ts'

/** What the search panel asks for. */
export type ItemSearchPanel = ItemCriteria & { readonly text: string }

/** Every item that matches, in order, and how many there are in all. Sorting is done again only when items or the order change, not for a keystroke. */
export function useItemList(
  panel: ItemSearchPanel,
  sort: ItemSort,
  ownerName: (consignorId: string) => string,
): { found: readonly Item[]; total: number } {
  const all = useLive((view) => view.all(items), [])
  const search = useItemSearch()
  // names matter to the order of one column alone
  const namesForSort = sort.column === 'source' ? ownerName : unnamed
  const sorted = useMemo(() => sortItems(all, sort, namesForSort), [all, sort, namesForSort])
  const hits = useMemo(
    () =>
      searchKey(panel.text) === '' ? null : new Set(search.search(panel.text, { limit: Number.POSITIVE_INFINITY }).map((item) => item.id)),
    [search, panel.text],
  )
  const { location, consignorId, filter } = panel
  const found = useMemo(() => filterItems(sorted, hits, { location, consignorId, filter }), [sorted, hits, location, consignorId, filter])
  return { found, total: all.length }
}

const unnamed = () => ''

import { type Item, items } from '@shop/shared/inventory/schema.ts'
import { searchKey } from '@shop/shared/kernel/text.ts'
import { useCallback, useMemo, useState } from 'react'
import { useItemSearch, useLive } from '../sync/api.ts'
import { filterItems, hasCriteria, type ItemCriteria, type ItemSort, NEWEST_FIRST, PAGE_ROWS, sortItems } from './item-list.ts'

export type ItemSearchPanel = ItemCriteria & { readonly text: string }

export const EMPTY_PANEL: ItemSearchPanel = { text: '', location: '', consignorId: null, filter: 'all' }

/** The inventory list: its search, its order, and the number of visible rows. */
export type ItemList = ReturnType<typeof useItemList>

/** Starts with a search for `initialText`. `round` counts resets from outside the search panel; each reset mounts the panel again. */
export function useItemList(initialText: string, ownerName: (consignorId: string) => string) {
  const [panel, setPanel] = useState<ItemSearchPanel>({ ...EMPTY_PANEL, text: initialText })
  const [round, setRound] = useState(0)
  const [sort, setSort] = useState<ItemSort>(NEWEST_FIRST)
  const [shown, setShown] = useState(PAGE_ROWS)
  const { found, total } = useFoundItems(panel, sort, ownerName)
  const rows = useMemo(() => found.slice(0, shown), [found, shown])

  const search = useCallback((next: ItemSearchPanel) => {
    setPanel(next)
    setShown(PAGE_ROWS)
  }, [])
  const clear = () => {
    search(EMPTY_PANEL)
    setRound((before) => before + 1)
  }
  const showMore = () => setShown((count) => count + PAGE_ROWS)
  const showAll = () => setShown(found.length)
  const isSearching = searchKey(panel.text) !== '' || hasCriteria(panel)
  return { panel, round, isSearching, search, clear, sort, setSort, found, total, rows, showMore, showAll }
}

/** Matching items in order, and the total number. A keystroke filters the sorted items and does not sort them again. */
function useFoundItems(
  panel: ItemSearchPanel,
  sort: ItemSort,
  ownerName: (consignorId: string) => string,
): { found: readonly Item[]; total: number } {
  const all = useLive((view) => view.all(items), [])
  const search = useItemSearch()
  // owner names affect only one sort column
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

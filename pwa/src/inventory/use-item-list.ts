import type { CategoryNames } from '@shop/shared/inventory/rules/entered-texts.ts'
import { type Item, items } from '@shop/shared/inventory/schema.ts'
import { searchKey } from '@shop/shared/kernel/text.ts'
import { useCallback, useMemo, useState } from 'react'
import { type ItemSearch, useItemSearch, useLive } from '../sync/api.ts'
import { type AddressChange, useAddressState } from '../ui/use-address-state.ts'
import { useMinute } from '../ui/use-minute.ts'
import { filterItems, hasCriteria, type ItemSort, NO_CATEGORY, PAGE_ROWS, sortItems } from './item-list.ts'
import { EMPTY_PANEL, type ItemSearchPanel, LIST_ADDRESS } from './list-address.ts'

/** Maximum number of goods that a misspelt text may mean. */
const MAX_MEANT = 200

type Names = { readonly ownerName: (consignorId: string) => string; readonly categoryName: CategoryNames }

/** The inventory list: its search and its order, which are in the address, and the number of visible rows. */
export type ItemList = ReturnType<typeof useItemList>

/** `round` counts the searches from outside the search panel; each mounts the panel again. */
export function useItemList(names: Names) {
  const { state, round, change } = useAddressState(LIST_ADDRESS)
  const { panel, sort } = state
  const [clears, setClears] = useState(0)
  const [shown, setShown] = useState(PAGE_ROWS)
  const { found, areMeant, total } = useFoundItems(panel, sort, names)
  const rows = useMemo(() => found.slice(0, shown), [found, shown])

  const search = useCallback(
    (next: ItemSearchPanel, how: AddressChange) => {
      change({ panel: next, sort }, how)
      setShown(PAGE_ROWS)
    },
    [change, sort],
  )
  const setSort = (next: ItemSort) => change({ panel, sort: next })
  const clear = () => {
    search(EMPTY_PANEL, 'chosen')
    setClears((before) => before + 1)
  }
  const showMore = () => setShown((count) => count + PAGE_ROWS)
  const showAll = () => setShown(found.length)
  const isSearching = searchKey(panel.text) !== '' || hasCriteria(panel)
  return { panel, round: round + clears, isSearching, search, clear, sort, setSort, found, areMeant, total, rows, showMore, showAll }
}

/** Matching items in order, and the total number. A keystroke filters the sorted items and does not sort them again. */
function useFoundItems(
  panel: ItemSearchPanel,
  sort: ItemSort,
  { ownerName, categoryName }: Names,
): { found: readonly Item[]; areMeant: boolean; total: number } {
  const all = useLive((view) => view.all(items), [])
  const search = useItemSearch()
  // owner names affect only one sort column
  const namesForSort = sort.column === 'source' ? ownerName : unnamed
  const sorted = useMemo(() => sortItems(all, sort, namesForSort), [all, sort, namesForSort])
  const { hits, areMeant } = useMemo(() => hitsOf(search, panel.text), [search, panel.text])
  const minuteMs = useMinute()
  const { location, consignorId, filter, stock, olderThanDays, categoryId } = panel
  const nowMs = olderThanDays > 0 ? minuteMs : 0
  // names of categories affect only one filter
  const namesForFilter = categoryId === NO_CATEGORY ? categoryName : unnamed
  const found = useMemo(() => {
    const criteria = { location, consignorId, filter, stock, olderThanDays, categoryId }
    return filterItems(sorted, hits, criteria, { nowMs, categoryName: namesForFilter })
  }, [sorted, hits, location, consignorId, filter, stock, olderThanDays, categoryId, nowMs, namesForFilter])
  return { found, areMeant, total: all.length }
}

/** The ids that the search for a text finds; null for all. `areMeant`: no item has the text, and it may mean these. */
function hitsOf(search: ItemSearch, text: string): { readonly hits: ReadonlySet<string> | null; readonly areMeant: boolean } {
  if (searchKey(text) === '') return { hits: null, areMeant: false }
  const exact = search.search(text, { limit: Number.POSITIVE_INFINITY })
  const meant = exact.length > 0 ? [] : search.similar(text, { limit: MAX_MEANT })
  return { hits: new Set([...exact, ...meant].map(({ id }) => id)), areMeant: meant.length > 0 }
}

const unnamed = () => ''

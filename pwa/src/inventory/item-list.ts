import { type ListedFieldName, STORED_FIELDS } from '@shop/shared/inventory/fields.ts'
import type { Item } from '@shop/shared/inventory/schema.ts'
import { shownQuantity } from '@shop/shared/inventory/schema.ts'
import { searchKey } from '@shop/shared/kernel/text.ts'

/** Which stock the list shows. */
export type SourceFilter = 'all' | 'master' | 'consignor'

/** What the search panel asks for, apart from the free text, which the search index answers. */
export type ItemCriteria = { readonly location: string; readonly consignorId: string | null; readonly filter: SourceFilter }

/** A column of the list. */
export type ListColumn = ListedFieldName | 'source'

/** Columns a person can sort by. `newest` is the order before any column was chosen: what was just added is on top. */
export type SortColumn = ListColumn | 'newest'

/** Order of the list. */
export type ItemSort = { readonly column: SortColumn; readonly descending: boolean }

/** The order before any column was chosen. */
export const NEWEST_FIRST: ItemSort = { column: 'newest', descending: true }

/** Rows one Load More adds. */
export const PAGE_ROWS = 500

type TextColumn = Exclude<ListedFieldName, 'quantity'>

// One key per row and column for as long as the row object lives: a changed row is a new object, so keys never go stale.
const keysByColumn = new Map(STORED_FIELDS.filter(({ isListed }) => isListed).map(({ name }) => [name, new WeakMap<Item, string>()]))

function textKey(item: Item, column: TextColumn): string {
  const keys = keysByColumn.get(column)
  let key = keys?.get(item)
  if (key === undefined) {
    // a row of an older release lacks the newest fields
    key = searchKey(item[column] ?? '')
    keys?.set(item, key)
  }
  return key
}

type SortKey = (item: Item) => string | number

function sortKeyOf(column: SortColumn, ownerName: (consignorId: string) => string): SortKey {
  if (column === 'newest') return (item) => item.createdAtMs
  if (column === 'quantity') return shownQuantity
  // the shop's own stock comes before every consignor's
  if (column === 'source') return (item) => (item.consignorId === null ? '' : searchKey(ownerName(item.consignorId)) || '\uffff')
  return (item) => textKey(item, column)
}

/** The items in the asked order. Rows without a value come last in either direction; equal rows keep the newest first. */
export function sortItems(items: readonly Item[], sort: ItemSort, ownerName: (consignorId: string) => string): readonly Item[] {
  const keyOf = sortKeyOf(sort.column, ownerName)
  const missingLast = keysByColumn.has(sort.column as TextColumn)
  const direction = sort.descending ? -1 : 1
  const rows = items.map((item) => ({ item, key: keyOf(item) }))
  rows.sort((a, b) => {
    if (a.key === b.key) return a.item.id < b.item.id ? 1 : a.item.id > b.item.id ? -1 : 0
    if (missingLast && (a.key === '' || b.key === '')) return a.key === '' ? 1 : -1
    return a.key < b.key ? -direction : direction
  })
  return rows.map((row) => row.item)
}

/** Does the search panel ask for anything besides the free text? */
export function hasCriteria(criteria: ItemCriteria): boolean {
  return criteria.filter !== 'all' || criteria.consignorId !== null || searchKey(criteria.location) !== ''
}

/** A test of one item against location, consignor and filter; undefined when all items pass. */
export function criteriaTest(criteria: ItemCriteria): ((item: Item) => boolean) | undefined {
  if (!hasCriteria(criteria)) return undefined
  const location = searchKey(criteria.location)
  return (item) =>
    (criteria.filter === 'all' || (criteria.filter === 'master') === (item.consignorId === null)) &&
    (criteria.consignorId === null || item.consignorId === criteria.consignorId) &&
    (location === '' || textKey(item, 'location').includes(location))
}

/** The rows of a sorted list that the panel asks for. `textHits`: ids the free text found, null when none was typed. */
export function filterItems(sorted: readonly Item[], textHits: ReadonlySet<string> | null, criteria: ItemCriteria): readonly Item[] {
  const passes = criteriaTest(criteria)
  if (!textHits && !passes) return sorted
  return sorted.filter((item) => (!textHits || textHits.has(item.id)) && (!passes || passes(item)))
}

/** 'Master' or the consignor's name; a consignor this device does not know is named by the start of the id. */
export function sourceLabel(item: Pick<Item, 'consignorId'>, ownerName: (consignorId: string) => string): string {
  if (item.consignorId === null) return 'Master'
  return ownerName(item.consignorId) || `Consignor ${item.consignorId.slice(0, 8)}`
}

/** The address without its ceremony. */
export const hostOf = (link: string): string => /^https?:\/\/(?:www\.)?([^/?#]+)/i.exec(link)?.[1] ?? link

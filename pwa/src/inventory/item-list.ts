import { type ListedFieldName, STORED_FIELDS } from '@shop/shared/inventory/fields.ts'
import type { Item } from '@shop/shared/inventory/schema.ts'
import { shownQuantity } from '@shop/shared/inventory/schema.ts'
import { searchKey } from '@shop/shared/kernel/text.ts'

export type SourceFilter = 'all' | 'master' | 'consignor'

/** Criteria of the search panel apart from the free text, which the search index handles. */
export type ItemCriteria = { readonly location: string; readonly consignorId: string | null; readonly filter: SourceFilter }

export type ListColumn = ListedFieldName | 'source'

/** Sortable columns. `newest` is the default order, which shows new items on top. */
export type SortColumn = ListColumn | 'newest'

export type ItemSort = { readonly column: SortColumn; readonly descending: boolean }

export const NEWEST_FIRST: ItemSort = { column: 'newest', descending: true }

export const PAGE_ROWS = 500

type TextColumn = Exclude<ListedFieldName, 'quantity' | 'price'>

// caches one key per row and column. A changed row is a new object, so keys never go stale
const keysByColumn = new Map(
  STORED_FIELDS.filter(({ isListed, kind }) => isListed && kind === 'text').map(({ name }) => [name, new WeakMap<Item, string>()]),
)

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
  if (column === 'price') return (item) => item.priceCents ?? ''
  // the shop's own stock sorts before every consignor's
  if (column === 'source') return (item) => (item.consignorId === null ? '' : searchKey(ownerName(item.consignorId)) || '\uffff')
  return (item) => textKey(item, column)
}

/** Sorts the items. Items without a text or price in this column come last in either direction; ties sort newest first. */
export function sortItems(items: readonly Item[], sort: ItemSort, ownerName: (consignorId: string) => string): readonly Item[] {
  const keyOf = sortKeyOf(sort.column, ownerName)
  const missingLast = sort.column === 'price' || keysByColumn.has(sort.column as TextColumn)
  const direction = sort.descending ? -1 : 1
  const rows = items.map((item) => ({ item, key: keyOf(item) }))
  rows.sort((a, b) => {
    if (a.key === b.key) return a.item.id < b.item.id ? 1 : a.item.id > b.item.id ? -1 : 0
    if (missingLast && (a.key === '' || b.key === '')) return a.key === '' ? 1 : -1
    return a.key < b.key ? -direction : direction
  })
  return rows.map((row) => row.item)
}

/** True if the search panel filters by anything besides the free text. */
export function hasCriteria(criteria: ItemCriteria): boolean {
  return criteria.filter !== 'all' || criteria.consignorId !== null || searchKey(criteria.location) !== ''
}

/** A predicate for location, consignor and source; undefined if everything passes. */
export function criteriaTest(criteria: ItemCriteria): ((item: Item) => boolean) | undefined {
  if (!hasCriteria(criteria)) return undefined
  const location = searchKey(criteria.location)
  return (item) =>
    (criteria.filter === 'all' || (criteria.filter === 'master') === (item.consignorId === null)) &&
    (criteria.consignorId === null || item.consignorId === criteria.consignorId) &&
    (location === '' || textKey(item, 'location').includes(location))
}

/** Filters a sorted list. `textHits`: ids of the items that match the free text; null when no text was typed. */
export function filterItems(sorted: readonly Item[], textHits: ReadonlySet<string> | null, criteria: ItemCriteria): readonly Item[] {
  const passes = criteriaTest(criteria)
  if (!textHits && !passes) return sorted
  return sorted.filter((item) => (!textHits || textHits.has(item.id)) && (!passes || passes(item)))
}

/** 'Master' or the consignor's name; for an unknown consignor the start of the id. */
export function sourceLabel(item: Pick<Item, 'consignorId'>, ownerName: (consignorId: string) => string): string {
  if (item.consignorId === null) return 'Master'
  return ownerName(item.consignorId) || `Consignor ${item.consignorId.slice(0, 8)}`
}

/** The host without `www.`; the text itself if it is no address. */
export const hostOf = (link: string): string => /^https?:\/\/(?:www\.)?([^/?#]+)/i.exec(link)?.[1] ?? link

import { type ListedFieldName, STORED_FIELDS } from '@shop/shared/inventory/fields.ts'
import type { CategoryNames } from '@shop/shared/inventory/rules/entered-texts.ts'
import type { Item } from '@shop/shared/inventory/schema.ts'
import { shownQuantity } from '@shop/shared/inventory/schema.ts'
import { searchKey } from '@shop/shared/kernel/text.ts'

export type SourceFilter = 'all' | 'master' | 'consignor'
export type StockFilter = 'all' | 'in' | 'out'

/** Ages by which the list filters, days. */
export const AGES_DAYS = [30, 60, 90]

/** In the place of a category's id: the items that show none. */
export const NO_CATEGORY = 'none'

const DAY_MS = 86_400_000

/** Criteria of the search panel apart from the free text, which the search index handles. */
export type ItemCriteria = {
  readonly location: string
  readonly consignorId: string | null
  readonly filter: SourceFilter
  readonly stock: StockFilter
  /** Days since the item was added, of which it must have more; 0 for any age. */
  readonly olderThanDays: number
  /** Id of a category, or `NO_CATEGORY`; '' for all. */
  readonly categoryId: string
}

/** Columns of the list, all sortable. */
export type ListColumn = ListedFieldName | 'source' | 'added'

export type ItemSort = { readonly column: ListColumn; readonly descending: boolean }

/** The usual order. */
export const NEWEST_FIRST: ItemSort = { column: 'added', descending: true }

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

function sortKeyOf(column: ListColumn, ownerName: (consignorId: string) => string): SortKey {
  if (column === 'added') return (item) => item.createdAtMs
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
  return filtersInUse(criteria) > 0
}

/** Number of filters that are on. */
export function filtersInUse({ filter, consignorId, location, stock, olderThanDays, categoryId }: ItemCriteria): number {
  const areOn = [filter !== 'all', consignorId !== null, searchKey(location) !== '', stock !== 'all', olderThanDays > 0, categoryId !== '']
  return areOn.filter(Boolean).length
}

/** Needed by the criteria besides the item. */
export type CriteriaContext = { readonly nowMs: number; readonly categoryName: CategoryNames }

/** A predicate for everything but the free text; undefined if everything passes. */
export function criteriaTest(criteria: ItemCriteria, { nowMs, categoryName }: CriteriaContext): ((item: Item) => boolean) | undefined {
  if (!hasCriteria(criteria)) return undefined
  const location = searchKey(criteria.location)
  const addedBeforeMs = criteria.olderThanDays > 0 ? nowMs - criteria.olderThanDays * DAY_MS : Number.POSITIVE_INFINITY
  return (item) =>
    item.createdAtMs < addedBeforeMs &&
    (criteria.stock === 'all' || (criteria.stock === 'in') === shownQuantity(item) > 0) &&
    (criteria.filter === 'all' || (criteria.filter === 'master') === (item.consignorId === null)) &&
    isOfCategory(item, criteria.categoryId, categoryName) &&
    (criteria.consignorId === null || item.consignorId === criteria.consignorId) &&
    (location === '' || textKey(item, 'location').includes(location))
}

/** A deleted category has no name, and its items show none. */
function isOfCategory({ categoryId = '' }: Item, wanted: string, categoryName: CategoryNames): boolean {
  if (wanted === NO_CATEGORY) return categoryName(categoryId) === ''
  return wanted === '' || categoryId === wanted
}

/** Filters a sorted list. `textHits`: ids of the items that match the free text; null when no text was typed. */
export function filterItems(
  sorted: readonly Item[],
  textHits: ReadonlySet<string> | null,
  criteria: ItemCriteria,
  context: CriteriaContext,
): readonly Item[] {
  const passes = criteriaTest(criteria, context)
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

import { idSchema } from '@shop/shared/kernel/ids.ts'
import { type AddressForm, orderIn, orderText, textIn } from '../ui/use-address-state.ts'
import {
  AGES_DAYS,
  type ItemCriteria,
  type ItemSort,
  type ListColumn,
  NEWEST_FIRST,
  NO_CATEGORY,
  type SourceFilter,
  type StockFilter,
} from './item-list.ts'

export type ItemSearchPanel = ItemCriteria & { readonly text: string }

export const EMPTY_PANEL: ItemSearchPanel = {
  text: '',
  location: '',
  consignorId: null,
  filter: 'all',
  stock: 'all',
  olderThanDays: 0,
  categoryId: '',
}

export type ListState = { readonly panel: ItemSearchPanel; readonly sort: ItemSort }

/** Names of the columns in the address. */
const COLUMN_NAMES: Readonly<Record<ListColumn, string>> = {
  itemName: 'name',
  listingTitle: 'title',
  barcode1: 'barcode',
  barcode2: 'barcode2',
  location: 'location',
  price: 'price',
  quantity: 'quantity',
  source: 'owner',
  link: 'link',
  added: 'added',
}

/** The inventory list in the address: `/admin?q=tea&location=shelf&owner=…&kind=master&stock=in&age=30&category=…&sort=-price`. */
export const LIST_ADDRESS: AddressForm<ListState> = {
  read: (query) => ({
    panel: {
      text: textIn(query, 'q'),
      location: textIn(query, 'location'),
      consignorId: idSchema.safeParse(query.get('owner')).data ?? null,
      filter: filterOf(query.get('kind')),
      stock: stockOf(query.get('stock')),
      olderThanDays: AGES_DAYS.find((days) => `${days}` === query.get('age')) ?? 0,
      categoryId: categoryOf(query.get('category')),
    },
    sort: sortOf(query),
  }),
  write: ({ panel, sort }) => ({
    q: panel.text.trim(),
    location: panel.location.trim(),
    owner: panel.consignorId ?? '',
    kind: panel.filter === 'all' ? '' : panel.filter,
    stock: panel.stock === 'all' ? '' : panel.stock,
    age: panel.olderThanDays === 0 ? '' : `${panel.olderThanDays}`,
    category: panel.categoryId,
    sort: sort.column === NEWEST_FIRST.column && sort.descending ? '' : orderText(COLUMN_NAMES[sort.column], sort.descending),
  }),
}

const filterOf = (kind: string | null): SourceFilter => (kind === 'master' || kind === 'consignor' ? kind : 'all')

const stockOf = (stock: string | null): StockFilter => (stock === 'in' || stock === 'out' ? stock : 'all')

const categoryOf = (category: string | null): string => (category === NO_CATEGORY ? NO_CATEGORY : (idSchema.safeParse(category).data ?? ''))

function sortOf(query: URLSearchParams): ItemSort {
  const { column: name, descending } = orderIn(query)
  const column = (Object.keys(COLUMN_NAMES) as ListColumn[]).find((key) => COLUMN_NAMES[key] === name)
  return column ? { column, descending } : NEWEST_FIRST
}

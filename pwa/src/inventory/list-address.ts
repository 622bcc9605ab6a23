import { idSchema } from '@shop/shared/kernel/ids.ts'
import { type AddressForm, orderIn, orderText, textIn } from '../ui/use-address-state.ts'
import { type ItemCriteria, type ItemSort, type ListColumn, NEWEST_FIRST, type SourceFilter } from './item-list.ts'

export type ItemSearchPanel = ItemCriteria & { readonly text: string }

export const EMPTY_PANEL: ItemSearchPanel = { text: '', location: '', consignorId: null, filter: 'all' }

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
}

/** The inventory list in the address: `/admin?q=tea&location=shelf&owner=…&kind=master&sort=-price`. */
export const LIST_ADDRESS: AddressForm<ListState> = {
  read: (query) => ({
    panel: {
      text: textIn(query, 'q'),
      location: textIn(query, 'location'),
      consignorId: idSchema.safeParse(query.get('owner')).data ?? null,
      filter: filterOf(query.get('kind')),
    },
    sort: sortOf(query),
  }),
  write: ({ panel, sort }) => ({
    q: panel.text.trim(),
    location: panel.location.trim(),
    owner: panel.consignorId ?? '',
    kind: panel.filter === 'all' ? '' : panel.filter,
    sort: sort.column === 'newest' ? '' : orderText(COLUMN_NAMES[sort.column], sort.descending),
  }),
}

const filterOf = (kind: string | null): SourceFilter => (kind === 'master' || kind === 'consignor' ? kind : 'all')

function sortOf(query: URLSearchParams): ItemSort {
  const { column: name, descending } = orderIn(query)
  const column = (Object.keys(COLUMN_NAMES) as ListColumn[]).find((key) => COLUMN_NAMES[key] === name)
  return column ? { column, descending } : NEWEST_FIRST
}

import type { Sorting } from '../../ui/data-table-columns.ts'
import { type AddressForm, orderIn, orderText, textIn } from '../../ui/use-address-state.ts'
import { isSortKey } from './person-list.ts'

export type PeopleState = { readonly text: string; readonly isShowingClosed: boolean; readonly sorting: Sorting }

const BY_NAME: Sorting = { key: 'displayName', descending: false }

/** The list of accounts in the address: `/consignors?q=ann&closed=shown&sort=-role`. */
export const PEOPLE_ADDRESS: AddressForm<PeopleState> = {
  read: (query) => ({
    text: textIn(query, 'q'),
    isShowingClosed: query.get('closed') === 'shown',
    sorting: sortingOf(query),
  }),
  write: ({ text, isShowingClosed, sorting: { key, descending } }) => ({
    q: text.trim(),
    closed: isShowingClosed ? 'shown' : '',
    sort: key === BY_NAME.key && !descending ? '' : orderText(key, descending),
  }),
}

function sortingOf(query: URLSearchParams): Sorting {
  const { column: key, descending } = orderIn(query)
  return isSortKey(key) ? { key, descending } : BY_NAME
}

import type { Sorting } from '../../ui/data-table-columns.ts'
import type { AddressForm } from '../../ui/use-address-state.ts'
import { isSortKey } from './person-list.ts'

export type PeopleState = { readonly text: string; readonly isShowingClosed: boolean; readonly sorting: Sorting }

/** Longest text taken from an address. */
const MAX_TEXT_CHARS = 500
const BY_EMAIL: Sorting = { key: 'email', descending: false }

/** The list of accounts in the address: `/consignors?q=ann&closed=shown&sort=-role`. */
export const PEOPLE_ADDRESS: AddressForm<PeopleState> = {
  read: (query) => ({
    text: (query.get('q') ?? '').slice(0, MAX_TEXT_CHARS),
    isShowingClosed: query.get('closed') === 'shown',
    sorting: sortingOf(query.get('sort') ?? ''),
  }),
  write: ({ text, isShowingClosed, sorting: { key, descending } }) => ({
    q: text.trim(),
    closed: isShowingClosed ? 'shown' : '',
    sort: key === BY_EMAIL.key && !descending ? '' : `${descending ? '-' : ''}${key}`,
  }),
}

function sortingOf(text: string): Sorting {
  const key = text.replace(/^-/, '')
  return isSortKey(key) ? { key, descending: text.startsWith('-') } : BY_EMAIL
}

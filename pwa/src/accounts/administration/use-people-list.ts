import { users } from '@shop/shared/accounts/schema.ts'
import { useDeferredValue, useMemo } from 'react'
import { useLive } from '../../sync/api.ts'
import type { Sorting } from '../../ui/data-table-columns.ts'
import { useAddressState } from '../../ui/use-address-state.ts'
import { PEOPLE_ADDRESS } from './people-address.ts'
import { found, peopleOf, sorted } from './person-list.ts'
import { usePersonFigures } from './use-person-figures.ts'

/** All accounts on this device, searched, filtered and sorted as the address says. */
export function usePeopleList() {
  const everybody = useLive((view) => view.all(users), [])
  const people = useMemo(() => peopleOf(everybody), [everybody])
  const { state, change } = useAddressState(PEOPLE_ADDRESS)
  const { text: typed, isShowingClosed, sorting } = state
  const text = useDeferredValue(typed)
  const figuresOf = usePersonFigures()
  const matches = useMemo(() => found(people, text, isShowingClosed), [people, text, isShowingClosed])
  const rows = useMemo(() => sorted(matches, sorting, figuresOf), [matches, sorting, figuresOf])
  const closedCount = useMemo(() => everybody.filter(({ closedAtMs }) => closedAtMs !== null).length, [everybody])
  return {
    rows,
    figuresOf,
    isEmpty: everybody.length === 0,
    isSearching: text.trim() !== '',
    closedCount,
    typed,
    setTyped: (next: string) => change({ ...state, text: next }, 'typed'),
    isShowingClosed,
    setShowingClosed: (next: boolean) => change({ ...state, isShowingClosed: next }),
    sorting,
    setSorting: (next: Sorting) => change({ ...state, sorting: next }),
  }
}

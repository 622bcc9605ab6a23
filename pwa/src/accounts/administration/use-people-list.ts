import { users } from '@shop/shared/accounts/schema.ts'
import { useDeferredValue, useMemo, useState } from 'react'
import { useLive } from '../../sync/api.ts'
import type { Sorting } from '../../ui/data-table-columns.ts'
import { listed, peopleOf } from './person-list.ts'

/** All accounts on this device, searched, filtered and sorted. */
export function usePeopleList() {
  const everybody = useLive((view) => view.all(users), [])
  const people = useMemo(() => peopleOf(everybody), [everybody])
  const [typed, setTyped] = useState('')
  const text = useDeferredValue(typed)
  const [isShowingClosed, setShowingClosed] = useState(false)
  const [sorting, setSorting] = useState<Sorting>({ key: 'email', descending: false })
  const rows = useMemo(() => listed(people, text, isShowingClosed, sorting), [people, text, isShowingClosed, sorting])
  const closedCount = useMemo(() => everybody.filter(({ closedAtMs }) => closedAtMs !== null).length, [everybody])
  return {
    rows,
    isEmpty: everybody.length === 0,
    isSearching: text.trim() !== '',
    closedCount,
    typed,
    setTyped,
    isShowingClosed,
    setShowingClosed,
    sorting,
    setSorting,
  }
}

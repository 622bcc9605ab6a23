import { useDebouncedValue } from '@mantine/hooks'
import { searchUsersCall } from '@shop/shared/accounts/calls/people.ts'
import { users } from '@shop/shared/accounts/schema.ts'
import { useEffect, useMemo, useState } from 'react'
import { useCall, useLive, useSyncStatus } from '../sync/api.ts'
import { MAX_SUGGESTIONS, mergeSuggestions, SUGGESTION_DELAY_MS, type Suggestion, suggestFrom } from './suggestions.ts'

/** Suggestions for the typed text: from the replica after a short pause, then from the server when it answers. */
export function useSuggestions(typed: string, active: boolean): { people: readonly Suggestion[]; pending: boolean } {
  const [asked] = useDebouncedValue(typed, SUGGESTION_DELAY_MS)
  const known = useLive((view) => view.all(users), [])
  const call = useCall()
  const { online } = useSyncStatus()
  const [answered, setAnswered] = useState<{ asked: string; people: readonly Suggestion[] }>({ asked: '', people: [] })
  const local = useMemo(() => (active ? suggestFrom(known, asked) : []), [active, known, asked])

  useEffect(() => {
    const text = asked.trim()
    if (!active || !online || text === '') return
    let isCurrent = true
    call(searchUsersCall, { query: { q: text } }).then(
      ({ users: people }) => isCurrent && setAnswered({ asked, people }),
      // without an answer, the suggestions from the replica stay
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [asked, active, online, call])

  const people = useMemo(
    () => mergeSuggestions(local, answered.asked === asked ? answered.people : []).slice(0, MAX_SUGGESTIONS),
    [local, answered, asked],
  )
  return { people, pending: asked !== typed }
}

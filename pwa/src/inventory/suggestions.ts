import type { User } from '@shop/shared/accounts/schema.ts'
import { searchKey } from '@shop/shared/kernel/text.ts'

/** A person who can be picked as a consignor. */
export type Suggestion = { readonly uid: string; readonly email: string; readonly username: string | null; readonly displayName: string }

export const MAX_SUGGESTIONS = 20

/** Typing pause before suggestions appear, milliseconds. */
export const SUGGESTION_DELAY_MS = 300

/** Text that a picked suggestion puts into the field. */
export const suggestionText = (person: Suggestion): string => person.email

/** Name, else username, else e-mail, as in lists. */
export const suggestionName = (person: Suggestion): string => person.displayName || person.username || person.email

/** Merges suggestions in order: each uid once, only people with an e-mail. */
export function mergeSuggestions(...lists: readonly (readonly Suggestion[])[]): Suggestion[] {
  const byUid = new Map<string, Suggestion>()
  for (const person of lists.flat()) if (person.email && !byUid.has(person.uid)) byUid.set(person.uid, person)
  return [...byUid.values()]
}

/** People in the replica whose e-mail, username or name contains the text; matches at the start come first. Closed accounts are excluded. */
export function suggestFrom(users: readonly User[], typed: string): Suggestion[] {
  const key = searchKey(typed)
  if (key === '') return []
  const starts: Suggestion[] = []
  const contains: Suggestion[] = []
  for (const user of users) {
    if (!user.email || user.closedAtMs !== null) continue
    const texts = [user.email, user.username ?? '', user.displayName].map(searchKey)
    const person = { uid: user.id, email: user.email, username: user.username, displayName: user.displayName }
    if (texts.some((text) => text.startsWith(key))) starts.push(person)
    else if (texts.some((text) => text.includes(key))) contains.push(person)
  }
  return mergeSuggestions(starts, contains).slice(0, MAX_SUGGESTIONS)
}

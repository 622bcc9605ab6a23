import type { User } from '@shop/shared/accounts/schema.ts'
import { searchKey } from '@shop/shared/kernel/text.ts'

/** A person one can pick as a consignor. */
export type Suggestion = { readonly uid: string; readonly email: string; readonly username: string | null; readonly displayName: string }

/** People shown under the field at once. */
export const MAX_SUGGESTIONS = 20

/** Typing pauses this long before people are suggested (spec §9). */
export const SUGGESTION_DELAY_MS = 300

/** How a suggestion is written into the field when it is picked. */
export const suggestionText = (person: Suggestion): string => person.email

/** Name, else username, else e-mail: as lists name the person. */
export const suggestionName = (person: Suggestion): string => person.displayName || person.username || person.email

/** Only people with an e-mail, each uid once, in the order of the lists (spec §5 Consignor allocation). */
export function mergeSuggestions(...lists: readonly (readonly Suggestion[])[]): Suggestion[] {
  const byUid = new Map<string, Suggestion>()
  for (const person of lists.flat()) if (person.email && !byUid.has(person.uid)) byUid.set(person.uid, person)
  return [...byUid.values()]
}

/** People this device knows whose e-mail, username or name contains the text; those whose text starts with it first. Nobody gives goods to a closed account. */
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

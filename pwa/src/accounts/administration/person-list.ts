import type { User } from '@shop/shared/accounts/schema.ts'
import { searchKey, unturned } from '@shop/shared/kernel/text.ts'
import type { Sorting } from '../../ui/data-table-columns.ts'

/** The column's text: the person's own, else their earlier account's, else '-'. */
export const shownDisplayName = (user: User): string => user.displayName || user.migratedFrom?.displayName || '-'
/** See `shownDisplayName`. */
export const shownUsername = (user: User): string => user.username || user.migratedFrom?.username || '-'
/** The chat name, else the chat id somebody typed, else '-'. */
export const shownDiscord = (user: User): string => user.discordUsername || user.discordId || '-'
/** The person's name in a question. */
export const shownName = (user: User): string => unturned(user.displayName || user.username || user.email || user.id)

/** The texts the search looks through, ready to be compared: e-mail, name, username and chat name. */
const haystackOf = (user: User): string =>
  [
    user.email,
    user.displayName,
    user.username,
    user.discordUsername,
    user.discordId,
    user.migratedFrom?.displayName,
    user.migratedFrom?.username,
  ]
    .map((text) => searchKey(text ?? ''))
    .join('\n')

/** A person with what searching and sorting ask for. */
export type Person = { readonly user: User; readonly haystack: string }

/** Made once for each change of the users, not for each key. */
export const peopleOf = (users: readonly User[]): readonly Person[] => users.map((user) => ({ user, haystack: haystackOf(user) }))

const SORT_TEXT: Readonly<Record<string, (user: User) => string>> = {
  email: ({ email }) => email,
  displayName: shownDisplayName,
  username: shownUsername,
  discord: shownDiscord,
  role: ({ role }) => role,
}

const { compare } = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/** The people of a list, in order. Closed accounts come only when they are asked for. */
export function listed(people: readonly Person[], typed: string, isShowingClosed: boolean, sorting: Sorting): readonly User[] {
  const wanted = searchKey(typed)
  const textOf = SORT_TEXT[sorting.key] ?? (({ email }: User) => email)
  const direction = sorting.descending ? -1 : 1
  return people
    .filter(({ user, haystack }) => (isShowingClosed || user.closedAtMs === null) && (wanted === '' || haystack.includes(wanted)))
    .map(({ user }) => user)
    .sort((a, b) => direction * compare(textOf(a), textOf(b)) || compare(a.email, b.email) || (a.id < b.id ? -1 : 1))
}

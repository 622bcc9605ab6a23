import { isEmailProved, type User } from '@shop/shared/accounts/schema.ts'
import { searchKey, unturned } from '@shop/shared/kernel/text.ts'
import type { Sorting } from '../../ui/data-table-columns.ts'
import type { FiguresOf, PersonFigures } from './person-figures.ts'

/** True while the e-mail that an account signs in with is unconfirmed, so it may belong to somebody else. */
export const awaitsProof = (user: User): boolean => !user.isEarlier && user.closedAtMs === null && !isEmailProved(user)

/** Falls back to the earlier account's display name, then to '-'. */
export const shownDisplayName = (user: User): string => user.displayName || user.migratedFrom?.displayName || '-'
/** Falls back to the earlier account's username, then to '-'. */
export const shownUsername = (user: User): string => user.username || user.migratedFrom?.username || '-'
/** The linked chat name, else the chat id typed by hand, else '-'. */
export const shownDiscord = (user: User): string => user.discordUsername || user.discordId || '-'
/** The person's name for titles and sentences: it cannot reverse the text after it. */
export const shownName = (user: User): string => unturned(user.displayName || user.username || user.email || user.id)

/** Normalised text that the search matches. */
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

export type Person = { readonly user: User; readonly haystack: string }

/** Adds the search texts. Runs once per change of the users, not once per keystroke. */
export const peopleOf = (users: readonly User[]): readonly Person[] => users.map((user) => ({ user, haystack: haystackOf(user) }))

const SORT_TEXT: Readonly<Record<string, (user: User) => string>> = {
  email: ({ email }) => email,
  displayName: shownDisplayName,
  username: shownUsername,
  discord: shownDiscord,
  role: ({ role }) => role,
}

const SORT_NUMBER: Readonly<Record<string, (figures: PersonFigures) => number>> = {
  balance: ({ balance }) => balance.availableCents,
  goods: ({ goodsCount }) => goodsCount,
  lastSale: ({ lastSoldAtMs }) => lastSoldAtMs ?? 0,
}

/** True for the key of a column that the accounts can be sorted by. */
export const isSortKey = (key: string): boolean => Object.hasOwn(SORT_TEXT, key) || Object.hasOwn(SORT_NUMBER, key)

const { compare } = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/** The accounts that match a search. Closed accounts are included only on request. */
export function found(people: readonly Person[], typed: string, isShowingClosed: boolean): readonly User[] {
  const wanted = searchKey(typed)
  return people
    .filter(({ user, haystack }) => (isShowingClosed || user.closedAtMs === null) && (wanted === '' || haystack.includes(wanted)))
    .map(({ user }) => user)
}

/** The accounts in the order of a column, and by e-mail where the column does not tell them apart. A column of figures needs `figuresOf`. */
export function sorted(users: readonly User[], { key, descending }: Sorting, figuresOf?: FiguresOf): readonly User[] {
  const [numberOf, textOf = shownDisplayName] = [SORT_NUMBER[key], SORT_TEXT[key]]
  const order =
    numberOf && figuresOf
      ? (a: User, b: User) => numberOf(figuresOf(a.id)) - numberOf(figuresOf(b.id))
      : (a: User, b: User) => compare(textOf(a), textOf(b))
  const direction = descending ? -1 : 1
  return [...users].sort((a, b) => direction * order(a, b) || compare(a.email, b.email) || (a.id < b.id ? -1 : 1))
}

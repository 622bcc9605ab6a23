import { nameOf, type User } from '@shop/shared/accounts/schema.ts'
import { searchKey, unturned } from '@shop/shared/kernel/text.ts'
import type { Suggestion } from '../ui/suggest-input.tsx'

/** Maximum number of suggestions: typing narrows them down. */
const MAX_SHOWN = 50

/** A person who can receive mail. `key`: normalised text that the search matches. */
export type Recipient = { readonly id: string; readonly name: string; readonly email: string; readonly key: string }

/** Everybody with an address and an open account, by name. */
export function recipientsOf(users: readonly User[]): Recipient[] {
  return users
    .filter(({ email, closedAtMs }) => email !== '' && closedAtMs === null)
    .map((user) => ({
      id: user.id,
      name: nameOf(user),
      email: user.email,
      key: [user.displayName, user.username ?? '', user.email].map(searchKey).join('\n'),
    }))
    .sort((a, b) => a.name.localeCompare(b.name) || a.email.localeCompare(b.email))
}

/** A recipient in the list. A name with bidirectional characters cannot reorder the address after it. */
export const recipientText = ({ name, email }: Recipient): string => (name === email ? email : `${unturned(name)} — ${email}`)

/** Recipients whose name, username or address contains the typed text; at most 50. */
export function suggestRecipients(recipients: readonly Recipient[], typed: string): Suggestion[] {
  const key = searchKey(typed)
  return recipients
    .filter((recipient) => recipient.key.includes(key))
    .slice(0, MAX_SHOWN)
    .map((recipient) => ({ id: recipient.id, name: recipientText(recipient) }))
}

/** The address a mail goes to. A custom address overrides the address of the picked user. */
export const emailOf = ({ pickedEmail, customEmail }: { readonly pickedEmail: string; readonly customEmail: string }): string =>
  customEmail.trim() || pickedEmail

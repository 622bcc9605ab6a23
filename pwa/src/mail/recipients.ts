import { nameOf, type User } from '@shop/shared/accounts/schema.ts'
import { searchKey, unturned } from '@shop/shared/kernel/text.ts'
import type { Suggestion } from '../ui/suggest-input.tsx'

/** People shown under the field at once: typing narrows them down. */
const MAX_SHOWN = 50

/** A person mails can go to. */
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

/** How a recipient is written. Nobody's name makes their address look like another. */
export const recipientText = ({ name, email }: Recipient): string => (name === email ? email : `${unturned(name)} — ${email}`)

/** Those whose name, username or address contains what was typed; at most 50. */
export function suggestRecipients(recipients: readonly Recipient[], typed: string): Suggestion[] {
  const key = searchKey(typed)
  return recipients
    .filter((recipient) => recipient.key.includes(key))
    .slice(0, MAX_SHOWN)
    .map((recipient) => ({ id: recipient.id, name: recipientText(recipient) }))
}

/** The address a mail goes to: a custom one overrides the selected user's. */
export const emailOf = ({ pickedEmail, customEmail }: { readonly pickedEmail: string; readonly customEmail: string }): string =>
  customEmail.trim() || pickedEmail

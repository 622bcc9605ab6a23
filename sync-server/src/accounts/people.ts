import type { RestUser } from '@shop/shared/accounts/calls/own-user.ts'
import { type adminUserSchema, USER_LIST_LIMIT } from '@shop/shared/accounts/calls/people.ts'
import { accountRefusals } from '@shop/shared/accounts/errors.ts'
import { isEmailProved, type User } from '@shop/shared/accounts/schema.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { cents, dollarsFromCents } from '@shop/shared/kernel/money.ts'
import type * as z from 'zod/mini'
import { namedColumns } from '../platform/database/collection-table.ts'
import type { Db, Tx } from '../platform/database/sql.ts'
import { usersTable } from './tables.ts'

type AdminUser = z.infer<typeof adminUserSchema>

function discordOf({ discordId, discordUsername, discordLinkedAtMs }: User): RestUser['discord'] {
  if (discordId === '') return null
  return {
    id: discordId,
    username: discordUsername,
    linkedAt: discordLinkedAtMs === null ? null : new Date(discordLinkedAtMs).toISOString(),
  }
}

/** Selects users with their balances; the caller adds filter, order and limit. */
export const selectUsers = (db: Db) =>
  db
    .selectFrom('users')
    .leftJoin('balances', 'balances.id', 'users.id')
    .select(namedColumns(usersTable))
    .select('balances.available_cents as availableCents')

export const adminUserOf = (person: User & { readonly availableCents: number | null }): AdminUser => ({
  uid: person.id,
  email: person.email,
  displayName: person.displayName,
  username: person.username,
  role: person.role,
  photoURL: person.photoUrl,
  whopBypass: person.whopBypass,
  discord: discordOf(person),
  discordNotificationsEnabled: person.discordNotificationsEnabled,
  emailNotificationsEnabled: person.emailNotificationsEnabled,
  registeredDomain: person.registeredDomain,
  migratedFrom: person.migratedFrom,
  emailProved: isEmailProved(person),
  balance: dollarsFromCents(cents(person.availableCents ?? 0)),
  createdAt: new Date(person.createdAtMs).toISOString(),
  hasSignIn: !person.isEarlier && person.closedAtMs === null,
  closedAt: person.closedAtMs === null ? null : new Date(person.closedAtMs).toISOString(),
})

/** Selects the users of a list, with closed accounts only on request. */
export const selectListed = (db: Db, closed: 'true' | 'false' | undefined) =>
  closed === 'true' ? selectUsers(db) : selectUsers(db).where('users.closed_at_ms', 'is', null)

/** Reads the users in order of e-mail up to the limit of the list. `hasMore`: more users follow. */
export async function readAllUsers(db: Db, closed: 'true' | 'false' | undefined): Promise<{ users: AdminUser[]; hasMore: boolean }> {
  const listed = selectListed(db, closed).orderBy('users.email').orderBy('users.id')
  const found = await listed.limit(USER_LIST_LIMIT + 1).execute()
  return { users: found.slice(0, USER_LIST_LIMIT).map(adminUserOf), hasMore: found.length > USER_LIST_LIMIT }
}

export async function readUser(db: Db, uid: string): Promise<AdminUser | undefined> {
  const found = await selectUsers(db).where('users.id', '=', uid).executeTakeFirst()
  return found && adminUserOf(found)
}

/** Reads the user with the id of a path. Refuses ACCOUNT_NOT_FOUND. */
export async function requireUser(db: Db, id: string): Promise<AdminUser> {
  const user = await readUser(db, id.toLowerCase())
  if (!user) throw refusal(accountRefusals, 'ACCOUNT_NOT_FOUND')
  return user
}

/** Locks a person's sign-in until the transaction ends. A new session takes this lock, and so do a new password and a reset. Otherwise a session
 *  could begin while such an act ends the sessions, and would not end with them. False when nobody signs in by this uid. */
export async function lockSignIn(tx: Tx, uid: string): Promise<boolean> {
  return (await tx.selectFrom('identity_users').select('id').where('id', '=', uid).forUpdate().executeTakeFirst()) !== undefined
}

/** Answers the uid of the person who signs in with this e-mail, by password or by a provider. */
export async function uidOfSignIn(db: Db, email: string): Promise<string | undefined> {
  return (await db.selectFrom('identity_users').select('id').where('email', '=', email).executeTakeFirst())?.id
}

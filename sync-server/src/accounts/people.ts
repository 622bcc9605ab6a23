import { type adminUserSchema, type RestUser, USER_LIST_LIMIT } from '@shop/shared/accounts/calls/people.ts'
import { accountRefusals } from '@shop/shared/accounts/errors.ts'
import type { User } from '@shop/shared/accounts/schema.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { cents, dollarsFromCents } from '@shop/shared/kernel/money.ts'
import type * as z from 'zod/mini'
import { namedColumns } from '../platform/database/collection-table.ts'
import type { Db } from '../platform/database/sql.ts'
import { usersTable } from './tables.ts'

/** A user as the lists for admins carry one. */
type AdminUser = z.infer<typeof adminUserSchema>

function discordOf({ discordId, discordUsername, discordLinkedAtMs }: User): RestUser['discord'] {
  if (discordId === '') return null
  return {
    id: discordId,
    username: discordUsername,
    linkedAt: discordLinkedAtMs === null ? null : new Date(discordLinkedAtMs).toISOString(),
  }
}

/** Users with their balances; who is meant, the order and the limit are for the caller to add. */
export const selectUsers = (db: Db) =>
  db
    .selectFrom('users')
    .leftJoin('balances', 'balances.id', 'users.id')
    .select(namedColumns(usersTable))
    .select('balances.available_cents as availableCents')

/** What `selectUsers` read, as REST bodies carry it. */
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
  balance: dollarsFromCents(cents(person.availableCents ?? 0)),
  createdAt: new Date(person.createdAtMs).toISOString(),
  hasSignIn: !person.isEarlier && person.closedAtMs === null,
  closedAt: person.closedAtMs === null ? null : new Date(person.closedAtMs).toISOString(),
})

/** The users of a list: closed accounts are in it only when they are asked for. */
export const selectListed = (db: Db, closed: 'true' | 'false' | undefined) =>
  closed === 'true' ? selectUsers(db) : selectUsers(db).where('users.closed_at_ms', 'is', null)

/** All users by e-mail, up to the limit of a list, and whether there are more. */
export async function readAllUsers(db: Db, closed: 'true' | 'false' | undefined): Promise<{ users: AdminUser[]; hasMore: boolean }> {
  const listed = selectListed(db, closed).orderBy('users.email').orderBy('users.id')
  const found = await listed.limit(USER_LIST_LIMIT + 1).execute()
  return { users: found.slice(0, USER_LIST_LIMIT).map(adminUserOf), hasMore: found.length > USER_LIST_LIMIT }
}

/** One user, or undefined. */
export async function readUser(db: Db, uid: string): Promise<AdminUser | undefined> {
  const found = await selectUsers(db).where('users.id', '=', uid).executeTakeFirst()
  return found && adminUserOf(found)
}

/** One user by the id of a path. Refuses ACCOUNT_NOT_FOUND. */
export async function requireUser(db: Db, id: string): Promise<AdminUser> {
  const user = await readUser(db, id.toLowerCase())
  if (!user) throw refusal(accountRefusals, 'ACCOUNT_NOT_FOUND')
  return user
}

/** Whether somebody signs in with this e-mail, by a password or by a provider alone. */
export async function hasSignIn(db: Db, email: string): Promise<boolean> {
  return (await db.selectFrom('identity_users').select('id').where('email', '=', email).executeTakeFirst()) !== undefined
}

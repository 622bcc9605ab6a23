import { type adminUserSchema, type RestUser, USER_LIST_LIMIT } from '@shop/shared/accounts/calls/people.ts'
import { accountRefusals } from '@shop/shared/accounts/errors.ts'
import type { User } from '@shop/shared/accounts/schema.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { cents, dollarsFromCents } from '@shop/shared/kernel/money.ts'
import type * as z from 'zod/mini'
import { fieldList } from '../platform/database/collection-table.ts'
import { type Db, sql } from '../platform/database/sql.ts'
import { usersTable } from './tables.ts'

/** A user as the lists for admins carry one. */
type AdminUser = z.infer<typeof adminUserSchema>
type Person = User & { availableCents: number }

function discordOf({ discordId, discordUsername, discordLinkedAtMs }: User): RestUser['discord'] {
  if (discordId === '') return null
  return {
    id: discordId,
    username: discordUsername,
    linkedAt: discordLinkedAtMs === null ? null : new Date(discordLinkedAtMs).toISOString(),
  }
}

/** Users with their balances, as REST bodies carry them. `rest`: everything after the joins, such as sql`where … limit 10`. */
export async function readUsers(db: Db, rest: ReturnType<typeof sql>): Promise<AdminUser[]> {
  const { rows } = await sql<Person>`select ${fieldList(usersTable)}, coalesce(balances.available_cents, 0) as "availableCents"
    from users left join balances on balances.id = users.id ${rest}`.execute(db)
  return rows.map((person) => ({
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
    balance: dollarsFromCents(cents(person.availableCents)),
    createdAt: new Date(person.createdAtMs).toISOString(),
    hasSignIn: !person.isEarlier && person.closedAtMs === null,
    closedAt: person.closedAtMs === null ? null : new Date(person.closedAtMs).toISOString(),
  }))
}

/** Condition of a list: closed accounts are in it only when they are asked for. */
export const openOnly = (closed: 'true' | 'false' | undefined) => (closed === 'true' ? sql`true` : sql`users.closed_at_ms is null`)

/** All users by e-mail, up to the limit of a list, and whether there are more. */
export async function readAllUsers(db: Db, closed: 'true' | 'false' | undefined): Promise<{ users: AdminUser[]; hasMore: boolean }> {
  const found = await readUsers(db, sql`where ${openOnly(closed)} order by users.email, users.id limit ${USER_LIST_LIMIT + 1}`)
  return { users: found.slice(0, USER_LIST_LIMIT), hasMore: found.length > USER_LIST_LIMIT }
}

/** One user, or undefined. */
export async function readUser(db: Db, uid: string): Promise<AdminUser | undefined> {
  return (await readUsers(db, sql`where users.id = ${uid}`))[0]
}

/** One user by the id of a path. Refuses ACCOUNT_NOT_FOUND. */
export async function requireUser(db: Db, id: string): Promise<AdminUser> {
  const user = await readUser(db, id.toLowerCase())
  if (!user) throw refusal(accountRefusals, 'ACCOUNT_NOT_FOUND')
  return user
}

/** Whether somebody signs in with this e-mail, by a password or by a provider alone. */
export async function hasSignIn(db: Db, email: string): Promise<boolean> {
  const { rows } = await sql`select 1 from identity_users where email = ${email}`.execute(db)
  return rows.length > 0
}

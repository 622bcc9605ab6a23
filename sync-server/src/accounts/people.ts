import type { RestUser } from '@shop/shared/accounts/calls/people.ts'
import type { User } from '@shop/shared/accounts/schema.ts'
import { cents, dollarsFromCents } from '@shop/shared/kernel/money.ts'
import { fieldList } from '../platform/collection-table.ts'
import { type Db, sql } from '../platform/sql.ts'
import { usersTable } from './tables.ts'

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
export async function readUsers(db: Db, rest: ReturnType<typeof sql>): Promise<RestUser[]> {
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
    registeredDomain: person.registeredDomain,
    migratedFrom: person.migratedFrom,
    balance: dollarsFromCents(cents(person.availableCents)),
    createdAt: new Date(person.createdAtMs).toISOString(),
  }))
}

/** One user, or undefined. */
export async function readUser(db: Db, uid: string): Promise<RestUser | undefined> {
  return (await readUsers(db, sql`where users.id = ${uid}`))[0]
}

/** Whether somebody signs in with this e-mail and a password. */
export async function hasSignIn(db: Db, email: string): Promise<boolean> {
  const { rows } = await sql`select 1 from identity_users u join identity_accounts a on a."userId" = u.id
    where u.email = ${email} and a."providerId" = 'credential'`.execute(db)
  return rows.length > 0
}

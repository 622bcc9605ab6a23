import { randomBytes } from 'node:crypto'
import { linkDiscord } from '@shop/shared/accounts/commands/link-discord.ts'
import { accountRefusals } from '@shop/shared/accounts/errors.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { uuidv7 } from '@shop/shared/kernel/ids.ts'
import { type Db, sql, type Tx } from '../platform/database/sql.ts'
import { SYSTEM } from '../platform/kernel/system-actor.ts'
import type { Platform } from '../platform/platform.ts'
import type { Identity } from './identity.ts'
import { dropAllTickets, readTicket, takeTicket } from './tickets.ts'

/** How the identity provider calls a sign-in by e-mail and password. */
const BY_PASSWORD = 'credential'

/** Whether this user can sign in with a password. */
export async function hasPassword(db: Db | Tx, uid: string): Promise<boolean> {
  const { rows } = await sql`select 1 from identity_accounts where "userId" = ${uid} and "providerId" = ${BY_PASSWORD}`.execute(db)
  return rows.length > 0
}

/** Whether this is the user's password. */
export async function isPasswordOf(platform: Pick<Platform, 'db'>, identity: Identity, uid: string, password: string): Promise<boolean> {
  const { rows } = await sql<{ password: string | null }>`select password from identity_accounts
    where "userId" = ${uid} and "providerId" = ${BY_PASSWORD}`.execute(platform.db)
  const hash = rows[0]?.password
  return hash ? (await identity.$context).password.verify({ hash, password }) : false
}

/** What is kept of a password. */
export async function hashOfPassword(identity: Identity, password: string): Promise<string> {
  return (await identity.$context).password.hash(password)
}

/** Writes a user's password, in place of an older one. */
export async function writePassword(tx: Db | Tx, uid: string, hash: string): Promise<void> {
  await sql`insert into identity_accounts (id, "accountId", "providerId", "userId", password, "updatedAt")
    values (${uuidv7(Date.now(), randomBytes(10))}, ${uid}, ${BY_PASSWORD}, ${uid}, ${hash}, now())
    on conflict ("providerId", "accountId") do update set password = excluded.password, "updatedAt" = now()`.execute(tx)
}

/** Links an e-mail and password sign-in to an account that has none. Refuses PASSWORD_ALREADY_SET, and EMAIL_HAS_PASSWORD when another account signs in
 *  with this e-mail. */
export async function addPassword(platform: Platform, identity: Identity, uid: string, password: string): Promise<void> {
  const requireNone = async (db: Db | Tx) => {
    if (await hasPassword(db, uid)) throw refusal(accountRefusals, 'PASSWORD_ALREADY_SET')
    const others =
      await sql`select 1 from identity_users me join identity_users other on lower(other.email) = lower(me.email) and other.id <> me.id
      join identity_accounts a on a."userId" = other.id and a."providerId" = ${BY_PASSWORD} where me.id = ${uid}`.execute(db)
    if (others.rows.length > 0) throw refusal(accountRefusals, 'EMAIL_HAS_PASSWORD')
  }
  // before the costly hash; what counts is asked again, while nobody else can write
  await requireNone(platform.db)
  const hash = await hashOfPassword(identity, password)
  await platform.transaction(async (tx) => {
    await sql`select 1 from identity_users where id = ${uid} for update`.execute(tx)
    await requireNone(tx)
    await writePassword(tx, uid, hash)
  })
}

type ResetPayload = { readonly email: string }

/** Whose password a mailed link may set; undefined when it is used up, too old, or the account has another e-mail by now. */
export async function readResetLink(db: Db, secret: string): Promise<{ uid: string; email: string } | undefined> {
  const ticket = await readTicket(db, 'passwordReset', secret)
  if (!ticket) return undefined
  const { rows } = await sql<{ uid: string; email: string }>`select id as uid, email from identity_users
    where id = ${ticket.uid} and email = ${(ticket.payload as ResetPayload).email}`.execute(db)
  return rows[0]
}

/** Sets a new password by a mailed link, once, and ends all sessions, with all that was begun in them. Who follows the link proves the e-mail address; what an account was joined with before
 *  that may be the work of somebody who had signed up with a foreign address, and is undone. Refuses RESET_LINK_INVALID. */
export async function resetByLink(platform: Platform, identity: Identity, secret: string, password: string): Promise<void> {
  const link = await readResetLink(platform.db, secret)
  if (!link) throw refusal(accountRefusals, 'RESET_LINK_INVALID')
  const { uid } = link
  const hash = await hashOfPassword(identity, password)
  const lostDiscord = await platform.transaction(async (tx) => {
    if (!(await takeTicket(tx, 'passwordReset', secret))) throw refusal(accountRefusals, 'RESET_LINK_INVALID')
    await dropAllTickets(tx, uid)
    await writePassword(tx, uid, hash)
    await sql`delete from identity_sessions where "userId" = ${uid}`.execute(tx)
    const proved =
      await sql`update identity_users set "emailVerified" = true, "updatedAt" = now() where id = ${uid} and not "emailVerified" returning id`.execute(
        tx,
      )
    if (proved.rows.length === 0) return false
    const { rows } = await sql<{
      providerId: string
    }>`delete from identity_accounts where "userId" = ${uid} and "providerId" <> ${BY_PASSWORD}
      returning "providerId"`.execute(tx)
    return rows.some(({ providerId }) => providerId === 'discord')
  })
  if (lostDiscord) await platform.runCommand(SYSTEM, linkDiscord, { uid, discordId: '', discordUsername: '' })
}

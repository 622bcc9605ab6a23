import { randomBytes } from 'node:crypto'
import { proveEmail } from '@shop/shared/accounts/commands/prove-email.ts'
import { accountRefusals } from '@shop/shared/accounts/errors.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { uuidv7 } from '@shop/shared/kernel/ids.ts'
import { now } from '../platform/database/expressions.ts'
import type { Db, Tx } from '../platform/database/sql.ts'
import { SYSTEM } from '../platform/kernel/system-actor.ts'
import type { Platform } from '../platform/platform.ts'
import { hasProvedEmail } from './email-proofs.ts'
import type { Identity } from './identity.ts'
import { forgetKnownDevices } from './known-devices.ts'
import { knownOfPerson, requireNewPassword } from './new-password.ts'
import { lockSignIn } from './people.ts'
import { dropFactors } from './second-factors.ts'
import { registerLate } from './sessions.ts'
import { dropAllTickets, readTicket, takeTicket } from './tickets.ts'

/** The identity provider's name for a sign-in by e-mail and password. */
export const BY_PASSWORD = 'credential'

const passwordOf = (db: Db | Tx, uid: string) =>
  db.selectFrom('identity_accounts').select('password').where('userId', '=', uid).where('providerId', '=', BY_PASSWORD).executeTakeFirst()

export async function hasPassword(db: Db | Tx, uid: string): Promise<boolean> {
  return (await passwordOf(db, uid)) !== undefined
}

export async function isPasswordOf(platform: Pick<Platform, 'db'>, identity: Identity, uid: string, password: string): Promise<boolean> {
  return (await verifiedHash(platform, identity, uid, password)) !== undefined
}

/** Answers the stored hash of a user's password, if `password` is right. Always computes one hash, so that the time of the answer does not tell who
 *  has a password. */
export async function verifiedHash(
  platform: Pick<Platform, 'db'>,
  identity: Identity,
  uid: string | undefined,
  password: string,
): Promise<string | undefined> {
  const hash = uid === undefined ? undefined : (await passwordOf(platform.db, uid))?.password
  if (hash) return (await (await identity.$context).password.verify({ hash, password })) ? hash : undefined
  await hashOfPassword(identity, password)
  return undefined
}

/** Reads the stored hash of a user's password, by which a later step sees that the password is still the same. */
export async function storedHash(db: Db | Tx, uid: string): Promise<string | null | undefined> {
  return (await passwordOf(db, uid))?.password
}

/** Replaces a user's password if the stored one is still `from`. False when the password was changed or removed while the new one was hashed.
 *  Without this check somebody with the old password could undo a reset. */
export async function replacePassword(tx: Tx, uid: string, from: string, hash: string): Promise<boolean> {
  const present = tx.updateTable('identity_accounts').set({ password: hash, updatedAt: now() }).where('userId', '=', uid)
  const replaced = await present.where('providerId', '=', BY_PASSWORD).where('password', '=', from).returning('id').execute()
  return replaced.length > 0
}

export async function hashOfPassword(identity: Identity, password: string): Promise<string> {
  return (await identity.$context).password.hash(password)
}

/** Sets a user's password. An account that had to set a new one after a restore may sign in again. */
export async function writePassword(tx: Db | Tx, uid: string, hash: string): Promise<void> {
  const id = uuidv7(Date.now(), randomBytes(10))
  const written = { password: hash, updatedAt: now() }
  await tx
    .insertInto('identity_accounts')
    .values({ id, accountId: uid, providerId: BY_PASSWORD, userId: uid, ...written })
    .onConflict((conflict) => conflict.columns(['providerId', 'accountId']).doUpdateSet(written))
    .execute()
  await tx.deleteFrom('password_renewals').where('uid', '=', uid).execute()
}

/** Adds a password sign-in to an account without one, and runs `also` in the same transaction. Refuses PASSWORD_ALREADY_SET, and EMAIL_HAS_PASSWORD
 *  when another account signs in by a password with this e-mail. */
export async function addPassword(
  platform: Platform,
  identity: Identity,
  uid: string,
  password: string,
  also: (tx: Tx) => Promise<void>,
): Promise<void> {
  const requireNone = async (db: Db | Tx) => {
    if (await hasPassword(db, uid)) throw refusal(accountRefusals, 'PASSWORD_ALREADY_SET')
    const other = await db
      .selectFrom('identity_users as me')
      .innerJoin('identity_users as other', (join) =>
        join.on((eb) => eb(eb.fn('lower', ['other.email']), '=', eb.fn('lower', ['me.email']))).onRef('other.id', '<>', 'me.id'),
      )
      .innerJoin('identity_accounts as account', 'account.userId', 'other.id')
      .select('other.id')
      .where('account.providerId', '=', BY_PASSWORD)
      .where('me.id', '=', uid)
      .executeTakeFirst()
    if (other) throw refusal(accountRefusals, 'EMAIL_HAS_PASSWORD')
  }
  // a check before the costly hash; the one inside the transaction decides
  await requireNone(platform.db)
  const hash = await hashOfPassword(identity, password)
  await platform.transaction(async (tx) => {
    await lockSignIn(tx, uid)
    await requireNone(tx)
    await writePassword(tx, uid, hash)
    await also(tx)
  })
}

/** True when this account's password or second factor was changed after the backup that was restored, so that its password must be set anew. */
export async function needsNewPassword(db: Db, uid: string): Promise<boolean> {
  return (await db.selectFrom('password_renewals').select('uid').where('uid', '=', uid).executeTakeFirst()) !== undefined
}

type ResetPayload = { readonly email: string }

/** Reads the account whose password a mailed link may set. Undefined when the link is used or expired, or when the account's e-mail has changed. */
export async function readResetLink(db: Db, secret: string): Promise<{ uid: string; email: string } | undefined> {
  const ticket = await readTicket(db, 'passwordReset', secret)
  if (!ticket?.uid) return undefined
  return db
    .selectFrom('identity_users')
    .select(['id as uid', 'email'])
    .where('id', '=', ticket.uid)
    .where('email', '=', (ticket.payload as ResetPayload).email)
    .executeTakeFirst()
}

/** Sets a password by a mailed link that works once, and ends every session and every link to a provider. The reader of the mail owns the address, so
 *  an account with an unproved e-mail becomes theirs. Then everybody else loses access, and the account's chat id, addresses and payment handle are
 *  removed. Tells `record` which links ended. Answers the account; refuses RESET_LINK_INVALID. */
export async function resetByLink(
  platform: Platform,
  identity: Identity,
  secret: string,
  password: string,
  record: (tx: Tx, uid: string, lost: readonly string[]) => Promise<void>,
): Promise<{ readonly uid: string; readonly email: string }> {
  const link = await readResetLink(platform.db, secret)
  if (!link) throw refusal(accountRefusals, 'RESET_LINK_INVALID')
  const { uid } = link
  // checked before the link is used up
  requireNewPassword(password, await knownOfPerson(platform.db, uid), 'newPassword')
  const hash = await hashOfPassword(identity, password)
  await registerLate(platform, uid)
  const isTakenOver = !(await hasProvedEmail(platform.db, uid))
  const also = async (tx: Tx) => {
    await lockSignIn(tx, uid)
    if (!(await takeTicket(tx, 'passwordReset', secret))) throw refusal(accountRefusals, 'RESET_LINK_INVALID')
    const strangers = await endStrangersWays(tx, uid)
    await dropAllTickets(tx, uid)
    await writePassword(tx, uid, hash)
    await tx.deleteFrom('identity_sessions').where('userId', '=', uid).execute()
    await forgetKnownDevices(tx, uid)
    // after the sessions: a link that one of them just made is then seen, and ends too
    const lost = [...strangers.filter((way) => way !== BY_PASSWORD), ...(await endLinks(tx, uid))]
    await record(tx, uid, lost)
  }
  await platform.runCommand(SYSTEM, proveEmail, { uid, isTakenOver, endsLinks: true }, { also })
  return link
}

/** Ends the links to providers, one of which a thief may have made. Answers the providers. */
async function endLinks(tx: Tx, uid: string): Promise<readonly string[]> {
  const links = tx.deleteFrom('identity_accounts').where('userId', '=', uid).where('providerId', '<>', BY_PASSWORD)
  return (await links.returning('providerId').execute()).map(({ providerId }) => providerId)
}

/** Marks an address as proved. If it was not proved before, a stranger may have made the account. Then all ways to sign in to it end: passwords,
 *  links, second steps, sessions and mailed secrets. Answers the providers whose links ended. */
export async function endStrangersWays(tx: Tx, uid: string): Promise<readonly string[]> {
  await lockSignIn(tx, uid)
  const marked = tx.updateTable('identity_users').set({ emailVerified: true, updatedAt: now() }).where('id', '=', uid)
  if ((await marked.where('emailVerified', '=', false).returning('id').execute()).length === 0) return []
  await tx.deleteFrom('identity_sessions').where('userId', '=', uid).execute()
  await tx.deleteFrom('email_proofs').where('uid', '=', uid).execute()
  await forgetKnownDevices(tx, uid)
  await dropAllTickets(tx, uid)
  await dropFactors(tx, uid)
  const ended = await tx.deleteFrom('identity_accounts').where('userId', '=', uid).returning('providerId').execute()
  return ended.map(({ providerId }) => providerId)
}

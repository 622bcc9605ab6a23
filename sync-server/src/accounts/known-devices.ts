import { anyOf, now } from '../platform/database/expressions.ts'
import type { Db, Tx } from '../platform/database/sql.ts'
import { hashOf, newSecret } from './token-hash.ts'

/** Maximum number of devices remembered for one account. Beyond it the least recently used device is forgotten. */
export const MAX_KNOWN_DEVICES = 30

/** Answers the hash of that of a device's tokens which belongs to the account with this uid or e-mail, if the device has signed in to it before. */
export async function knownDeviceOf(
  db: Db | Tx,
  account: { readonly uid: string } | { readonly email: string },
  tokens: string | undefined,
): Promise<string | undefined> {
  if (tokens === undefined) return undefined
  const known = await db
    .selectFrom('known_devices as device')
    .innerJoin('identity_users as person', 'person.id', 'device.uid')
    .select('device.hash')
    .where('device.hash', '=', anyOf(tokens.split(' ').map(hashOf)))
    .where((eb) => ('uid' in account ? eb('person.id', '=', account.uid) : eb('person.email', '=', account.email)))
    .orderBy('device.used_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return known?.hash
}

/** Remembers that a device signed in to an account. Answers the device's token for this account, which is new unless the account knows one that the
 *  device sent. With a token for several accounts, somebody with one of them could use up the tries of the others. */
export async function keepKnownDevice(tx: Tx, uid: string, tokens: string | undefined): Promise<string> {
  const known = await knownDeviceOf(tx, { uid }, tokens)
  const token = tokens?.split(' ').find((one) => hashOf(one) === known) ?? newSecret()
  await tx
    .insertInto('known_devices')
    .values({ uid, hash: hashOf(token) })
    .onConflict((conflict) => conflict.columns(['uid', 'hash']).doUpdateSet({ used_at: now() }))
    .execute()
  await forgetOldest(tx, uid)
  return token
}

/** Forgets the device of an ended session, by its hash. Forgets every device of the account if the session has no recorded device. */
export async function forgetDeviceOfSession(tx: Tx, uid: string, hash: string | null): Promise<void> {
  if (hash === null) await forgetKnownDevices(tx, uid)
  else await tx.deleteFrom('known_devices').where('uid', '=', uid).where('hash', '=', hash).execute()
}

export async function forgetKnownDevices(db: Db | Tx, uid: string): Promise<void> {
  await db.deleteFrom('known_devices').where('uid', '=', uid).execute()
}

async function forgetOldest(tx: Tx, uid: string): Promise<void> {
  const beyond = tx
    .selectFrom('known_devices')
    .select('hash')
    .where('uid', '=', uid)
    .orderBy('used_at', 'desc')
    .orderBy('hash')
    .offset(MAX_KNOWN_DEVICES)
  await tx.deleteFrom('known_devices').where('uid', '=', uid).where('hash', 'in', beyond).execute()
}

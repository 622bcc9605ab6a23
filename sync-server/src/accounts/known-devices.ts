import { now } from '../platform/database/expressions.ts'
import type { Db, Tx } from '../platform/database/sql.ts'
import { hashOf, newSecret } from './token-hash.ts'

/** Maximum number of devices remembered for one account. Beyond it the least recently used device is forgotten. */
export const MAX_KNOWN_DEVICES = 30

/** Answers the hash of a device's token, if the device has signed in before to the account with this uid or e-mail. */
export async function knownDeviceOf(
  db: Db,
  account: { readonly uid: string } | { readonly email: string },
  token: string | undefined,
): Promise<string | undefined> {
  if (token === undefined) return undefined
  const hash = hashOf(token)
  const known = await db
    .selectFrom('known_devices as device')
    .innerJoin('identity_users as person', 'person.id', 'device.uid')
    .select('device.hash')
    .where('device.hash', '=', hash)
    .where((eb) => ('uid' in account ? eb('person.id', '=', account.uid) : eb('person.email', '=', account.email)))
    .executeTakeFirst()
  return known?.hash
}

/** Remembers that a device signed in to an account. Answers the device's token, which is new only if the device sent none. */
export async function keepKnownDevice(tx: Tx, uid: string, token: string = newSecret()): Promise<string> {
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

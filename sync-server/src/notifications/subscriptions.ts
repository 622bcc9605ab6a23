import { randomUUID } from 'node:crypto'
import { type DeviceSubscription, PUSH_DEVICES_MAX } from '@shop/shared/notifications/schema.ts'
import type { Db, Tx } from '../platform/database/sql.ts'

/** A device that gets push messages. */
export type Device = DeviceSubscription & { readonly uid: string }

/** Adds a person's device, and takes it from a previous person if there is one. Beyond the limit, the new device replaces the oldest. False when the
 *  session has ended. */
export async function keepDevice(
  tx: Tx,
  {
    uid,
    sessionId,
    subscription,
    publicKey,
    nowMs,
  }: { uid: string; sessionId: string; subscription: DeviceSubscription; publicKey: string; nowMs: number },
): Promise<boolean> {
  const { endpoint, keys } = subscription
  // a device of another person gets a new id, so that news for the previous person does not reach it
  const kept = await tx
    .insertInto('push_subscriptions')
    .columns(['session_id', 'id', 'uid', 'endpoint', 'p256dh', 'auth', 'public_key', 'created_at_ms'])
    .expression((eb) =>
      eb
        .selectFrom('identity_sessions')
        .select(['id as session_id', eb.val(randomUUID()).as('id'), eb.val(uid).as('uid'), eb.val(endpoint).as('endpoint')])
        .select([eb.val(keys.p256dh).as('p256dh'), eb.val(keys.auth).as('auth'), eb.val(publicKey).as('public_key')])
        .select(eb.val(nowMs).as('created_at_ms'))
        .where('id', '=', sessionId)
        .forKeyShare(),
    )
    .onConflict((conflict) =>
      conflict.column('endpoint').doUpdateSet((eb) => ({
        id: eb
          .case()
          .when('push_subscriptions.uid', '=', eb.ref('excluded.uid'))
          .then(eb.ref('push_subscriptions.id'))
          .else(eb.ref('excluded.id'))
          .end(),
        uid: eb.ref('excluded.uid'),
        session_id: eb.ref('excluded.session_id'),
        p256dh: eb.ref('excluded.p256dh'),
        auth: eb.ref('excluded.auth'),
        public_key: eb.ref('excluded.public_key'),
      })),
    )
    .returning('id')
    .executeTakeFirst()
  if (!kept) return false
  const others = tx.selectFrom('push_subscriptions').select('id').where('uid', '=', uid).where('endpoint', '<>', endpoint)
  const newest = others
    .orderBy('created_at_ms', 'desc')
    .orderBy('id', 'desc')
    .limit(PUSH_DEVICES_MAX - 1)
  await tx.deleteFrom('push_subscriptions').where('uid', '=', uid).where('endpoint', '<>', endpoint).where('id', 'not in', newest).execute()
  return true
}

export async function findDevice(db: Db, id: string): Promise<Device | undefined> {
  const devices = db.selectFrom('push_subscriptions').where('id', '=', id)
  const row = await devices.select(['uid', 'endpoint', 'p256dh', 'auth']).executeTakeFirst()
  return row && { uid: row.uid, endpoint: row.endpoint, keys: { p256dh: row.p256dh, auth: row.auth } }
}

export async function forgetDevice(db: Db, id: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute()
}

/** Removes a person's device. False when they have none at this endpoint. */
export async function forgetEndpoint(db: Db, uid: string, endpoint: string): Promise<boolean> {
  const forgotten = db.deleteFrom('push_subscriptions').where('uid', '=', uid).where('endpoint', '=', endpoint)
  return (await forgotten.returning('id').executeTakeFirst()) !== undefined
}

/** True when the device belongs to this person and subscribed with this key of the shop. */
export async function isKnown(db: Db, uid: string, endpoint: string, publicKey: string): Promise<boolean> {
  const known = db.selectFrom('push_subscriptions').select('id').where('uid', '=', uid).where('endpoint', '=', endpoint)
  return (await known.where('public_key', '=', publicKey).executeTakeFirst()) !== undefined
}

export async function countDevices(db: Db, uid: string): Promise<number> {
  const devices = db.selectFrom('push_subscriptions').where('uid', '=', uid)
  return (await devices.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count
}

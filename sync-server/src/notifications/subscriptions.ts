import { randomUUID } from 'node:crypto'
import { type DeviceSubscription, PUSH_DEVICES_MAX } from '@shop/shared/notifications/schema.ts'
import { type Db, sql, type Tx } from '../platform/database/sql.ts'

/** A device that is told by push. */
export type Device = DeviceSubscription & { readonly uid: string }

/** Keeps a device of a person. One that is known already is this person's from now on; beyond the limit the one that was added first makes room. False when
 *  the session has ended. */
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
  // a new id: what waits for the device's former user is not for this one
  const { rows } = await sql`insert into push_subscriptions (id, uid, session_id, endpoint, p256dh, auth, public_key, created_at_ms)
    select ${randomUUID()}, ${uid}, id, ${endpoint}, ${keys.p256dh}, ${keys.auth}, ${publicKey}, ${nowMs} from identity_sessions where id = ${sessionId} for key share
    on conflict (endpoint) do update set id = case when push_subscriptions.uid = excluded.uid then push_subscriptions.id else excluded.id end,
      uid = excluded.uid, session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth, public_key = excluded.public_key returning id`.execute(
    tx,
  )
  if (rows.length === 0) return false
  await sql`delete from push_subscriptions where uid = ${uid} and endpoint <> ${endpoint} and id not in (select id from push_subscriptions
    where uid = ${uid} and endpoint <> ${endpoint} order by created_at_ms desc, id desc limit ${PUSH_DEVICES_MAX - 1})`.execute(tx)
  return true
}

/** A device by its id; undefined when it is gone. */
export async function findDevice(db: Db, id: string): Promise<Device | undefined> {
  const { rows } = await sql<{
    uid: string
    endpoint: string
    p256dh: string
    auth: string
  }>`select uid, endpoint, p256dh, auth from push_subscriptions
    where id = ${id}`.execute(db)
  const row = rows[0]
  return row && { uid: row.uid, endpoint: row.endpoint, keys: { p256dh: row.p256dh, auth: row.auth } }
}

/** Forgets a device by its id. */
export async function forgetDevice(db: Db, id: string): Promise<void> {
  await sql`delete from push_subscriptions where id = ${id}`.execute(db)
}

/** Forgets a device of a person; false when it is none. */
export async function forgetEndpoint(db: Db, uid: string, endpoint: string): Promise<boolean> {
  const { rows } = await sql`delete from push_subscriptions where uid = ${uid} and endpoint = ${endpoint} returning id`.execute(db)
  return rows.length > 0
}

/** Whether a device is this person's, subscribed with this key of the shop. */
export async function isKnown(db: Db, uid: string, endpoint: string, publicKey: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from push_subscriptions where uid = ${uid} and endpoint = ${endpoint} and public_key = ${publicKey}`.execute(db)
  return rows.length > 0
}

/** How many devices a person has. */
export async function countDevices(db: Db, uid: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from push_subscriptions where uid = ${uid}`.execute(db)
  return rows[0]?.count ?? 0
}

import { randomBytes } from 'node:crypto'
import { SESSION_LIST_LIMIT, type Session } from '@shop/shared/accounts/calls/sessions.ts'
import { uuidv7 } from '@shop/shared/kernel/ids.ts'
import { daysFromNow, now } from '../platform/database/expressions.ts'
import type { Db, Tx } from '../platform/database/sql.ts'
import { SESSION_DAYS } from './identity.ts'
import { forgetDeviceOfSession, forgetKnownDevices } from './known-devices.ts'
import { lockSignIn } from './people.ts'
import { hashOf, newSecret } from './token-hash.ts'

/** A device that starts a session. `knownDevice`: the token by which the shop knows the device. */
type Device = { readonly ipAddress: string; readonly userAgent: string; readonly knownDevice: string }

/** Starts a session of a user. The caller holds the lock of `lockSignIn`. Answers its token; the database keeps only the hash. */
export async function startSession(tx: Tx, uid: string, { knownDevice, ...device }: Device): Promise<string> {
  const token = newSecret()
  const id = uuidv7(Date.now(), randomBytes(10))
  await tx
    .insertInto('identity_sessions')
    .values({
      ...{ id, userId: uid, token: hashOf(token), expiresAt: daysFromNow(SESSION_DAYS), updatedAt: now() },
      ...{ ...device, known_device: hashOf(knownDevice) },
    })
    .execute()
  return token
}

/** Lists a user's sessions: the one with this token first, then the others, the last used first. */
export async function readSessions(db: Db, uid: string, ownToken: string): Promise<Session[]> {
  const rows = await db
    .selectFrom('identity_sessions')
    .select(['id', 'token', 'userAgent', 'ipAddress as address', 'createdAt', 'updatedAt as lastUsedAt'])
    .where('userId', '=', uid)
    .where('expiresAt', '>', now())
    .orderBy((eb) => eb('token', '=', hashOf(ownToken)), 'desc')
    .orderBy('updatedAt', 'desc')
    .orderBy('id')
    .limit(SESSION_LIST_LIMIT)
    .execute()
  return rows.map(({ token, userAgent, address, createdAt, lastUsedAt, id }) => ({
    id,
    isCurrent: token === hashOf(ownToken),
    userAgent: userAgent ?? '',
    address: shortAddress(address ?? ''),
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
  }))
}

/** Shortens an IPv6 address to its usual form, because it may be stored with all its zeros. */
function shortAddress(address: string): string {
  const url = `http://[${address}]`
  return address.includes(':') && URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : address
}

export async function readSession(
  db: Db,
  token: string,
): Promise<{ id: string; expiresAt: Date; email: string; name: string } | undefined> {
  return db
    .selectFrom('identity_sessions as session')
    .innerJoin('identity_users as user', 'user.id', 'session.userId')
    .select(['session.id', 'session.expiresAt', 'user.email', 'user.name'])
    .where('session.token', '=', hashOf(token))
    .executeTakeFirst()
}

/** True when somebody ended the session with this token, or closed its account. False for a session that ran out or that a restored shop does not
 *  know. */
export async function wasEnded(db: Db, token: string): Promise<boolean> {
  const hash = hashOf(token)
  const ended = await db.selectFrom('ended_sessions').select('token').where('token', '=', hash).executeTakeFirst()
  if (ended) return true
  const closed = db.selectFrom('identity_sessions as session').innerJoin('users', 'users.id', 'session.userId').select('session.id')
  return (await closed.where('session.token', '=', hash).where('users.closed_at_ms', 'is not', null).executeTakeFirst()) !== undefined
}

/** Ends the session with this token; false when it had ended already. */
export async function endSessionOf(db: Db, token: string): Promise<boolean> {
  const ended = await db.deleteFrom('identity_sessions').where('token', '=', hashOf(token)).returning('id').execute()
  return ended.length > 0
}

/** Ends one session of a user and forgets its device, which may be stolen. Answers whether the session existed and was theirs. */
export async function endSession(tx: Tx, uid: string, id: string): Promise<'ended' | 'foreign' | 'none'> {
  await lockSignIn(tx, uid)
  const deleted = tx.deleteFrom('identity_sessions').where('id', '=', id).where('userId', '=', uid)
  const ended = await deleted.returning('known_device as device').executeTakeFirst()
  if (ended) {
    await forgetDeviceOfSession(tx, uid, ended.device)
    return 'ended'
  }
  const others = await tx.selectFrom('identity_sessions').select('id').where('id', '=', id).execute()
  return others.length > 0 ? 'foreign' : 'none'
}

/** Ends all sessions of a user except the one with this token. Also forgets the devices that signed in before, because one of them may be stolen. */
export async function endOtherSessions(tx: Tx, uid: string, ownToken: string): Promise<void> {
  await tx.deleteFrom('identity_sessions').where('userId', '=', uid).where('token', '<>', hashOf(ownToken)).execute()
  await forgetKnownDevices(tx, uid)
}

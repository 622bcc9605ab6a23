import { SESSION_LIST_LIMIT, type Session } from '@shop/shared/accounts/calls/sessions.ts'
import { type Db, sql, type Tx } from '../platform/database/sql.ts'
import { hashOf } from './token-hash.ts'

type Row = { id: string; token: string; userAgent: string | null; address: string | null; createdAt: Date; lastUsedAt: Date }

/** Where a user is signed in, the last used first. */
export async function readSessions(db: Db, uid: string, ownToken: string): Promise<Session[]> {
  const { rows } =
    await sql<Row>`select id, token, "userAgent", "ipAddress" as address, "createdAt", "updatedAt" as "lastUsedAt" from identity_sessions
    where "userId" = ${uid} and "expiresAt" > now() order by token = ${hashOf(ownToken)} desc, "updatedAt" desc, id limit ${SESSION_LIST_LIMIT}`.execute(
      db,
    )
  return rows.map(({ token, userAgent, address, createdAt, lastUsedAt, id }) => ({
    id,
    isCurrent: token === hashOf(ownToken),
    userAgent: userAgent ?? '',
    address: shortAddress(address ?? ''),
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
  }))
}

/** An IPv6 address as people write it; the identity provider keeps all its zeros. */
function shortAddress(address: string): string {
  const url = `http://[${address}]`
  return address.includes(':') && URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : address
}

/** Until when the session with this token lasts, and whose it is. */
export async function readSession(
  db: Db,
  token: string,
): Promise<{ id: string; expiresAt: Date; email: string; name: string } | undefined> {
  const { rows } = await sql<{ id: string; expiresAt: Date; email: string; name: string }>`select s.id, s."expiresAt", u.email, u.name
    from identity_sessions s join identity_users u on u.id = s."userId" where s.token = ${hashOf(token)}`.execute(db)
  return rows[0]
}

/** Ends the session with this token; false when it has ended before. */
export async function endSessionOf(db: Db, token: string): Promise<boolean> {
  const { rows } = await sql`delete from identity_sessions where token = ${hashOf(token)} returning id`.execute(db)
  return rows.length > 0
}

/** Ends one session of a user. Answers whether it was there, and theirs. */
export async function endSession(db: Db, uid: string, id: string): Promise<'ended' | 'foreign' | 'none'> {
  const { rows: ended } = await sql`delete from identity_sessions where id = ${id} and "userId" = ${uid} returning id`.execute(db)
  if (ended.length > 0) return 'ended'
  const { rows: others } = await sql`select 1 from identity_sessions where id = ${id}`.execute(db)
  return others.length > 0 ? 'foreign' : 'none'
}

/** Ends all sessions of a user but the one with this token. */
export async function endOtherSessions(db: Db | Tx, uid: string, ownToken: string): Promise<void> {
  await sql`delete from identity_sessions where "userId" = ${uid} and token <> ${hashOf(ownToken)}`.execute(db)
}

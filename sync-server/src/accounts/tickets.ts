import { now, secondsFromNow } from '../platform/database/expressions.ts'
import type { Db, Tx } from '../platform/database/sql.ts'
import { hashOf, newSecret } from './token-hash.ts'

/** What one-time secrets are for: a mailed link to a new password, a provider's consent under way, a finished one that becomes a session. */
export type TicketKind = 'passwordReset' | 'provider' | 'signIn'

/** What a ticket says when it is handed in. */
export type Ticket = { readonly uid: string | null; readonly payload: unknown }

/** Writes a ticket that is good once, for `seconds`; answers its secret, of which only a hash is kept. */
export async function issueTicket(
  db: Db | Tx,
  ticket: { kind: TicketKind; seconds: number; uid?: string; payload?: unknown },
): Promise<string> {
  const secret = newSecret()
  const { kind, uid = null, payload = {}, seconds } = ticket
  await db
    .insertInto('tickets')
    .values({ hash: hashOf(secret), kind, uid, payload: JSON.stringify(payload), expires_at: secondsFromNow(seconds) })
    .execute()
  return secret
}

/** Takes a ticket in: of several who hand in the same one, exactly one gets it. Undefined when there is none, or it is too old. */
export async function takeTicket(db: Db | Tx, kind: TicketKind, secret: string): Promise<Ticket | undefined> {
  return db
    .deleteFrom('tickets')
    .where('hash', '=', hashOf(secret))
    .where('kind', '=', kind)
    .where('expires_at', '>', now())
    .returning(['uid', 'payload'])
    .executeTakeFirst()
}

/** Looks at a ticket without taking it in. */
export async function readTicket(db: Db, kind: TicketKind, secret: string): Promise<Ticket | undefined> {
  return db
    .selectFrom('tickets')
    .select(['uid', 'payload'])
    .where('hash', '=', hashOf(secret))
    .where('kind', '=', kind)
    .where('expires_at', '>', now())
    .executeTakeFirst()
}

/** Makes all tickets of a kind worthless that a user has. */
export async function dropTickets(db: Db | Tx, kind: TicketKind, uid: string): Promise<void> {
  await db.deleteFrom('tickets').where('kind', '=', kind).where('uid', '=', uid).execute()
}

/** Makes all tickets worthless that a user has: what was begun before somebody proved anew who they are, or before the account was closed. */
export async function dropAllTickets(tx: Tx, uid: string): Promise<void> {
  await tx.deleteFrom('tickets').where('uid', '=', uid).execute()
}

import { now, secondsFromNow } from '../platform/database/expressions.ts'
import type { Db, Tx } from '../platform/database/sql.ts'
import { hashOf, newSecret } from './token-hash.ts'

/** Purposes of one-time secrets.
 *  - `passwordReset`: the mailed link that sets a new password
 *  - `provider`: a consent that is under way at a provider
 *  - `signIn`: a finished consent, which the callback screen exchanges for a session
 *  - `secondStep`: a first step (a right password, or a sign-in by a provider) that waits for the second
 *  - `codes`: the secret of an authenticator app, which waits for its first code
 *  - `newPasskey`: the challenge to make a passkey
 *  - `usedChallenge`: the mark that a challenge to use a passkey was answered */
export type TicketKind = 'passwordReset' | 'provider' | 'signIn' | 'secondStep' | 'codes' | 'newPasskey' | 'usedChallenge'

/** Kinds of which a user has one ticket at a time. A new ticket replaces the earlier one. */
const ONE_AT_A_TIME: ReadonlySet<TicketKind> = new Set(['codes', 'newPasskey'])

/** Maximum number of tickets that one user has at once of each other kind; the oldest are dropped. Several tablets may share an account and sign in
 *  at the same time. Only somebody who passed the first step can push out the owner's second steps, and a reset of the password stops them. */
export const MAX_OWN_TICKETS = 20

/** Maximum number of tickets of one kind without a user, such as consents in progress. The oldest are dropped, because a refusal would keep everybody
 *  out. A consent takes about a minute, and only more than 300 requests a second from many networks could push it out in that time. */
export const MAX_OWNERLESS_TICKETS = 20_000

export type Ticket = { readonly uid: string | null; readonly payload: unknown }

/** Issues a ticket that works once and for `seconds`. Answers its secret; the database keeps only the hash. Drops the oldest tickets of the same kind
 *  and user beyond the maximum. */
export async function issueTicket(
  db: Db | Tx,
  ticket: { kind: TicketKind; seconds: number; uid?: string; payload?: unknown },
): Promise<string> {
  const secret = newSecret()
  const { kind, uid = null, payload = {}, seconds } = ticket
  const hash = hashOf(secret)
  await db
    .insertInto('tickets')
    .values({ hash, kind, uid, payload: JSON.stringify(payload), expires_at: secondsFromNow(seconds) })
    .execute()
  await dropOldest(db, kind, uid, hash)
  return secret
}

async function dropOldest(db: Db | Tx, kind: TicketKind, uid: string | null, newest: string): Promise<void> {
  const most = uid === null ? MAX_OWNERLESS_TICKETS : ONE_AT_A_TIME.has(kind) ? 1 : MAX_OWN_TICKETS
  const beyond = db
    .selectFrom('tickets')
    .select('hash')
    .where('kind', '=', kind)
    .where('uid', uid === null ? 'is' : '=', uid)
    .where('hash', '<>', newest)
    // tickets of one kind last equally long
    .orderBy('expires_at', 'desc')
    .orderBy('hash')
    .offset(most - 1)
  await db.deleteFrom('tickets').where('hash', 'in', beyond).execute()
}

/** Remembers for `seconds` that a secret was used. False when it was used before. */
export async function noteUsed(db: Db | Tx, kind: TicketKind, secret: string, seconds: number): Promise<boolean> {
  const noted = await db
    .insertInto('tickets')
    .values({ hash: hashOf(secret), kind, uid: null, expires_at: secondsFromNow(seconds) })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .returning('hash')
    .executeTakeFirst()
  return noted !== undefined
}

/** Redeems a ticket. Of several requests for the same ticket, exactly one gets it. Undefined when the ticket is unknown or expired. */
export async function takeTicket(db: Db | Tx, kind: TicketKind, secret: string): Promise<Ticket | undefined> {
  return db
    .deleteFrom('tickets')
    .where('hash', '=', hashOf(secret))
    .where('kind', '=', kind)
    .where('expires_at', '>', now())
    .returning(['uid', 'payload'])
    .executeTakeFirst()
}

/** Reads a ticket without redeeming it. */
export async function readTicket(db: Db, kind: TicketKind, secret: string): Promise<Ticket | undefined> {
  return db
    .selectFrom('tickets')
    .select(['uid', 'payload'])
    .where('hash', '=', hashOf(secret))
    .where('kind', '=', kind)
    .where('expires_at', '>', now())
    .executeTakeFirst()
}

export async function dropTicket(db: Db, kind: TicketKind, secret: string): Promise<void> {
  await db.deleteFrom('tickets').where('hash', '=', hashOf(secret)).where('kind', '=', kind).execute()
}

/** Revokes all tickets of a user. Called when the password is changed or reset, when an account with an unproved e-mail goes to the e-mail's
 *  owner, and when the account is closed or erased. */
export async function dropAllTickets(tx: Tx, uid: string): Promise<void> {
  await tx.deleteFrom('tickets').where('uid', '=', uid).execute()
}

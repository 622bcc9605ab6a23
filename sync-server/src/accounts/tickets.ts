import { now, secondsFromNow } from '../platform/database/expressions.ts'
import type { Db, Tx } from '../platform/database/sql.ts'
import { hashOf, newSecret } from './token-hash.ts'

/** Purposes of one-time secrets.
 *  - `passwordReset`: the mailed link that sets a new password
 *  - `provider`: a consent that is under way at a provider
 *  - `signIn`: a finished consent, which the callback screen exchanges for a session
 *  - `secondStep`: a first step (a right password, or a sign-in by a provider) that waits for the second
 *  - `codes`: the secret of an authenticator app, which waits for its first code
 *  - `passkey`, `newPasskey`: the challenge to use or to make a passkey */
export type TicketKind = 'passwordReset' | 'provider' | 'signIn' | 'secondStep' | 'codes' | 'passkey' | 'newPasskey'

/** Content of a ticket. */
export type Ticket = { readonly uid: string | null; readonly payload: unknown }

/** Issues a ticket that works once, for `seconds`; answers its secret, of which only a hash is kept. */
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

/** Redeems a ticket: of several who redeem the same one, exactly one gets it. Undefined when it is unknown or expired. */
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

/** Revokes one ticket. */
export async function dropTicket(db: Db, kind: TicketKind, secret: string): Promise<void> {
  await db.deleteFrom('tickets').where('hash', '=', hashOf(secret)).where('kind', '=', kind).execute()
}

/** Revokes all tickets of a kind that a user has. */
export async function dropTickets(db: Db | Tx, kind: TicketKind, uid: string): Promise<void> {
  await db.deleteFrom('tickets').where('kind', '=', kind).where('uid', '=', uid).execute()
}

/** Revokes all tickets of a user. Called when the password is changed or reset, when an account with an unproved e-mail goes to the e-mail's
 *  owner, and when the account is closed or erased. */
export async function dropAllTickets(tx: Tx, uid: string): Promise<void> {
  await tx.deleteFrom('tickets').where('uid', '=', uid).execute()
}

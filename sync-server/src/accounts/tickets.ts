import { type Db, sql, type Tx } from '../platform/database/sql.ts'
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
  await sql`insert into tickets (hash, kind, uid, payload, expires_at)
    values (${hashOf(secret)}, ${ticket.kind}, ${ticket.uid ?? null}, ${JSON.stringify(ticket.payload ?? {})}::jsonb,
      now() + make_interval(secs => ${ticket.seconds}::double precision))`.execute(db)
  return secret
}

/** Takes a ticket in: of several who hand in the same one, exactly one gets it. Undefined when there is none, or it is too old. */
export async function takeTicket(db: Db | Tx, kind: TicketKind, secret: string): Promise<Ticket | undefined> {
  const { rows } = await sql<Ticket>`delete from tickets where hash = ${hashOf(secret)} and kind = ${kind} and expires_at > now()
    returning uid, payload`.execute(db)
  return rows[0]
}

/** Looks at a ticket without taking it in. */
export async function readTicket(db: Db, kind: TicketKind, secret: string): Promise<Ticket | undefined> {
  const { rows } =
    await sql<Ticket>`select uid, payload from tickets where hash = ${hashOf(secret)} and kind = ${kind} and expires_at > now()`.execute(db)
  return rows[0]
}

/** Makes all tickets of a kind worthless that a user has. */
export async function dropTickets(db: Db | Tx, kind: TicketKind, uid: string): Promise<void> {
  await sql`delete from tickets where kind = ${kind} and uid = ${uid}`.execute(db)
}

/** Makes all tickets worthless that a user has: what was begun before somebody proved anew who they are, or before the account was closed. */
export async function dropAllTickets(tx: Tx, uid: string): Promise<void> {
  await sql`delete from tickets where uid = ${uid}`.execute(tx)
}

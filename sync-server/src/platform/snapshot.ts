import type { Actor } from '@shop/shared/kernel/define-command.ts'
import { sql } from 'kysely'
import { type Database, type Db, inTransaction, type Tx } from './database.ts'

/** Where a snapshot stands in the history of transactions, and who is looking. */
export type Standpoint = {
  readonly boot: string
  readonly xmin: number
  readonly xmax: number
  /** The viewer's role inside the snapshot. */
  readonly role: Actor['role']
  /** Whether the asked-for boot exists here, and the transaction id of the boot after it. */
  readonly bootKnown: boolean
  readonly nextBootXid: number | null
}

/** Who looks, and from which boot their cursor is. */
export type Viewer = { readonly actor: Actor; readonly boot: string | null }

/** Audiences whose rows a viewer sees. */
export function audiencesOf(uid: string, role: Actor['role']): string[] {
  return role === 'user' ? ['everyone', `user:${uid}`] : ['admins', 'everyone', `user:${uid}`]
}

/** Has this transaction read tables along the index that gives their order. Without fresh statistics (the embedded database gathers none by itself) the planner
 *  would scan and sort a whole table for each page. `ordered: false` leaves it the audience index, for viewers who see little. */
export async function alongIndexes(tx: Tx, ordered: boolean): Promise<void> {
  await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', ${ordered ? 'off' : 'on'}, true)`.execute(tx)
}

/** The present snapshot of this transaction. */
export async function standpointOf(tx: Tx, { actor, boot }: Viewer): Promise<Standpoint> {
  const { rows } = await sql<{
    boot: string
    xmin: number
    xmax: number
    role: 'admin' | 'user' | null
    boot_xid: number | null
    next_xid: number | null
  }>`
    select (select id from boots order by xid desc limit 1) as boot,
      pg_snapshot_xmin(s)::text::bigint as xmin, pg_snapshot_xmax(s)::text::bigint as xmax,
      (select role from users where id = ${actor.uid}) as role,
      (select xid::text::bigint from boots where id = ${boot}) as boot_xid,
      (select xid::text::bigint from boots where xid > (select xid from boots where id = ${boot}) order by xid limit 1) as next_xid
    from pg_current_snapshot() s`.execute(tx)
  const row = rows[0] as (typeof rows)[number]
  return {
    boot: row.boot,
    xmin: row.xmin,
    xmax: row.xmax,
    role: actor.role === 'system' ? 'system' : (row.role ?? 'user'),
    bootKnown: row.boot_xid !== null,
    nextBootXid: row.next_xid,
  }
}

/** What a client has seen already: the snapshot of its cursor. */
export type Seen = { readonly xmin: number; readonly xmax: number }

const NOTHING_SEEN: Seen = { xmin: 0, xmax: 0 }

/** Reads in one REPEATABLE READ snapshot that lies wholly before or wholly after each boot. A standby that is behind what the client has seen passes to the
 *  primary: it would show the client its own past. So does one that fails. */
export async function readSnapshot<T>(
  database: Database,
  viewer: Viewer,
  seen: Seen,
  body: (tx: Tx, at: Standpoint) => Promise<T>,
): Promise<T> {
  const standby = database.standby()
  if (standby) {
    try {
      const answer = await onOne(standby, viewer, seen, body)
      if (answer) return answer.value
    } catch (error) {
      database.standbyFailed(error)
    }
  }
  return ((await onOne(database.db, viewer, NOTHING_SEEN, body)) as { value: T }).value
}

/** The snapshot of the primary as it is now. */
export function presentStandpoint(database: Database, viewer: Viewer): Promise<Standpoint> {
  return readSnapshot({ ...database, standby: () => null }, viewer, NOTHING_SEEN, async (_tx, at) => at)
}

function onOne<T>(db: Db, viewer: Viewer, seen: Seen, body: (tx: Tx, at: Standpoint) => Promise<T>): Promise<{ value: T } | undefined> {
  return inTransaction(
    db,
    async (tx) => {
      // LOCK takes no snapshot, so the transaction's snapshot is taken by the statement after it, under the lock
      await sql`lock table boots in row share mode`.execute(tx)
      const at = await standpointOf(tx, viewer)
      return at.xmax < seen.xmax || at.xmin < seen.xmin ? undefined : { value: await body(tx, at) }
    },
    { isolation: 'repeatable read', access: 'read only' },
  )
}

import type { Actor } from '@shop/shared/kernel/define-command.ts'
import { sql } from 'kysely'
import { type Database, type Db, inTransaction, type Tx } from '../database/database.ts'

/** The position of a snapshot in the history of transactions, and the role of its viewer. */
export type Standpoint = {
  readonly boot: string
  readonly xmin: number
  readonly xmax: number
  /** The viewer's role inside the snapshot. */
  readonly role: Actor['role']
  /** True when the boot of the viewer's cursor exists here. `nextBootXid` is the transaction id of the boot after it. */
  readonly bootKnown: boolean
  readonly nextBootXid: number | null
  readonly onStandby: boolean
}

/** The reader, and the boot of their cursor. */
export type Viewer = { readonly actor: Actor; readonly boot: string | null }

/** Lists the audiences whose rows a viewer sees. */
export function audiencesOf(uid: string, role: Actor['role']): string[] {
  return role === 'user' ? ['everyone', `user:${uid}`] : ['admins', 'everyone', `user:${uid}`]
}

/** Reads the standpoint of this transaction's snapshot. */
export async function standpointOf(tx: Tx, { actor, boot }: Viewer): Promise<Standpoint> {
  const { rows } = await sql<{
    boot: string
    xmin: number
    xmax: number
    role: 'admin' | 'user' | null
    boot_xid: number | null
    next_xid: number | null
    on_standby: boolean
  }>`
    select (select id from boots order by xid desc limit 1) as boot,
      pg_snapshot_xmin(s)::text::bigint as xmin, pg_snapshot_xmax(s)::text::bigint as xmax,
      (select role from users where id = ${actor.uid}) as role,
      (select xid::text::bigint from boots where id = ${boot}) as boot_xid,
      (select xid::text::bigint from boots where xid > (select xid from boots where id = ${boot}) order by xid limit 1) as next_xid,
      pg_is_in_recovery() as on_standby
    from pg_current_snapshot() s`.execute(tx)
  const row = rows[0] as (typeof rows)[number]
  return {
    boot: row.boot,
    xmin: row.xmin,
    xmax: row.xmax,
    role: actor.role === 'system' ? 'system' : (row.role ?? 'user'),
    bootKnown: row.boot_xid !== null,
    nextBootXid: row.next_xid,
    onStandby: row.on_standby,
  }
}

/** The point up to which a standby must have replayed before it may answer. It covers all commits that the client has seen or was poked about, and
 *  the boot of the asking server. */
export type Needed = { readonly xmin: number; readonly xmax: number; readonly boot: string }

/** Reads in one REPEATABLE READ snapshot. On the primary, no snapshot is taken in the middle of a boot. The primary answers when the standby fails,
 *  or has not replayed enough and would show an older state or another history. */
export async function readSnapshot<T>(
  database: Database,
  viewer: Viewer,
  needed: Needed,
  body: (tx: Tx, at: Standpoint) => Promise<T>,
): Promise<T> {
  const answer = await database.standby?.ask((db) =>
    onOne(db, viewer, async (tx, at) => {
      if (!at.onStandby) throw new Error('DATABASE_READ_URL leads to a database that is no standby (any more)')
      return (await hasReplayed(tx, at, needed)) ? { value: await body(tx, at) } : undefined
    }),
  )
  return answer ? answer.value : onOne(database.db, viewer, body)
}

/** Reads the present standpoint on the primary. */
export function presentStandpoint(database: Database, viewer: Viewer): Promise<Standpoint> {
  return onOne(database.db, viewer, async (_tx, at) => at)
}

/** True when the standby has replayed enough. Only transactions before the snapshot's xmin count, because a standby does not know which later ones
 *  are open. */
async function hasReplayed(tx: Tx, at: Standpoint, { xmin, xmax, boot }: Needed): Promise<boolean> {
  if (at.xmin < xmin || at.xmax < xmax) return false
  const { rows } = await sql`select 1 from boots where id = ${boot}`.execute(tx)
  return rows.length > 0
}

function onOne<T>(db: Db, viewer: Viewer, body: (tx: Tx, at: Standpoint) => Promise<T>): Promise<T> {
  return inTransaction(
    db,
    async (tx) => {
      // LOCK takes no snapshot, so the next statement takes the transaction's snapshot under the lock
      await sql`lock table boots in row share mode`.execute(tx)
      return await body(tx, await standpointOf(tx, viewer))
    },
    { isolation: 'repeatable read', access: 'read only' },
  )
}

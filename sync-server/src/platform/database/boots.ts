import { randomBytes, randomUUID } from 'node:crypto'
import { REMOVAL_DAYS } from '@shop/shared/kernel/limits.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Log } from '../kernel/log.ts'
import type { Catalog } from './catalog.ts'
import { type Db, inTransaction, overOneConnection, type Tx } from './database.ts'
import { bigint, boolean, definePlainTable, orNull, text, timestamp, withDefault, xid } from './plain-table.ts'

/** Each start of a server on this database adds a boot, and so does a restart of PostgreSQL under a running server. */
export const bootsTable = definePlainTable('boots', { id: text(), xid: xid(), booted_at: withDefault(timestamp()) })

/** The table with one row about the cluster to which the transaction ids belong. */
export const clusterTable = definePlainTable('cluster', {
  one: withDefault(boolean()),
  identity: text(),
  cursor_secret: text(),
  restore_detected_at_ms: orNull(bigint()),
  restore_confirmed_at_ms: orNull(bigint()),
  restore_reported_at_ms: orNull(bigint()),
  restore_reported_by: orNull(text()),
  restore_report_settled_at_ms: orNull(bigint()),
  erasures_followed_on: orNull(text()),
})

/** The database cluster on which this server runs. `moved` is true when the boot before this one was on another cluster. */
export type Cluster = { readonly boot: string; readonly cursorSecret: string; readonly moved: boolean }

/** Records a boot, so that cursors from a lost future can be recognised (law *Lost futures*). A cursor is valid while its boot is recorded and the
 *  cursor has seen nothing beyond the xid of the next boot. After a restored dump or a promoted standby the server runs on another cluster, where the
 *  old transaction ids mean nothing. So all boots are deleted, which voids every cursor, and the synced rows, tombstones and acknowledgements get new
 *  stamps. */
export async function appendBoot(tx: Tx, catalog: Catalog): Promise<Cluster> {
  // with this lock, a pull's snapshot on the primary is entirely before or after the boot, because pulls lock `boots` in ROW SHARE before it
  await sql`lock table boots in exclusive mode`.execute(tx)
  const identity = await clusterIdentity(tx)
  const known = await tx.selectFrom('cluster').select(['identity', 'cursor_secret']).executeTakeFirst()
  const cursorSecret = known?.cursor_secret ?? randomBytes(32).toString('base64url')
  const moved = known !== undefined && known.identity !== identity
  if (!known) await tx.insertInto('cluster').values({ identity, cursor_secret: cursorSecret }).execute()
  if (moved) {
    await tx.deleteFrom('boots').execute()
    const stamped = [...catalog.synced.map(({ name }) => name), 'removals', 'command_acks']
    for (const table of stamped) await sql`update ${sql.table(table)} set changed_xid = changed_xid`.execute(tx)
    await tx.updateTable('cluster').set({ identity }).execute()
  }
  await sql`delete from boots where exists (select 1 from boots next where next.xid > boots.xid
    and next.booted_at < now() - make_interval(days => ${REMOVAL_DAYS}))`.execute(tx)
  // Transaction ids alone do not reveal every lost future. A transaction that was open during an online backup has an xid before the restored boot's.
  // It is missing from the backup, although clients may have seen it after its commit. Besides, migrations and other databases on a restored cluster
  // use up ids of the lost future before this boot. So the first whole pull after a boot compares the sums of all collections, and rows that differ
  // are fetched again. This pull also names the client's newest acknowledged command. A client whose newest command is unknown here starts afresh and
  // sends its commands back. One command is enough, because a client's transactions commit in the order in which the client sent them.
  const boot = randomUUID()
  await sql`insert into boots (id, xid) values (${boot}, pg_current_xact_id())`.execute(tx)
  return { boot, cursorSecret, moved }
}

/** Reads the identity of the history to which transaction ids belong. Besides system identifier and timeline, the identity contains the oids of the
 *  database and of the table `boots`. These oids change when a dump is restored into the same cluster. */
export async function clusterIdentity(tx: Tx): Promise<string> {
  const { rows } = await sql<{ identity: string }>`select concat_ws('/', (select system_identifier from pg_control_system()),
    (select timeline_id from pg_control_checkpoint()), (select oid from pg_database where datname = current_database()), 'boots'::regclass::oid) as identity`.execute(
    tx,
  )
  return rows[0]?.identity ?? ''
}

/** Records that a client has seen a lost future, which closes payouts until an admin confirms the restore. A cursor that is older than the last
 *  confirmation changes nothing. */
export async function noteRestore(db: Db, nowMs: number, cursorAtMs: number): Promise<void> {
  await db
    .updateTable('cluster')
    .set({ restore_detected_at_ms: nowMs })
    .where('restore_detected_at_ms', 'is', null)
    .where((eb) => eb.or([eb('restore_confirmed_at_ms', 'is', null), eb('restore_confirmed_at_ms', '<', cursorAtMs)]))
    .execute()
}

/** Reads the time at which the server detected a restore, in milliseconds since 1970. Null when no restore waits for an admin's confirmation. */
export async function restoreDetectedAtMs(db: Db | Tx): Promise<number | null> {
  const cluster = await db.selectFrom('cluster').select('restore_detected_at_ms').executeTakeFirst()
  return cluster?.restore_detected_at_ms ?? null
}

/** A device's report that the shop was restored from a backup: its sender and its time. The report alone does not close payouts, because it has no
 *  proof or comes from a consignor. */
export type RestoreReport = { readonly atMs: number; readonly uid: string }

/** Milliseconds for which no new report is recorded after an admin has settled one, so that nobody can report again and again. */
const REPORT_PAUSE_MS = 86_400_000

/** Records a report, unless one waits for an admin or was settled less than REPORT_PAUSE_MS ago. */
export async function noteRestoreReport(db: Db | Tx, nowMs: number, uid: string): Promise<void> {
  await db
    .updateTable('cluster')
    .set({ restore_reported_at_ms: Math.floor(nowMs), restore_reported_by: uid })
    .where('restore_reported_at_ms', 'is', null)
    .where((eb) =>
      eb.or([eb('restore_report_settled_at_ms', 'is', null), eb('restore_report_settled_at_ms', '<', nowMs - REPORT_PAUSE_MS)]),
    )
    .execute()
}

/** Reads the report that waits for an admin; null when there is none. */
export async function restoreReport(db: Db): Promise<RestoreReport | null> {
  const cluster = await db.selectFrom('cluster').select(['restore_reported_at_ms', 'restore_reported_by']).executeTakeFirst()
  const { restore_reported_at_ms: atMs = null, restore_reported_by: uid = null } = cluster ?? {}
  return atMs === null || uid === null ? null : { atMs, uid }
}

/** Records an admin's answer to a report, and closes payouts when the shop was restored. */
export async function settleRestoreReport(db: Db | Tx, nowMs: number, wasRestored: boolean): Promise<void> {
  await db
    .updateTable('cluster')
    .set((eb) => ({
      restore_reported_at_ms: null,
      restore_reported_by: null,
      restore_report_settled_at_ms: nowMs,
      ...(wasRestored ? { restore_detected_at_ms: eb.fn.coalesce('restore_detected_at_ms', eb.val(nowMs)) } : {}),
    }))
    .execute()
}

/** Records that an admin has checked the books after a restore, which also answers a device's report of it. */
export async function confirmRestore(db: Db | Tx, nowMs: number): Promise<void> {
  await settleRestoreReport(db, nowMs, false)
  await db.updateTable('cluster').set({ restore_detected_at_ms: null, restore_confirmed_at_ms: nowMs }).execute()
}

/** Begins a boot when the server starts, and another boot when PostgreSQL restarts under the running server, because PostgreSQL may run on a restored
 *  backup then. */
export class BootKeeper {
  cluster: Cluster = { boot: '', cursorSecret: '', moved: false }
  private postmasterStart: string | undefined
  private begun: Promise<void> | undefined

  constructor(
    private readonly append: (tx: Tx) => Promise<Cluster>,
    private readonly log: Log,
  ) {}

  async begin(db: Db): Promise<void> {
    const { rows } = await sql<{ at: string }>`select pg_postmaster_start_time()::text as at`.execute(db)
    this.cluster = await inTransaction(db, this.append)
    this.postmasterStart = rows[0]?.at
    if (this.cluster.moved) this.log.warn('the database moved to another cluster: every client starts afresh')
  }

  /** Runs on each new connection before its first use. */
  async check(client: pg.PoolClient): Promise<void> {
    if (this.postmasterStart === undefined) return
    const { rows } = await client.query<{ at: string }>('select pg_postmaster_start_time()::text as at')
    if (rows[0]?.at === this.postmasterStart) return
    this.log.warn('PostgreSQL was restarted; a new boot begins')
    this.begun ??= this.begin(overOneConnection(client)).finally(() => {
      this.begun = undefined
    })
    await this.begun
  }
}

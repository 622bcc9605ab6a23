import { randomBytes, randomUUID } from 'node:crypto'
import { REMOVAL_DAYS } from '@shop/shared/kernel/limits.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Log } from '../kernel/log.ts'
import type { Catalog } from './catalog.ts'
import { type Db, inTransaction, overOneConnection, type Tx } from './database.ts'
import { bigint, boolean, definePlainTable, orNull, text, timestamp, withDefault, xid } from './plain-table.ts'

/** Table of the lives that servers had on this database. */
export const bootsTable = definePlainTable('boots', { id: text(), xid: xid(), booted_at: withDefault(timestamp()) })

/** Table of one row: the cluster that the transaction ids belong to. */
export const clusterTable = definePlainTable('cluster', {
  one: withDefault(boolean()),
  identity: text(),
  cursor_secret: text(),
  restore_detected_at_ms: orNull(bigint()),
  restore_confirmed_at_ms: orNull(bigint()),
})

/** What the server needs to know of the cluster it runs on. */
export type Cluster = { readonly boot: string; readonly cursorSecret: string; readonly moved: boolean }

/** Begins this server's life on its database (design §4 Lost futures): its first writing transaction.
 *  A cursor holds while its boot exists and it saw nothing beyond the next boot's xid. The exclusive lock keeps every pull's snapshot on one side of the boot:
 *  pulls take ROW SHARE on `boots` before their snapshot.
 *  Transaction ids alone do not tell every lost future: a transaction that was open while an online backup was taken has its xid before the restored boot's,
 *  is not in the backup, and may have been seen by clients after it committed; and whatever else runs on a restored cluster before this boot (migrations,
 *  another database's work) uses up the ids that a lost future had. So the first whole pull after a boot brings the sums of all collections with it, and
 *  names the client's newest acknowledged command. Rows that differ are fetched anew. A client's transactions commit in the order it sent its commands, so
 *  a database that knows the newest one knows them all; one that does not starts the client afresh, which hands its commands back.
 *  On another cluster than last time (a dump was restored, a standby promoted) transaction ids mean nothing any more: the boots go, so that every cursor
 *  is void, and every row is stamped anew. */
export async function appendBoot(tx: Tx, catalog: Catalog): Promise<Cluster> {
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
  const boot = randomUUID()
  await sql`insert into boots (id, xid) values (${boot}, pg_current_xact_id())`.execute(tx)
  return { boot, cursorSecret, moved }
}

/** Names the history that transaction ids belong to. Beside system identifier and timeline it holds the database and the table itself: a dump that is
 *  restored into the same cluster makes both anew. */
export async function clusterIdentity(tx: Tx): Promise<string> {
  const { rows } = await sql<{ identity: string }>`select concat_ws('/', (select system_identifier from pg_control_system()),
    (select timeline_id from pg_control_checkpoint()), (select oid from pg_database where datname = current_database()), 'boots'::regclass::oid) as identity`.execute(
    tx,
  )
  return rows[0]?.identity ?? ''
}

/** Notes that a client has seen a future this database forgot: paying out stays closed until an admin confirms. A cursor from before the last confirmation
 *  tells nothing new. */
export async function noteRestore(db: Db, nowMs: number, cursorAtMs: number): Promise<void> {
  await db
    .updateTable('cluster')
    .set({ restore_detected_at_ms: nowMs })
    .where('restore_detected_at_ms', 'is', null)
    .where((eb) => eb.or([eb('restore_confirmed_at_ms', 'is', null), eb('restore_confirmed_at_ms', '<', cursorAtMs)]))
    .execute()
}

/** When a restore was detected that no admin has confirmed yet, in milliseconds since 1970; null when there is none. */
export async function restoreDetectedAtMs(db: Db | Tx): Promise<number | null> {
  const cluster = await db.selectFrom('cluster').select('restore_detected_at_ms').executeTakeFirst()
  return cluster?.restore_detected_at_ms ?? null
}

/** An admin has looked at the books after a restore. */
export async function confirmRestore(db: Db, nowMs: number): Promise<void> {
  await db.updateTable('cluster').set({ restore_detected_at_ms: null, restore_confirmed_at_ms: nowMs }).execute()
}

/** Begins a boot at the start, and again when PostgreSQL itself was started anew behind this server's back: it may have come back from a backup. */
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

  /** Run on each new connection, before it is used. */
  async check(client: pg.PoolClient): Promise<void> {
    if (this.postmasterStart === undefined) return
    const { rows } = await client.query<{ at: string }>('select pg_postmaster_start_time()::text as at')
    if (rows[0]?.at === this.postmasterStart) return
    this.log.warn('PostgreSQL was started anew; a new boot begins')
    this.begun ??= this.begin(overOneConnection(client)).finally(() => {
      this.begun = undefined
    })
    await this.begun
  }
}

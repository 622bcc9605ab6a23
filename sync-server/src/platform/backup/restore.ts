import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { DataDirInUse, lockDataDir } from '../database/data-dir-lock.ts'
import { DATABASE_FOLDER, finishSwitch, switchDatabase } from '../database/data-dir-switch.ts'
import { connectPostgres, type DatabaseLocation, type Db, inTransaction, type Tx } from '../database/database.ts'
import { silentLog } from '../kernel/log.ts'
import { withPglite } from './back-up.ts'
import { BackupProblem, type Progress } from './backup-format.ts'
import { migrationsOf } from './dump-database.ts'
import { type Loaded, loadDatabase, requireKnownMigrations } from './load-database.ts'
import { type CheckedBackup, readBackup } from './read-backup.ts'

/** Lock key of Kysely's migrator, so that a server that starts during the restore waits for its end. */
const MIGRATION_LOCK = '3853314791062309107'

/** Milliseconds to wait for a server that has just stopped, because PostgreSQL drops a connection some time after its client has closed it. */
const LEAVING_MS = 5_000

/** Options of a restore. `replaces` allows the restore to move a shop with accounts aside. */
export type RestoreOptions = {
  readonly nowMs: number
  readonly replaces: boolean
  readonly keepPicture: (name: string, bytes: Buffer) => Promise<void>
  readonly progress: Progress
  readonly passphrase?: string | undefined
  /** Runs in the restore's transaction, after the backup was loaded. */
  readonly also?: (tx: Tx) => Promise<void>
}

/** Result of a restore. `aside` is the new place of the replaced shop; null when there was none. */
export type Restored = Loaded & { readonly aside: string | null }

/** Restores a checked backup. The old shop stays until the restored one is complete. An error before then leaves the database
 *  unchanged. */
export async function restore(
  location: DatabaseLocation,
  path: string,
  { header, digest }: CheckedBackup,
  options: RestoreOptions,
): Promise<Restored> {
  requireKnownMigrations(header, basename(path))
  const fill = async (tx: Tx) => {
    const loaded = await loadDatabase(tx, header, readBackup(path, options.passphrase, digest), options)
    await options.also?.(tx)
    return loaded
  }
  if (location.kind === 'postgres') return restorePostgres(location.url, options, fill)
  if (location.dataDir === null) throw new BackupProblem('A shop that lives in memory only cannot be restored.')
  return restorePglite(location.dataDir, options, fill)
}

async function restorePglite(dataDir: string, options: RestoreOptions, fill: (tx: Tx) => Promise<Loaded>): Promise<Restored> {
  const unlock = await lockDataDir(dataDir).catch((error: unknown) => {
    throw error instanceof DataDirInUse ? new BackupProblem('The shop is running. Stop it, run this again, and start it.') : error
  })
  const from = `restoring-${randomUUID()}`
  try {
    await finishSwitch(dataDir)
    const live = join(dataDir, DATABASE_FOLDER)
    const isTaken = existsSync(live)
    if (isTaken && !options.replaces && (await withPglite(live, hasUsers))) throw occupied(dataDir)
    const loaded = await withPglite(join(dataDir, from, DATABASE_FOLDER), async (db) => {
      const done = await inTransaction(db, fill)
      await sql`vacuum analyze`.execute(db)
      await sql`checkpoint`.execute(db)
      return done
    })
    const aside = await freeName(`before-restore-${nameOf(options.nowMs)}`, async (name) => existsSync(join(dataDir, name)))
    await switchDatabase(dataDir, from, aside)
    return { ...loaded, aside: isTaken ? join(dataDir, aside) : null }
  } finally {
    await rm(join(dataDir, from), { recursive: true, force: true })
    await unlock()
  }
}

async function restorePostgres(url: string, options: RestoreOptions, fill: (tx: Tx) => Promise<Loaded>): Promise<Restored> {
  const db = connectPostgres(url, silentLog, { max: 1, lockTimeoutMs: 0 })
  try {
    const restored = await inTransaction(db, async (tx) => {
      await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`.execute(tx)
      await requireNobodyElse(tx)
      const aside = await clearSchema(tx, options)
      return { ...(await fill(tx)), aside }
    })
    await sql`analyze`.execute(db)
    return restored
  } finally {
    await db.destroy()
  }
}

async function requireNobodyElse(tx: Tx): Promise<void> {
  const untilMs = performance.now() + LEAVING_MS
  while (await isSomebodyThere(tx)) {
    if (performance.now() > untilMs)
      throw new BackupProblem('The shop is running on this database. Stop every server of it, run this again, and start them.')
    await sleep(100)
  }
}

async function isSomebodyThere(tx: Tx): Promise<boolean> {
  // without this, pg_stat_activity shows the same connections at every query of a transaction
  await sql`select pg_stat_clear_snapshot()`.execute(tx)
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid() limit 1`.execute(tx)
  return rows.length > 0
}

/** Renames the schema of an existing shop within the restore's transaction. Answers its new name, or null when there is no shop. */
async function clearSchema(tx: Tx, { replaces, nowMs }: RestoreOptions): Promise<string | null> {
  const { rows } = await sql<{ schema: string; tables: number }>`select current_schema() as schema,
    (select count(*)::int from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')) as tables`.execute(
    tx,
  )
  const { schema, tables } = rows[0] as { schema: string; tables: number }
  if (tables === 0) return null
  if ((await migrationsOf(tx)).length === 0)
    throw new BackupProblem('The database at DATABASE_URL holds something that is not this shop’s. Name one that is empty.')
  if (!replaces && (await hasUsers(tx))) throw occupied('the database at DATABASE_URL')
  const isSchema = async (name: string) => (await sql`select 1 from pg_namespace where nspname = ${name}`.execute(tx)).rows.length > 0
  const aside = await freeName(`${schema}_before_restore_${nameOf(nowMs).replaceAll('-', '_')}`, isSchema)
  await sql`alter schema ${sql.ref(schema)} rename to ${sql.ref(aside)}`.execute(tx)
  await sql`create schema ${sql.ref(schema)}`.execute(tx)
  await sql`grant usage on schema ${sql.ref(schema)} to public`.execute(tx)
  const extensions = await sql<{
    name: string
  }>`select extname as name from pg_extension where extnamespace = ${aside}::regnamespace`.execute(tx)
  for (const { name } of extensions.rows) await sql`alter extension ${sql.ref(name)} set schema ${sql.ref(schema)}`.execute(tx)
  return aside
}

async function hasUsers(db: Db | Tx): Promise<boolean> {
  const { rows } = await sql<{ at: string | null }>`select to_regclass('users')::text as at`.execute(db)
  return rows[0]?.at ? (await sql`select 1 from users limit 1`.execute(db)).rows.length > 0 : false
}

const occupied = (place: string) =>
  new BackupProblem(`There is a shop in ${place} already. To put the backup in its place and keep that one aside, add --replace.`)

/** Finds a name that nothing has: two restores can begin within one second. */
async function freeName(wanted: string, isTaken: (name: string) => Promise<boolean>): Promise<string> {
  let name = wanted
  for (let number = 2; await isTaken(name); number++) name = `${wanted}_${number}`
  return name
}

/** Formats a time for a file name, in this machine's time zone: 2026-11-21-194501. */
export function nameOf(atMs: number): string {
  const at = new Date(atMs)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}-${two(at.getHours())}${two(at.getMinutes())}${two(at.getSeconds())}`
}

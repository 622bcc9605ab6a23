import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { type AccessMode, type IsolationLevel, Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { Log } from '../kernel/log.ts'
import { lockDataDir } from './data-dir-lock.ts'
import { copyDatabaseFolder, DATABASE_FOLDER, finishSwitch, removeLeftovers } from './data-dir-switch.ts'
import { openDurablePglite, openMemoryPglite } from './durable-pglite.ts'
import { PEOPLE_CHANNEL } from './people-channel.ts'
import { PgliteDialect } from './pglite-dialect.ts'
import { isExactNumberType, parseExactNumber } from './sql-values.ts'
import { type Connections, OpenSockets, Standby } from './standby.ts'
import type { Tables } from './tables.ts'
import { guardDriver, insideTransaction } from './transaction-guard.ts'

/** Maximum number of connections in one pool to PostgreSQL. A server has two pools, and a third one if it has a standby. */
export const POOL_CONNECTIONS = 10
/** Maximum milliseconds that a statement waits for each lock. Then a push is refused and its till tries again, other commands are repeated, and the
 *  own transaction of a call is answered with 503. */
const LOCK_TIMEOUT_MS = 2_000
/** Milliseconds of silence inside a transaction after which its connection is cut, because an open transaction holds back the cursor of every
 *  pull. */
const IDLE_IN_TRANSACTION_MS = 60_000
const CONNECT_TIMEOUT_MS = 10_000
/** Maximum milliseconds to connect to a standby. It is shorter than for a primary, because the primary can answer instead. */
const STANDBY_CONNECT_TIMEOUT_MS = 3_000

/** The outer handle, only for single statements. */
export type Db = Kysely<Tables>
/** The handle inside a transaction. */
export type Tx = Transaction<Tables>

/** Place of the data. `dataDir: null` keeps the data in memory, for tests. `open` opens the database in memory. `lockTimeoutMs` replaces
 *  LOCK_TIMEOUT_MS. */
export type DatabaseLocation =
  | { kind: 'pglite'; dataDir: string }
  | { kind: 'pglite'; dataDir: null; open?: () => Promise<PGlite> }
  | { kind: 'postgres'; url: string; readUrl?: string | undefined; lockTimeoutMs?: number }

/** Options of a transaction. The default isolation is READ COMMITTED. */
export type TransactionOptions = { isolation?: IsolationLevel; access?: AccessMode }

/** Checks a new connection to PostgreSQL before its first use, because PostgreSQL may have been restarted or replaced since the last connection. */
export type ConnectionCheck = (client: pg.PoolClient) => Promise<void>

/** An open database, of either kind. */
export type Database = {
  readonly kind: 'pglite' | 'postgres'
  readonly db: Db
  /** A standby that pulls may read from; null without one. */
  readonly standby: Standby<Db> | null
  /** Address for further connections (LISTEN); null for the embedded database. */
  readonly url: string | null
  /** Data directory of an embedded database on the disk, and a function that copies its files while it is open. Null for other databases. */
  readonly onDisk: { readonly dataDir: string; copyTo(folder: string): Promise<void> } | null
  transaction: Transact
  /** Runs `body` with transactions of one session, which share their temporary tables. Other sessions use the database in between. */
  session<T>(body: (transaction: Transact) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Runs `body` in one transaction. */
export type Transact = <T>(body: (tx: Tx) => Promise<T>, options?: TransactionOptions) => Promise<T>

/** Runs `body` in one transaction of this handle. Inside `body` only `tx` may be used; the outer handle throws. */
export function inTransaction<T>(db: Db, body: (tx: Tx) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
  let builder = db.transaction().setIsolationLevel(options.isolation ?? 'read committed')
  if (options.access) builder = builder.setAccessMode(options.access)
  return builder.execute((tx) => insideTransaction(() => body(tx)))
}

/** Callbacks of the database. `check` runs for each new connection to the primary; `hear` receives each uid that the embedded database announces on
 *  PEOPLE_CHANNEL. */
export type DatabaseParts = { readonly check?: ConnectionCheck; readonly hear?: (uid: string) => void }

/** Opens the database. Does not migrate it. */
export async function openDatabase(location: DatabaseLocation, log: Log, parts: DatabaseParts = {}): Promise<Database> {
  const { check = async () => {}, hear = () => {} } = parts
  if (location.kind === 'postgres') return openPostgres(location, log, check)
  const listeners: (() => void)[] = []
  const listening = async (pglite: PGlite): Promise<PGlite> => {
    await pglite.query(`listen ${PEOPLE_CHANNEL}`)
    listeners.push(pglite.onNotification((channel, uid) => channel === PEOPLE_CHANNEL && hear(uid)))
    return pglite
  }
  const closed = async (db: Db) => {
    for (const stop of listeners) stop()
    await db.destroy()
  }
  if (location.dataDir === null) {
    const open = location.open ?? openMemoryPglite
    const db = new Kysely<Tables>({ dialect: new PgliteDialect(await listening(await open())) })
    return assemble('pglite', db, null, () => closed(db))
  }
  const unlock = await lockDataDir(location.dataDir)
  try {
    const { dataDir } = location
    await finishSwitch(dataDir)
    await removeLeftovers(dataDir, Date.now())
    const folder = join(dataDir, DATABASE_FOLDER)
    const reopen = async () => {
      log.error('the embedded database broke down and is opened again')
      return listening(await openDurablePglite(folder))
    }
    const db = new Kysely<Tables>({ dialect: new PgliteDialect(await listening(await openDurablePglite(folder)), reopen) })
    // this connection is the only one, so the copy contains exactly the committed data
    const copyTo = (folder: string) =>
      db.connection().execute(async (alone) => {
        await sql`checkpoint`.execute(alone)
        await copyDatabaseFolder(dataDir, folder)
      })
    const close = async () => {
      await closed(db)
      await unlock()
    }
    return { ...assemble('pglite', db, null, close), onDisk: { dataDir, copyTo } }
  } catch (error) {
    await unlock()
    throw error
  }
}

function openPostgres(location: DatabaseLocation & { kind: 'postgres' }, log: Log, check: ConnectionCheck): Database {
  const { url, readUrl, lockTimeoutMs } = location
  // Two pools: when transactions that wait for a row use up their pool, reads still have the other one.
  const db = connectPostgres(url, log, { check, lockTimeoutMs })
  const writing = connectPostgres(url, log, { check, lockTimeoutMs })
  const standby = readUrl ? new Standby(() => connectStandby(readUrl, log), log) : null
  const close = async () => {
    standby?.close()
    await Promise.all([db.destroy(), writing.destroy()])
  }
  const transaction: Transact = (body, options) => inTransaction(options?.access === 'read only' ? db : writing, body, options)
  const session: Database['session'] = (body) =>
    writing.connection().execute((alone) => body((work, options) => inTransaction(alone, work, options)))
  return { ...assemble('postgres', db, url, close), standby, transaction, session }
}

function connectStandby(url: string, log: Log): Connections<Db> {
  const pool = poolOf(url, log, { connectTimeoutMs: STANDBY_CONNECT_TIMEOUT_MS })
  const sockets = new OpenSockets(pool)
  const db = new Kysely<Tables>({ dialect: new GuardedPostgresDialect({ pool }) })
  return {
    db,
    cut() {
      sockets.destroy()
      db.destroy().catch((error: unknown) => log.debug({ err: error }, 'the connections to a standby did not close cleanly'))
    },
  }
}

function assemble(kind: Database['kind'], db: Db, url: string | null, close: () => Promise<void>): Database {
  const transaction: Transact = (body, options) => inTransaction(db, body, options)
  // the embedded database has one session
  return { kind, db, standby: null, url, onDisk: null, close, transaction, session: (body) => body(transaction) }
}

class GuardedPostgresDialect extends PostgresDialect {
  override createDriver() {
    return guardDriver(super.createDriver())
  }
}

/** Opens a handle over a pool of connections. With `lockTimeoutMs: 0`, statements wait for locks without limit, so that migrations can wait for
 *  another server's migrations. */
export function connectPostgres(url: string, log: Log, options: PoolOptions = {}): Db {
  return new Kysely<Tables>({ dialect: new GuardedPostgresDialect({ pool: poolOf(url, log, options) }) })
}

type PoolOptions = { check?: ConnectionCheck; lockTimeoutMs?: number | undefined; max?: number; connectTimeoutMs?: number }

function poolOf(url: string, log: Log, options: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? POOL_CONNECTIONS,
    connectionTimeoutMillis: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    keepAlive: true,
    lock_timeout: options.lockTimeoutMs ?? LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    types: { getTypeParser: parserOf },
    verify: (client: pg.PoolClient, done: (error?: Error) => void) => {
      ;(options.check ?? (async () => {}))(client).then(() => done(), done)
    },
  })
  // a connection may break at any time, and an unhandled error event ends the process
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', (error) => log.warn({ err: error }, 'a database connection broke')))
  return pool
}

/** Opens a handle over one connection that the caller owns. */
export function overOneConnection(client: pg.PoolClient): Db {
  const borrowed = { query: client.query.bind(client), release: () => {} }
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { connect: async () => borrowed as pg.PoolClient, end: async () => {} } }),
  })
}

function parserOf(oid: number, format?: 'text' | 'binary') {
  return isExactNumberType(oid) ? parseExactNumber : pg.types.getTypeParser(oid, format as 'text')
}

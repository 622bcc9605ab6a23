import { join } from 'node:path'
import { type AccessMode, type IsolationLevel, Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { Log } from '../kernel/log.ts'
import { lockDataDir } from './data-dir-lock.ts'
import { copyDatabaseFolder, DATABASE_FOLDER, finishSwitch, removeLeftovers } from './data-dir-switch.ts'
import { openDurablePglite, openMemoryPglite } from './durable-pglite.ts'
import { PgliteDialect } from './pglite-dialect.ts'
import { isExactNumberType, parseExactNumber } from './sql-values.ts'
import { type Connections, OpenSockets, Standby } from './standby.ts'
import type { Tables } from './tables.ts'
import { guardDriver, insideTransaction } from './transaction-guard.ts'

/** Connections of one server to its PostgreSQL. */
export const POOL_CONNECTIONS = 10
/** A statement waits this long for a row lock, then its batch is repeated. */
const LOCK_TIMEOUT_MS = 10_000
/** A connection that stops talking inside a transaction is cut, so that its locks do not stall every pull's horizon. */
const IDLE_IN_TRANSACTION_MS = 60_000
const CONNECT_TIMEOUT_MS = 10_000
/** A standby has less: the primary is there, and people wait. */
const STANDBY_CONNECT_TIMEOUT_MS = 3_000

/** The outer handle: single statements only. */
export type Db = Kysely<Tables>
/** The handle inside a transaction. */
export type Tx = Transaction<Tables>

/** Place of the data. `dataDir: null` keeps it in memory for tests, starting from `copy` when given. */
export type DatabaseLocation =
  | { kind: 'pglite'; dataDir: string | null; copy?: Blob }
  | { kind: 'postgres'; url: string; readUrl?: string | undefined }

/** How a transaction runs. Writes default to READ COMMITTED. */
export type TransactionOptions = { isolation?: IsolationLevel; access?: AccessMode }

/** Runs before a new connection to PostgreSQL is used: the server behind the address may be another one than before. */
export type ConnectionCheck = (client: pg.PoolClient) => Promise<void>

/** An open database, of either kind. */
export type Database = {
  readonly kind: 'pglite' | 'postgres'
  readonly db: Db
  /** A standby that pulls may read from; null without one. */
  readonly standby: Standby<Db> | null
  /** Address for further connections (LISTEN); null for the embedded database. */
  readonly url: string | null
  /** The embedded database's files, and how to copy them while it is open; null for any other. */
  readonly onDisk: { readonly dataDir: string; copyTo(folder: string): Promise<void> } | null
  transaction<T>(body: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  close(): Promise<void>
}

/** Runs `body` in one transaction of this handle. Inside, only `tx` may be used: the outer handle throws. */
export function inTransaction<T>(db: Db, body: (tx: Tx) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
  let builder = db.transaction().setIsolationLevel(options.isolation ?? 'read committed')
  if (options.access) builder = builder.setAccessMode(options.access)
  return builder.execute((tx) => insideTransaction(() => body(tx)))
}

/** Opens the database. Does not migrate it. */
export async function openDatabase(location: DatabaseLocation, log: Log, check: ConnectionCheck = async () => {}): Promise<Database> {
  if (location.kind === 'postgres') return openPostgres(location.url, location.readUrl, log, check)
  if (location.dataDir === null) {
    const db = new Kysely<Tables>({ dialect: new PgliteDialect(await openMemoryPglite(location.copy)) })
    return assemble('pglite', db, null, () => db.destroy())
  }
  const unlock = await lockDataDir(location.dataDir)
  try {
    const { dataDir } = location
    await finishSwitch(dataDir)
    await removeLeftovers(dataDir, Date.now())
    const folder = join(dataDir, DATABASE_FOLDER)
    const reopen = () => {
      log.error('the embedded database broke down and is opened again')
      return openDurablePglite(folder)
    }
    const db = new Kysely<Tables>({ dialect: new PgliteDialect(await openDurablePglite(folder), reopen) })
    // whoever holds the one connection is alone: everything committed is in the copy, and nothing else
    const copyTo = (folder: string) =>
      db.connection().execute(async (alone) => {
        await sql`checkpoint`.execute(alone)
        await copyDatabaseFolder(dataDir, folder)
      })
    const close = async () => {
      await db.destroy()
      await unlock()
    }
    return { ...assemble('pglite', db, null, close), onDisk: { dataDir, copyTo } }
  } catch (error) {
    await unlock()
    throw error
  }
}

function openPostgres(url: string, readUrl: string | undefined, log: Log, check: ConnectionCheck): Database {
  const db = connectPostgres(url, log, { check })
  const standby = readUrl ? new Standby(() => connectStandby(readUrl, log), log) : null
  const close = async () => {
    standby?.close()
    await db.destroy()
  }
  return { ...assemble('postgres', db, url, close), standby }
}

function connectStandby(url: string, log: Log): Connections<Db> {
  const pool = poolOf(url, log, { connectTimeoutMs: STANDBY_CONNECT_TIMEOUT_MS })
  const sockets = new OpenSockets(pool)
  const db = new Kysely<Tables>({ dialect: new GuardedPostgresDialect({ pool }) })
  return {
    db,
    cut() {
      sockets.destroy()
      db.destroy().catch((error: unknown) => log.debug({ err: error }, 'the connections to a standby ended badly'))
    },
  }
}

function assemble(kind: Database['kind'], db: Db, url: string | null, close: () => Promise<void>): Database {
  const transaction: Database['transaction'] = (body, options) => inTransaction(db, body, options)
  return { kind, db, standby: null, url, onDisk: null, close, transaction }
}

class GuardedPostgresDialect extends PostgresDialect {
  override createDriver() {
    return guardDriver(super.createDriver())
  }
}

/** A handle over a pool of connections. `lockTimeoutMs: 0` waits for ever (migrations wait for another replica's). */
export function connectPostgres(url: string, log: Log, options: PoolOptions = {}): Db {
  return new Kysely<Tables>({ dialect: new GuardedPostgresDialect({ pool: poolOf(url, log, options) }) })
}

type PoolOptions = { check?: ConnectionCheck; lockTimeoutMs?: number; max?: number; connectTimeoutMs?: number }

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
  // a connection may break while it idles and while it is in use; unheard, the event would end the process
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', (error) => log.warn({ err: error }, 'a database connection broke')))
  return pool
}

/** A handle over one connection that somebody else takes care of. */
export function overOneConnection(client: pg.PoolClient): Db {
  const borrowed = { query: client.query.bind(client), release: () => {} }
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { connect: async () => borrowed as pg.PoolClient, end: async () => {} } }),
  })
}

function parserOf(oid: number, format?: 'text' | 'binary') {
  return isExactNumberType(oid) ? parseExactNumber : pg.types.getTypeParser(oid, format as 'text')
}

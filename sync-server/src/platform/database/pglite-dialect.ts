import type { PGlite } from '@electric-sql/pglite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { FifoLock } from './fifo-lock.ts'
import { guardDriver } from './transaction-guard.ts'

/** Kysely's dialect for the embedded database. PGlite has one connection, and whole transactions wait for it in order. */
export class PgliteDialect implements Dialect {
  /** `reopen` opens the database again after a breakdown. */
  constructor(
    private readonly pglite: PGlite,
    private readonly reopen?: () => Promise<PGlite>,
  ) {}

  createDriver(): Driver {
    return guardDriver(new PgliteDriver(this.pglite, this.reopen))
  }
  createQueryCompiler(): QueryCompiler {
    return new PostgresQueryCompiler()
  }
  createAdapter(): DialectAdapter {
    return new PgliteAdapter()
  }
  // biome-ignore lint/suspicious/noExplicitAny: the introspector's type is for databases with any tables
  createIntrospector(db: Kysely<any>): DatabaseIntrospector {
    return new PostgresIntrospector(db)
  }
}

/** Migrates without a lock, because the lock on the data directory keeps other processes out. */
class PgliteAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/** Milliseconds of pause after a failed attempt to reopen the database. */
const REOPEN_PAUSE_MS = 5_000

/** Thrown while a broken database is not open again yet. The SQLSTATE makes this error count as an outage. */
class DatabaseBroken extends Error {
  override readonly name = 'DatabaseBroken'
  readonly code = '57P02'
  constructor(cause: unknown) {
    super('the embedded database broke down', { cause })
  }
}

class PgliteDriver implements Driver {
  private readonly lock = new FifoLock()
  private connection: PgliteConnection
  private reopenAtMs = 0

  constructor(
    pglite: PGlite,
    private readonly reopen?: () => Promise<PGlite>,
  ) {
    this.connection = new PgliteConnection(pglite)
  }

  async init(): Promise<void> {
    await this.connection.pglite.waitReady
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.lock.acquire()
    try {
      if (this.connection.breakdown) await this.replaceBroken(this.connection.breakdown.cause)
      return this.connection
    } catch (error) {
      this.lock.release()
      throw error
    }
  }

  /** Opens the database again from the disk. The broken instance is not closed, because closing it would hang. */
  private async replaceBroken(cause: unknown): Promise<void> {
    if (!this.reopen || performance.now() < this.reopenAtMs) throw new DatabaseBroken(cause)
    try {
      this.connection = new PgliteConnection(await this.reopen())
    } catch (error) {
      this.reopenAtMs = performance.now() + REOPEN_PAUSE_MS
      throw new DatabaseBroken(error)
    }
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const isolation = settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : ''
    const access = settings.accessMode ? ` ${settings.accessMode}` : ''
    await connection.executeQuery(CompiledQuery.raw(`start transaction${isolation}${access}`))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // the transaction is lost anyway, and the caller gets the error that broke the database
    if (this.connection.breakdown) return
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async releaseConnection(): Promise<void> {
    this.lock.release()
  }

  /** Closes the database. Waits for the holder of the connection first, so that the last commit is on the disk. */
  async destroy(): Promise<void> {
    await this.lock.acquire()
    if (!this.connection.breakdown) await this.connection.pglite.close()
  }
}

/** Milliseconds for which the embedded database may occupy the event loop before it lets other work run. */
const TURN_MS = 20

/** True when PostgreSQL has stopped, for example because it cannot write its log. As a separate process it would restart. */
function isBreakdown(error: unknown): boolean {
  const { name, severity = '' } = error as { name?: string; severity?: string }
  return name === 'RuntimeError' || ['PANIC', 'FATAL'].includes(severity)
}

class PgliteConnection implements DatabaseConnection {
  private lastTurnMs = 0
  /** The reason why this database accepts no more statements; undefined while it works. */
  breakdown: { readonly cause: unknown } | undefined

  constructor(readonly pglite: PGlite) {}

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (performance.now() - this.lastTurnMs > TURN_MS) {
      await new Promise((resolve) => setImmediate(resolve))
      this.lastTurnMs = performance.now()
    }
    if (this.breakdown) throw new DatabaseBroken(this.breakdown.cause)
    const { rows, affectedRows } = await this.pglite.query<R>(query.sql, [...query.parameters]).catch((error: unknown) => {
      if (isBreakdown(error)) this.breakdown = { cause: error }
      throw error
    })
    return affectedRows === undefined ? { rows } : { rows, numAffectedRows: BigInt(affectedRows) }
  }

  // biome-ignore lint/correctness/useYield: the interface requires a generator, and the embedded database has no cursors to stream from
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('the embedded database does not stream; read in pages')
  }
}

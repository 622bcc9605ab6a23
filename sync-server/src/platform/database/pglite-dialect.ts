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

/** Kysely over the embedded database. PGlite has one connection: whole transactions queue for it, first come first served. */
export class PgliteDialect implements Dialect {
  /** `reopen`: opens the database again after it broke down. */
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
  // biome-ignore lint/suspicious/noExplicitAny: the introspector is declared for databases of any tables
  createIntrospector(db: Kysely<any>): DatabaseIntrospector {
    return new PostgresIntrospector(db)
  }
}

/** No other process can be migrating: the data directory is locked. */
class PgliteAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/** A database that could not be opened again is left alone for so long. */
const REOPEN_PAUSE_MS = 5_000

/** The database broke down, and has not been opened again yet. An SQLSTATE of its own kind, so that it counts as an outage. */
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

  /** Opens the database again from the disk. The broken one is left to the garbage collector: its memory is worthless, and closing it would hang. */
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
    // nothing of it is kept anyway, and what broke it is to be told
    if (this.connection.breakdown) return
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async releaseConnection(): Promise<void> {
    this.lock.release()
  }

  /** Waits for whoever holds the connection: the last commit is on disk before the database closes. */
  async destroy(): Promise<void> {
    await this.lock.acquire()
    if (!this.connection.breakdown) await this.connection.pglite.close()
  }
}

/** The embedded database runs on the event loop. After this long its next statement lets others take their turn first. */
const TURN_MS = 20

/** PostgreSQL has given itself up, such as when it could not write its log: in a process of its own it would end and start anew. */
function isBreakdown(error: unknown): boolean {
  const { name, severity = '' } = error as { name?: string; severity?: string }
  return name === 'RuntimeError' || ['PANIC', 'FATAL'].includes(severity)
}

class PgliteConnection implements DatabaseConnection {
  private lastTurnMs = 0
  /** Why this database takes no more statements; undefined while it is well. */
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

  // biome-ignore lint/correctness/useYield: the interface asks for a generator; the embedded database has no cursors to stream from
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('the embedded database does not stream; read in pages')
  }
}

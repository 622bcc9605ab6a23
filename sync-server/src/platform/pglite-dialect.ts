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
  constructor(private readonly pglite: PGlite) {}

  createDriver(): Driver {
    return guardDriver(new PgliteDriver(this.pglite))
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

class PgliteDriver implements Driver {
  private readonly lock = new FifoLock()
  private readonly connection: PgliteConnection

  constructor(private readonly pglite: PGlite) {
    this.connection = new PgliteConnection(pglite)
  }

  async init(): Promise<void> {
    await this.pglite.waitReady
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.lock.acquire()
    return this.connection
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
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async releaseConnection(): Promise<void> {
    this.lock.release()
  }

  /** Waits for whoever holds the connection: the last commit is on disk before the database closes. */
  async destroy(): Promise<void> {
    await this.lock.acquire()
    await this.pglite.close()
  }
}

/** The embedded database runs on the event loop. After this long its next statement lets others take their turn first. */
const TURN_MS = 20

class PgliteConnection implements DatabaseConnection {
  private lastTurnMs = 0

  constructor(private readonly pglite: PGlite) {}

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (performance.now() - this.lastTurnMs > TURN_MS) {
      await new Promise((resolve) => setImmediate(resolve))
      this.lastTurnMs = performance.now()
    }
    const { rows, affectedRows } = await this.pglite.query<R>(query.sql, [...query.parameters])
    return affectedRows === undefined ? { rows } : { rows, numAffectedRows: BigInt(affectedRows) }
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator; the embedded database has no cursors to stream from
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('the embedded database does not stream; read in pages')
  }
}

import { sql } from 'kysely'
import type pg from 'pg'
import type { Log } from '../kernel/log.ts'
import type { Cluster } from './boots.ts'
import { type Db, inTransaction, overOneConnection, type Tx } from './database.ts'

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

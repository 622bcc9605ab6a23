import { collections as registryCollections } from '@shop/shared/collections.ts'
import type { Actor, AnyCollection, AnyCommand } from '@shop/shared/kernel/define-command.ts'
import type { PullRequest, PullResponse, PushRequest, PushResponse } from '@shop/shared/kernel/wire.ts'
import { commands as registryCommands } from '@shop/shared/registry.ts'
import * as z from 'zod/mini'
import { openCopyDoor } from './backup/copy-door.ts'
import { type CommandPart, type CommandRunner, push, type RunOptions, runAllOrNone, runCommand } from './commands/command-runner.ts'
import type { Effect } from './commands/command-tx.ts'
import { appendBoot, BootKeeper, confirmRestore, restoreDetectedAtMs } from './database/boots.ts'
import { makeCatalog } from './database/catalog.ts'
import type { AnyCollectionTable } from './database/collection-table.ts'
import {
  connectPostgres,
  type Database,
  type DatabaseLocation,
  type Db,
  openDatabase,
  type TransactionOptions,
  type Tx,
} from './database/database.ts'
import { migrate } from './database/migrate.ts'
import { scheduleHousekeeping } from './jobs/housekeeping.ts'
import { JobRunner } from './jobs/jobs.ts'
import type { Log } from './kernel/log.ts'
import { createMetrics, type Metrics } from './kernel/metrics.ts'
import { EventHub } from './pokes/event-hub.ts'
import { ReplicaPokes } from './pokes/replica-pokes.ts'
import { pull, type Reader } from './pull/answer-pull.ts'
import { StartStreams } from './pull/start-streams.ts'

/** How a platform is put together. What is left out comes from the registry. */
export type PlatformConfig = {
  readonly database: DatabaseLocation
  readonly tables: readonly AnyCollectionTable[]
  readonly log: Log
  readonly collections?: readonly AnyCollection[]
  readonly commands?: readonly AnyCommand[]
  /** Jobs a finished command sets off, by the command's name. */
  readonly effects?: Readonly<Record<string, Effect>>
  readonly nowMs?: () => number
  /** Rows in one page of a pull; for tests. */
  readonly pullPageRows?: number
  /** True (default) when jobs run by themselves; tests run them with `jobs.drain`. */
  readonly runJobs?: boolean
  readonly firstRetrySeconds?: number
}

/** The server's database and sync engine. */
export type Platform = {
  readonly db: Db
  readonly kind: Database['kind']
  readonly log: Log
  readonly metrics: Metrics
  readonly events: EventHub
  readonly jobs: JobRunner
  /** True when background work starts by itself. */
  readonly runsJobs: boolean
  readonly nowMs: () => number
  transaction<T>(body: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  push(actor: Actor, request: PushRequest): Promise<PushResponse>
  pull(actor: Actor, request: PullRequest): Promise<PullResponse>
  /** The first sync of this viewer: the gzip of each of its lines. `clientId`: with its last line this client is told what a pull would answer. */
  start(actor: Actor, protocol: number, clientId?: string): Promise<AsyncGenerator<Buffer>>
  /** Runs a command for a call or a REST door. Throws its Refusal. */
  runCommand(actor: Actor, command: AnyCommand, args: unknown, options?: RunOptions): Promise<{ commandId: string }>
  /** Runs many commands in one transaction, all or none of them. Throws the first Refusal. */
  runAllOrNone(actor: Actor, parts: (tx: Tx) => AsyncIterable<CommandPart>): Promise<void>
  /** Time at which a restore from a backup was detected that no admin has confirmed yet; null when there is none. */
  restoreDetectedAtMs(): Promise<number | null>
  confirmRestore(): Promise<void>
  /** Throws when the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Opens the database, brings it up to date, begins a boot, and starts the engine on it. */
export async function openPlatform(config: PlatformConfig): Promise<Platform> {
  const { log, nowMs = Date.now } = config
  // the schemas of shared bring no dictionary along: what they say in no words of their own, REST callers read in zod's English
  z.config(z.locales.en())
  const catalog = makeCatalog(config.collections ?? registryCollections, config.commands ?? registryCommands, config.tables)
  const metrics = createMetrics()
  const boot = new BootKeeper((tx) => appendBoot(tx, catalog), log)
  if (config.database.kind === 'postgres') await migratePostgres(config.database.url, log)
  const database = await openWithCopyDoor(config.database, log, boot)
  const { db } = database
  try {
    if (database.kind === 'pglite') await migrate(db)
    await boot.begin(db)

    const events = new EventHub()
    const replicas = database.url ? new ReplicaPokes(database.url, database, events, log) : null
    await replicas?.listen()
    const jobs = new JobRunner(db, log, metrics, config.firstRetrySeconds)
    await scheduleHousekeeping(database, jobs)
    const runsJobs = config.runJobs ?? true
    if (runsJobs) jobs.start()

    const engine = { catalog, database, log, metrics, nowMs }
    const runner: CommandRunner = {
      ...engine,
      effects: config.effects ?? {},
      committed({ audiences, jobCount, xid }) {
        database.standby?.newest.note(audiences, xid)
        events.publish(audiences)
        if (audiences.size > 0) replicas?.tell(audiences, xid)
        if (jobCount > 0) jobs.wake()
      },
    }
    const reader: Reader = {
      ...engine,
      cursorSecret: () => boot.cluster.cursorSecret,
      boot: () => boot.cluster.boot,
      pageRows: config.pullPageRows,
    }
    const starts = new StartStreams(reader)

    return {
      db,
      kind: database.kind,
      log,
      metrics,
      events,
      jobs,
      runsJobs,
      nowMs,
      transaction: database.transaction,
      push: (actor, request) => push(runner, actor, request),
      pull: (actor, request) => pull(reader, actor, request),
      start: (actor, protocol, clientId) => starts.open(actor, protocol, clientId),
      runCommand: (actor, command, args, options) => runCommand(runner, actor, command, args, options),
      runAllOrNone: (actor, parts) => runAllOrNone(runner, actor, parts),
      restoreDetectedAtMs: () => restoreDetectedAtMs(db),
      confirmRestore: () => confirmRestore(db, nowMs()),
      ping: async () => {
        await db.selectNoFrom((eb) => eb.lit(1).as('one')).execute()
      },
      async close() {
        events.close()
        await jobs.close()
        await replicas?.close()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Opens the database; while an embedded one on the disk is open, `npm run backup` may have a copy of it. */
async function openWithCopyDoor(location: DatabaseLocation, log: Log, boot: BootKeeper): Promise<Database> {
  const database = await openDatabase(location, log, (client) => boot.check(client))
  const { onDisk } = database
  if (!onDisk) return database
  try {
    const closeDoor = await openCopyDoor(onDisk.dataDir, log, onDisk.copyTo)
    return { ...database, close: () => closeDoor().finally(() => database.close()) }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Migrations take locks for as long as they take, and wait for those of another replica. */
async function migratePostgres(url: string, log: Log): Promise<void> {
  const db = connectPostgres(url, log, { lockTimeoutMs: 0, max: 2 })
  try {
    await migrate(db)
  } finally {
    await db.destroy()
  }
}

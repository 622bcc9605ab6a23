import { collections as registryCollections } from '@shop/shared/collections.ts'
import type { Actor, AnyCollection, AnyCommand } from '@shop/shared/kernel/define-command.ts'
import type { PullRequest, PullResponse, PushRequest, PushResponse } from '@shop/shared/kernel/wire.ts'
import { commands as registryCommands } from '@shop/shared/registry.ts'
import * as z from 'zod/mini'
import { openCopyDoor } from './backup/copy-door.ts'
import { noteBackup } from './backup/made-backup.ts'
import {
  type CommandRunner,
  closeRestore,
  forgetWaiting,
  type PushOptions,
  push,
  type RunOptions,
  retryWaiting,
  runCommand,
} from './commands/command-runner.ts'
import type { Effect } from './commands/command-tx.ts'
import { DeviceContacts } from './commands/device-contacts.ts'
import { listWaiting, RETRY_WAITING, type WaitingList } from './commands/waiting-replays.ts'
import { type WholeRun, wholeRunner } from './commands/whole-run.ts'
import {
  appendBoot,
  BootKeeper,
  confirmRestore,
  type RestoreReport,
  restoreDetectedAtMs,
  restoreReport,
  settleRestoreReport,
} from './database/boots.ts'
import { type Catalog, makeCatalog } from './database/catalog.ts'
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
import { FifoLock } from './database/fifo-lock.ts'
import { migrate } from './database/migrate.ts'
import { scheduleHousekeeping } from './jobs/housekeeping.ts'
import { JobRunner } from './jobs/jobs.ts'
import type { Log } from './kernel/log.ts'
import { createMetrics, type Metrics } from './kernel/metrics.ts'
import { EventHub } from './pokes/event-hub.ts'
import { ReplicaPokes } from './pokes/replica-pokes.ts'
import { type PullOptions, pull, type Reader } from './pull/answer-pull.ts'
import { StartStreams } from './pull/start-streams.ts'

/** Parts of a platform. The registry has the default collections and commands. */
export type PlatformConfig = {
  readonly database: DatabaseLocation
  readonly tables: readonly AnyCollectionTable[]
  readonly log: Log
  readonly collections?: readonly AnyCollection[]
  readonly commands?: readonly AnyCommand[]
  /** Effects of finished commands, by the name of the command. */
  readonly effects?: Readonly<Record<string, Effect>>
  readonly nowMs?: () => number
  /** Number of rows in one page of a pull, for tests. */
  readonly pullPageRows?: number
  /** True (default) when jobs run automatically. Tests run jobs with `jobs.drain`. */
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
  /** True when background work starts automatically. */
  readonly runsJobs: boolean
  readonly nowMs: () => number
  transaction<T>(body: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  push(actor: Actor, request: PushRequest, options?: PushOptions): Promise<PushResponse>
  pull(actor: Actor, request: PullRequest, options?: PullOptions): Promise<PullResponse>
  /** Opens the first sync of this viewer, as gzipped lines. If `clientId` is given, the last line has the answer to that client's next pull. */
  start(actor: Actor, protocol: number, clientId?: string): Promise<AsyncGenerator<Buffer>>
  /** True for the name of a command that records what happened at a till. */
  isFact(name: string): boolean
  /** Runs a command for a call. Throws the Refusal of a refused command. */
  runCommand(actor: Actor, command: AnyCommand, args: unknown, options?: RunOptions): Promise<{ commandId: string }>
  /** Runs a command over many rows, whole or not at all. Throws the first Refusal. */
  runWhole(actor: Actor, run: WholeRun): Promise<void>
  /** Reads the time at which the server detected a restore from a backup. Null when no restore waits for an admin's confirmation. */
  restoreDetectedAtMs(): Promise<number | null>
  /** Confirms a restore. What still waits for the work of another device ends refused. `record`: runs the command that notes the answer, with these
   *  writes, by default none. */
  confirmRestore(record?: Recording): Promise<void>
  /** Reads what came back to a restored shop and waits for the work of other devices. */
  waitingReplays(): Promise<WaitingList>
  /** True when the boot before this one was in another cluster (set of database files), as after a restore. */
  isMoved(): boolean
  /** Reads a device's report that the shop was restored; null when none waits for an admin. */
  restoreReport(): Promise<RestoreReport | null>
  /** Removes the report, and closes payouts if the shop was restored. `record`: as for `confirmRestore`. */
  settleRestoreReport(wasRestored: boolean, record?: Recording): Promise<void>
  /** Ends the waiting commands that name an erased person. `patterns`: regular expressions that find the person in JSON. */
  forgetWaiting(patterns: readonly string[]): Promise<void>
  /** Throws when the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Runs a command that notes an admin's answer, with further writes in its transaction. */
export type Recording = (also: (tx: Tx) => Promise<void>) => Promise<unknown>

const restoresOf = (runner: CommandRunner, { db, transaction }: Database, nowMs: () => number) => ({
  restoreDetectedAtMs: () => restoreDetectedAtMs(db),
  waitingReplays: () => listWaiting(db),
  confirmRestore: (record: Recording = transaction) => closeRestore(runner, (tx) => confirmRestore(tx, nowMs()), record),
  restoreReport: () => restoreReport(db),
  async settleRestoreReport(wasRestored: boolean, record: Recording = transaction) {
    const answer = (tx: Tx) => settleRestoreReport(tx, nowMs(), wasRestored)
    if (wasRestored) await record(answer)
    else await closeRestore(runner, answer, record)
  },
  forgetWaiting: (patterns: readonly string[]) => forgetWaiting(runner, patterns),
})

const questionsOf = (catalog: Catalog, db: Db, boot: BootKeeper) => ({
  isFact: (name: string) => catalog.commands.get(name)?.isFact === true,
  ping: () => ping(db),
  isMoved: () => boot.cluster.moved,
})

/** Opens and migrates the database, begins a boot, and starts the engine. */
export async function openPlatform(config: PlatformConfig): Promise<Platform> {
  const { log, nowMs = Date.now, runJobs: runsJobs = true } = config
  // the schemas of `shared` load no locale; with this one, REST callers get zod's English message if a schema has no message
  z.config(z.locales.en())
  const catalog = makeCatalog(config.collections ?? registryCollections, config.commands ?? registryCommands, config.tables)
  const metrics = createMetrics()
  const boot = new BootKeeper((tx) => appendBoot(tx, catalog), log)
  if (config.database.kind === 'postgres') await migratePostgres(config.database.url, log)
  const events = new EventHub()
  const database = await openWithCopyDoor(config.database, log, boot, events)
  const { db } = database
  try {
    if (database.kind === 'pglite') await migrate(db)
    await boot.begin(db)

    const replicas = database.url ? new ReplicaPokes(database.url, database, events, log) : null
    await replicas?.listen()
    const jobs = new JobRunner(db, log, metrics, config.firstRetrySeconds)
    await scheduleHousekeeping(database, jobs)
    if (runsJobs) jobs.start()

    const engine = { catalog, database, log, metrics, nowMs }
    const runner: CommandRunner = {
      ...engine,
      effects: config.effects ?? {},
      sealSecret: () => boot.cluster.cursorSecret,
      committed({ audiences, jobCount, xid }) {
        database.standby?.newest.note(audiences, xid)
        events.publish(audiences)
        if (audiences.size > 0) replicas?.tell(audiences, xid)
        if (jobCount > 0) jobs.wake()
      },
    }
    const reader: Reader = {
      ...engine,
      contacts: new DeviceContacts(database, log),
      cursorSecret: () => boot.cluster.cursorSecret,
      boot: () => boot.cluster.boot,
      pageRows: config.pullPageRows,
      audits: new FifoLock(),
    }
    const starts = new StartStreams(reader)
    jobs.handle(RETRY_WAITING, () => retryWaiting(runner))

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
      push: (actor, request, options) => push(runner, actor, request, options),
      pull: (actor, request, options) => pull(reader, actor, request, options),
      start: (actor, protocol, clientId) => starts.open(actor, protocol, clientId),
      runCommand: (actor, command, args, options) => runCommand(runner, actor, command, args, options),
      runWhole: wholeRunner(runner),
      ...restoresOf(runner, database, nowMs),
      ...questionsOf(catalog, db, boot),
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

async function ping(db: Db): Promise<void> {
  await db.selectNoFrom((eb) => eb.lit(1).as('one')).execute()
}

/** Opens the database. Lets `npm run backup` copy an embedded database on the disk while it is open. */
async function openWithCopyDoor(location: DatabaseLocation, log: Log, boot: BootKeeper, events: EventHub): Promise<Database> {
  const database = await openDatabase(location, log, {
    check: (client) => boot.check(client),
    hear: (uid) => void events.accessChanged(uid),
  })
  const { onDisk } = database
  if (!onDisk) return database
  try {
    const closeDoor = await openCopyDoor(onDisk.dataDir, log, (to, made) => onDisk.copyTo(to).then(() => noteBackup(database.db, made)))
    return { ...database, close: () => closeDoor().finally(() => database.close()) }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Migrates without a lock timeout, because a migration may hold its locks for long, and may wait for another server's migrations. */
async function migratePostgres(url: string, log: Log): Promise<void> {
  const db = connectPostgres(url, log, { lockTimeoutMs: 0, max: 2 })
  try {
    await migrate(db)
  } finally {
    await db.destroy()
  }
}

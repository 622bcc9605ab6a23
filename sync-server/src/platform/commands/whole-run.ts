import type { Row } from '@shop/shared/kernel/define-collection.ts'
import type { Actor, AnyCollection, AnyCommand, Touch } from '@shop/shared/kernel/define-command.ts'
import { invalid, kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { derivedId } from '@shop/shared/kernel/ids.ts'
import { mayRun, readArgs, runOver } from '@shop/shared/kernel/unit-of-work.ts'
import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { tableOf } from '../database/catalog.ts'
import type { Db, Transact, Tx } from '../database/database.ts'
import { lockNamed, longWaits } from '../database/expressions.ts'
import { FifoLock } from '../database/fifo-lock.ts'
import { DatabaseBusy, repeated } from '../database/sql-errors.ts'
import { type Answer, hashOf, keepCommands, knownCommands, type LogEntry } from './command-log.ts'
import { type CommandRunner, type Commit, commitOf, toThrow } from './command-runner.ts'
import { presentActor, runBatch } from './command-tx.ts'
import { PartGroups } from './part-groups.ts'
import { type PrefetchedRows, prefetch } from './prefetched-rows.ts'
import { changedSince, fieldKey, oldestOpenXid, type PartRange, rowKey, StagedRows } from './staged-rows.ts'
import { writeBack } from './write-back.ts'

/** Maximum milliseconds that a run waits for the runs before it. */
const QUEUE_MAX_MS = 60_000
/** Milliseconds that one part should take. Others wait no longer for the embedded database's one connection. */
const PART_MS = 100
/** Numbers of rows in a part: at first, and at least and at most when parts are slow or quick. */
const PART_ROWS = { first: 100, min: 25, max: 1_000 }
/** Number of rows that one statement applies, so that the event loop has turns. */
const APPLIED_ROWS = 1_000

/** SQLSTATE of a table that does not exist. */
const UNDEFINED_TABLE = '42P01'

/** Many rows that one command takes in parts, and that all take effect together or not at all. */
export type WholeRun = {
  /** Id of the run, of its first command, and of its record. */
  readonly id: string
  readonly command: AnyCommand
  readonly rowCount: number
  /** Reads the arguments for `limit` rows or fewer from this row on, counted from 0. */
  argsFrom(db: Db | Tx, row: number, limit: number): Promise<{ readonly args: unknown; readonly rowCount: number }>
  /** The collections whose rows are staged. */
  readonly stages: readonly AnyCollection[]
  /** The one row with the run's id that each part writes; `sum` adds the rows of all parts up. */
  readonly record: { readonly collection: AnyCollection; sum(rows: readonly Row[]): Row }
  readonly beside: Beside
}

/** Work beside the staged rows, outside of their collections. */
export type Beside = {
  /** Runs before the first part. */
  begin(): Promise<void>
  /** Runs in the transaction that stages a part. */
  staged(tx: Tx, partNo: number): Promise<void>
  /** Runs before staged parts are forgotten. */
  discarding(tx: Tx, partNos: readonly number[]): Promise<void>
  /** Runs in the transaction that applies all parts, around the writes. */
  applying(tx: Tx, write: () => Promise<void>): Promise<void>
  /** Removes what is left of a run that failed. */
  failed(): Promise<void>
}

/** A part that was staged, or that has to run by itself (`record: null`). */
type Part = {
  readonly queued: QueuedCommand
  readonly argsHash: string
  readonly row: number
  readonly rowCount: number
  readonly record: Row | null
}

/** Runs a command over many rows: whole or not at all. Each part computes and stages its rows in a short transaction, and one transaction applies
 *  them. Parts whose rows somebody else has changed meanwhile run again there. */
async function runWhole(runner: CommandRunner, queue: FifoLock, actor: Actor, run: WholeRun): Promise<void> {
  try {
    await queue.acquire(QUEUE_MAX_MS, 'another run')
  } catch (error) {
    throw toThrow(runner, error)
  }
  try {
    const done = await runner.database.session((transaction) => new RunningWhole(runner, actor, run, transaction).execute())
    if (done) runner.committed(done)
  } catch (error) {
    throw toThrow(runner, error)
  } finally {
    queue.release()
  }
}

/** Makes the function that runs one run at a time; others wait. */
export function wholeRunner(runner: CommandRunner): (actor: Actor, run: WholeRun) => Promise<void> {
  const queue = new FifoLock()
  return (actor, run) => runWhole(runner, queue, actor, run)
}

class RunningWhole {
  private readonly staged: StagedRows
  private readonly groups = new PartGroups()
  private readonly parts: Part[] = []
  /** Keys of rows that all parts only look at. */
  private readonly shared = new Set<string>()
  /** Ids of those rows, by collection. */
  private readonly looked = new Map<string, Set<string>>()
  private readonly fields = new Map<string, Set<string>>()
  private readonly audiences = new Set<string>()
  private readonly receivedAtMs: number
  private sinceXid = '0'

  constructor(
    private readonly runner: CommandRunner,
    private readonly actor: Actor,
    private readonly run: WholeRun,
    private readonly transaction: Transact,
  ) {
    this.staged = new StagedRows(runner.catalog, run.stages)
    this.receivedAtMs = runner.nowMs()
    if (runner.effects[run.command.name]) throw new Error(`${run.command.name} has effects, which are not staged`)
  }

  /** Answers the commit; undefined when the run is done already. */
  async execute(): Promise<Commit | undefined> {
    if (await this.inTurn((tx) => this.isDone(tx))) return undefined
    await this.run.beside.begin()
    try {
      await this.inTurn((tx) => this.open(tx))
      for (let row = 0, limit = PART_ROWS.first; row < this.run.rowCount; ) {
        const startedAt = performance.now()
        const { rowCount } = await this.stageFrom(row, limit)
        row += rowCount
        limit = nextLimit(rowCount, performance.now() - startedAt)
        await new Promise((resolve) => setImmediate(resolve))
      }
      await this.inTurn((tx) => this.staged.analyze(tx))
      const done = await this.inTurn((tx) => this.apply(tx))
      if (done) this.runner.metrics.commands.inc({ name: this.run.command.name, status: 'done' }, this.parts.length)
      else await this.cleanUp()
      return done
    } catch (error) {
      await this.cleanUp()
      // another server may have finished the same run, and taken its rows away
      if (await this.inTurn((tx) => this.isDone(tx)).catch(() => false)) return undefined
      throw error
    } finally {
      await this.inTurn((tx) => this.staged.close(tx)).catch(() => {})
    }
  }

  private cleanUp(): Promise<void> {
    return this.run.beside.failed().catch((err: unknown) => this.runner.log.warn({ err }, 'the rest of a failed run stays for now'))
  }

  private inTurn<T>(body: (tx: Tx) => Promise<T>): Promise<T> {
    return repeated(
      () => this.transaction(body),
      () => this.runner.metrics.batchRepeats.inc(),
    ).catch((error: { code?: unknown }) => {
      throw error.code === UNDEFINED_TABLE ? new DatabaseBusy('the session of the staged rows has ended', { cause: error }) : error
    })
  }

  private async isDone(tx: Tx): Promise<boolean> {
    const known = (await knownCommands(tx, [this.run.id])).get(this.run.id)
    if (known?.ending.status !== 'done') return false
    if (known.name !== this.run.command.name) throw refusal(kernelRefusals, 'ID_REUSED')
    return true
  }

  private async open(tx: Tx): Promise<void> {
    await this.staged.open(tx)
    this.sinceXid = await oldestOpenXid(tx)
  }

  private async stageFrom(row: number, limit: number): Promise<Part> {
    const { args, rowCount } = await this.run.argsFrom(this.runner.database.db, row, limit)
    if (rowCount === 0) throw new Error(`run ${this.run.id} has no row ${row}`)
    const partNo = this.parts.length
    const { name, version } = this.run.command
    const id = partNo === 0 ? this.run.id : derivedId(this.run.id, partNo)
    const queued: QueuedCommand = { id, name, version, args, at: this.receivedAtMs }
    const { record, keys, audiences } = await this.inTurn((tx) => this.stage(tx, partNo, queued))
    this.groups.add(keys)
    for (const audience of audiences) this.audiences.add(audience)
    const part: Part = { queued: { ...queued, args: null }, argsHash: hashOf(queued), row, rowCount, record }
    this.parts.push(part)
    return part
  }

  private async stage(tx: Tx, partNo: number, { id, args, version }: QueuedCommand) {
    const { command, record, beside } = this.run
    const actor = await this.requireActor(tx)
    const parsed = readArgs(command, version, args)
    if (!parsed.success) throw invalid(parsed.error)
    const touches = command.touches(parsed.data)
    const found = await this.staged.read(tx, touches)
    const nowMs = Math.floor(this.receivedAtMs)
    const outcome = runOver(found, command, parsed.data, { commandId: id, nowMs, receivedAtMs: nowMs, isReturned: false, actor })
    if (outcome.status === 'refused') throw outcome.refusal
    const own = outcome.writes.get(record.collection.name)
    const rows = new Map([...outcome.writes].filter(([name]) => name !== record.collection.name))
    const keys = this.keysOf(touches, found)
    for (const [name, written] of rows) for (const rowId of written.keys()) keys.push(rowKey(name, rowId))
    for (const { name } of this.run.stages) for (const rowId of found.idsOf(name)) keys.push(rowKey(name, rowId))
    const isOwn = own?.size === 1 && own.get(this.run.id)
    const audiences = isOwn ? await this.staged.keep(tx, partNo, rows, found) : null
    if (audiences) await beside.staged(tx, partNo)
    return { keys, audiences: audiences ?? [], record: audiences && isOwn ? isOwn : null }
  }

  private keysOf(touches: readonly Touch[], found: PrefetchedRows): string[] {
    const keys: string[] = []
    for (const touch of touches) {
      const { name } = touch.collection
      const fields = this.fields.get(name) ?? new Set()
      this.fields.set(name, fields)
      if ('reference' in touch) {
        // the last transaction locks rows by their ids, and this one's is not known before
        if (touch.lock) throw new Error(`${this.run.command.name} locks rows by reference`)
        this.look(touch.reference.collection.name, [touch.reference.id])
        this.look(name, found.idsOf(name))
        continue
      }
      if ('field' in touch) fields.add(touch.field)
      const key = 'id' in touch ? rowKey(name, touch.id) : fieldKey(name, touch.field, touch.value)
      if (!touch.lock && 'id' in touch) this.look(name, [touch.id])
      else if (!touch.lock) this.shared.add(key)
      else if (name !== this.run.record.collection.name) keys.push(key)
    }
    return keys
  }

  private look(name: string, ids: Iterable<string>): void {
    const looked = this.looked.get(name) ?? new Set()
    this.looked.set(name, looked)
    for (const id of ids) {
      looked.add(id)
      this.shared.add(rowKey(name, id))
    }
  }

  private async requireActor(tx: Tx): Promise<Actor> {
    const actor = await presentActor(tx, this.actor)
    if (!mayRun(this.run.command, actor)) throw refusal(kernelRefusals, 'FORBIDDEN')
    return actor
  }

  private async apply(tx: Tx): Promise<Commit | undefined> {
    const { run, runner } = this
    // somebody's command may hold one of the rows
    await tx.selectNoFrom(longWaits().as('waits')).execute()
    await tx.selectNoFrom(lockNamed('whole run').as('locked')).execute()
    if (await this.isDone(tx)) return undefined
    const actor = await this.requireActor(tx)
    // in one order with the staged rows, because a till may lock both; a part that only turns up while this waits locks its other rows later
    await this.staged.lock(tx, await this.touchesOf(tx, await this.partsToRepeat(tx)))
    await this.staged.hold(tx, this.looked)
    const again = await this.partsToRepeat(tx)
    if (again.size > 0) {
      await run.beside.discarding(tx, [...again])
      await this.staged.discard(tx, [...again])
    }
    await run.beside.applying(tx, async () => {
      for (const range of this.slices()) await this.staged.apply(tx, range)
    })
    const audiences = new Set([...this.audiences, ...(await this.keepRecord(tx, actor, again))])
    for (const partNo of [...again].sort((a, b) => a - b)) {
      for (const audience of await this.runAlone(tx, this.parts[partNo] as Part)) audiences.add(audience)
    }
    return commitOf(runner, tx, audiences)
  }

  /** Finds the parts that somebody else's changes concern, and those that could not be staged. */
  private async partsToRepeat(tx: Tx): Promise<Set<number>> {
    const keys: string[] = []
    for (const [name, fields] of this.fields)
      if (name !== this.run.record.collection.name)
        keys.push(...(await changedSince(tx, tableOf(this.runner.catalog, name), this.sinceXid, [...fields])))
    const all = [...this.parts.keys()]
    if (keys.some((key) => this.shared.has(key))) return new Set(all)
    return this.groups.among(
      keys,
      all.filter((partNo) => this.parts[partNo]?.record === null),
    )
  }

  private async touchesOf(tx: Tx, partNos: Iterable<number>): Promise<Touch[]> {
    const { run } = this
    const touches: Touch[] = []
    for (const partNo of partNos) {
      const { row, rowCount, queued } = this.parts[partNo] as Part
      const parsed = readArgs(run.command, queued.version, (await run.argsFrom(tx, row, rowCount)).args)
      if (!parsed.success) throw invalid(parsed.error)
      for (const touch of run.command.touches(parsed.data)) touches.push(touch)
    }
    return touches
  }

  private *slices(): Iterable<PartRange> {
    let first = 0
    let rowCount = 0
    for (const [last, part] of this.parts.entries()) {
      rowCount += part.rowCount
      if (rowCount < APPLIED_ROWS && last + 1 < this.parts.length) continue
      yield { first, last }
      first = last + 1
      rowCount = 0
    }
  }

  /** Writes the record of the staged parts and logs their commands. Answers the audiences of the record. */
  private async keepRecord(tx: Tx, actor: Actor, again: ReadonlySet<number>): Promise<Set<string>> {
    const { id, record } = this.run
    const { catalog } = this.runner
    const kept = this.parts.filter((_part, partNo) => !again.has(partNo))
    if (kept.length === 0) return new Set()
    const nowMs = Math.floor(this.receivedAtMs)
    const entries = kept.map(
      ({ queued, argsHash }): LogEntry => ({
        queued,
        argsHash,
        ending: { status: 'done' },
        datedAtMs: nowMs,
        receivedAtMs: nowMs,
        byRole: actor.role,
        isReturned: false,
      }),
    )
    await keepCommands(tx, actor, null, entries)
    const found = await prefetch(tx, catalog, [{ collection: record.collection, id, lock: true }])
    const sum = record.sum(kept.map((part) => part.record as Row))
    return writeBack(tx, catalog, new Map([[record.collection.name, new Map([[id, sum]])]]), found)
  }

  /** Runs a part as a command of its own. Throws its refusal. */
  private async runAlone(tx: Tx, { queued, row, rowCount }: Part): Promise<Set<string>> {
    const { args } = await this.run.argsFrom(tx, row, rowCount)
    const batch = { actor: this.actor, clientId: null, commands: [{ ...queued, args }], receivedAtMs: this.receivedAtMs }
    const { endings, audiences } = await runBatch(tx, this.runner, batch)
    const ending = endings[0] as Answer
    if (ending.status !== 'done') throw ending.refusal
    await new Promise((resolve) => setImmediate(resolve))
    return audiences
  }
}

/** The number of rows that take PART_MS, if the next part is as quick as this one; at most twice this number. */
function nextLimit(rowCount: number, tookMs: number): number {
  const fitting = Math.round((rowCount * PART_MS) / Math.max(1, tookMs))
  return Math.max(PART_ROWS.min, Math.min(fitting, 2 * rowCount, PART_ROWS.max))
}

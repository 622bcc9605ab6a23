import type { Actor, AnyCollection, AnyCommand, Row } from '@shop/shared/kernel/define-command.ts'
import { unpackPage } from '@shop/shared/kernel/packed-page.ts'
import { type Outcome, readArgs, runOver, WriteLayer, type Writes } from '@shop/shared/kernel/unit-of-work.ts'
import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import type { View } from '../ports/contract.ts'
import type { OutboxEntry, ResultRecord, StoreState } from '../ports/records.ts'
import type { StoreImage } from '../store/open.ts'
import { commandOf, type KnownCommand } from '../store/outbox.ts'
import { type Position, positionOf, type StoreDelta } from '../store/state.ts'
import { RowChanges } from './row-changes.ts'
import { BaseRows } from './rows.ts'

/** The commands and collections that a device knows: the product's own, or a test's. */
export type Registry = {
  readonly findCollection: (name: string) => AnyCollection | undefined
  readonly findCommand: (name: string) => AnyCommand | undefined
  /** Adds a command whose code the caller has loaded. */
  readonly add?: (command: AnyCommand) => void
  /** Loads the code that queued commands need to run here. Never rejects. A command without its code changes no row on screen, but is sent all the
   *  same (law *Nothing lost*). */
  readonly prepareFor?: (queued: readonly { readonly name: string }[]) => Promise<void>
}

type Runnable = { readonly command: AnyCommand; readonly args: unknown }

/** One tab's picture of the store: the server's rows, the pending commands, and the rows that result from both (law *Rebase*). Synchronous and
 *  independent of storage. */
export class Replica {
  private base = new BaseRows()
  private layer = new WriteLayer(this.base)
  private entriesBySeq = new Map<number, OutboxEntry>()
  private inOrder: OutboxEntry[] | null = null
  private readonly runnables = new Map<string, Runnable | null>()
  private readonly drafts = new Map<string, QueuedCommand>()
  private readonly merged = new Map<string, readonly Row[]>()
  private readonly versions = new Map<string, number>()
  results: readonly ResultRecord[] = []
  readonly view: View

  constructor(
    public state: StoreState,
    private readonly registry: Registry,
    private readonly actor: () => Actor,
    private readonly log: (message: string, detail?: unknown) => void,
  ) {
    this.view = {
      get: (collection, id) => this.layer.get(collection, id) as never,
      all: (collection) => this.all(collection) as never,
      where: (collection, field, value) => [...this.layer.where(collection, field, value)] as never,
      count: (collection) => this.all(collection).length,
    }
  }

  get position(): Position {
    return positionOf(this.state)
  }

  /** Pending commands in the order they are sent. */
  get entries(): readonly OutboxEntry[] {
    this.inOrder ??= [...this.entriesBySeq.values()].sort((a, b) => a.seq - b.seq)
    return this.inOrder
  }

  /** Finds a pending or refused command. */
  find(commandId: string): KnownCommand | null {
    const waiting = this.entries.find(({ id }) => id === commandId)
    if (waiting) return { command: commandOf(waiting), result: null }
    return this.results.find(({ id }) => id === commandId) ?? null
  }

  get rows(): BaseRows {
    return this.base
  }

  versionOf(collection: string): number {
    return this.versions.get(collection) ?? 0
  }

  /** Replaces everything except drafts by the stored image. */
  load(image: StoreImage): RowChanges {
    const base = new BaseRows()
    for (const page of image.pages) addPage(base, page.collection, page.json)
    for (const { collection, id, row } of image.overlay) base.set(collection, id, row)
    this.entriesBySeq = new Map(image.outbox.map((entry) => [entry.seq, entry]))
    this.inOrder = null
    this.results = image.results
    this.state = image.state
    return this.switchTo(base)
  }

  /** Switches over to the rows of a first sync, together with the changes (`delta`) stored in the same transaction. */
  adopt(base: BaseRows, delta: StoreDelta): RowChanges {
    for (const { collection, id, row } of delta.rows) base.set(collection, id, row)
    this.applyEntries(delta)
    if (delta.results) this.results = delta.results
    this.state = delta.state
    return this.switchTo(base)
  }

  private switchTo(base: BaseRows): RowChanges {
    const changes = new RowChanges()
    for (const name of this.base.names) changes.addAll(name)
    for (const name of base.names) changes.addAll(name)
    this.base = base
    this.rebase(changes)
    for (const name of changes.collections) changes.addAll(name)
    return this.noted(changes)
  }

  /** Applies a delta of the store. `previewed`: the outcome of the one command that the delta adds. That command need not run again, because nothing
   *  has changed since its preview. */
  apply(delta: StoreDelta, previewed: Outcome | null = null): RowChanges {
    const changes = new RowChanges()
    this.state = delta.state
    for (const { collection, id, row } of delta.rows) {
      this.base.set(collection, id, row)
      changes.add(collection, id)
    }
    const added = this.applyEntries(delta)
    if (delta.results) this.results = delta.results
    if (added === 'rebase' || (!changes.isEmpty && this.hasPending)) this.rebase(changes)
    else if (previewed) this.take(previewed, changes)
    else for (const entry of added) this.perform(entry, changes)
    return this.noted(changes)
  }

  /** Computes a command's outcome without keeping it. Throws when the command has a bug. */
  preview(command: AnyCommand, args: unknown, queued: QueuedCommand): Outcome {
    return runOver(this.layer, command, args, {
      commandId: queued.id,
      nowMs: queued.at,
      receivedAtMs: null,
      isReturned: false,
      actor: this.actor(),
    })
  }

  /** Shows a command that could not be stored, such as a cart on a full disk. Null removes it. */
  setDraft(key: string, command: QueuedCommand | null): RowChanges {
    const changes = new RowChanges()
    if (command) this.drafts.set(key, command)
    else if (!this.drafts.delete(key)) return changes
    this.rebase(changes)
    return this.noted(changes)
  }

  get draftsByKey(): ReadonlyMap<string, QueuedCommand> {
    return this.drafts
  }

  private get hasPending(): boolean {
    return this.entriesBySeq.size > 0 || this.drafts.size > 0
  }

  /** Applies the changes of the outbox. Answers the entries added at its end, or `rebase` when every pending command must run again. */
  private applyEntries({ entries, gone, alive }: StoreDelta): readonly OutboxEntry[] | 'rebase' {
    let mustRebase = false
    const drop = (entry: OutboxEntry) => {
      this.entriesBySeq.delete(entry.seq)
      this.runnables.delete(entry.id)
      mustRebase = true
    }
    if (gone.length > 0 || alive) {
      const goneIds = new Set(gone)
      const aliveSeqs = alive ? new Set(alive) : null
      for (const entry of [...this.entriesBySeq.values()]) if (goneIds.has(entry.id) || aliveSeqs?.has(entry.seq) === false) drop(entry)
    }
    const added: OutboxEntry[] = []
    let lastSeq = Number.NEGATIVE_INFINITY
    for (const seq of this.entriesBySeq.keys()) if (seq > lastSeq) lastSeq = seq
    for (const entry of [...entries].sort((a, b) => a.seq - b.seq)) {
      const before = this.entriesBySeq.get(entry.seq)
      this.entriesBySeq.set(entry.seq, entry)
      if (!before) {
        added.push(entry)
        if (entry.seq < lastSeq || this.drafts.size > 0) mustRebase = true
      } else if (isPerformed(before) !== isPerformed(entry)) mustRebase = true
    }
    this.inOrder = null
    return mustRebase ? 'rebase' : added
  }

  /** Runs every pending command again over the server's rows, so that no other code has to merge rows (law *Rebase*). */
  private rebase(changes: RowChanges): void {
    changes.addWrites(this.layer.writes)
    this.layer = new WriteLayer(this.base)
    for (const entry of this.entries) this.perform(entry, changes)
    for (const draft of this.drafts.values()) this.performCommand(draft, changes)
  }

  private perform(entry: OutboxEntry, changes: RowChanges): void {
    if (isPerformed(entry)) this.performCommand(entry, changes)
  }

  private take(outcome: Outcome, changes: RowChanges): void {
    if (outcome.status !== 'done') return
    const writes = this.syncedOnly(outcome.writes)
    this.layer.absorb(writes)
    changes.addWrites(writes)
  }

  /** Runs one command. A command that is refused or cannot run here stays queued, and the server decides. */
  private performCommand(queued: QueuedCommand, changes: RowChanges): void {
    const runnable = this.runnable(queued)
    if (!runnable) return
    try {
      this.take(this.preview(runnable.command, runnable.args, queued), changes)
    } catch (thrown) {
      this.log(`${queued.name} cannot run on this device`, thrown)
    }
  }

  private runnable(queued: QueuedCommand): Runnable | null {
    const known = this.runnables.get(queued.id)
    if (known !== undefined) return known
    const command = this.registry.findCommand(queued.name)
    const args = command && readArgs(command, queued.version, queued.args)
    const runnable = command && args?.success ? { command, args: args.data } : null
    if (!runnable) this.log(`${queued.name} cannot be read on this device, and is left to the server`, args?.error)
    this.runnables.set(queued.id, runnable)
    return runnable
  }

  /** Leaves out server-only rows, which no device has. */
  private syncedOnly(writes: Writes): Writes {
    return new Map([...writes].filter(([name]) => this.registry.findCollection(name)?.reach === 'synced'))
  }

  private all(collection: AnyCollection): readonly Row[] {
    const base = this.base.of(collection.name)
    const written = this.layer.writes.get(collection.name)
    if (!written || written.size === 0) return base.all()
    const known = this.merged.get(collection.name)
    if (known) return known
    const rows: Row[] = []
    for (const row of base.all()) {
      const over = written.get(row.id)
      if (over === undefined) rows.push(row)
      else if (over) rows.push(over)
    }
    for (const [id, row] of written) if (row && !base.has(id)) rows.push(row)
    this.merged.set(collection.name, rows)
    return rows
  }

  private noted(changes: RowChanges): RowChanges {
    for (const name of changes.collections) {
      this.merged.delete(name)
      this.versions.set(name, this.versionOf(name) + 1)
    }
    return changes
  }
}

/** False for a command that the server has refused, even before a pull brings the refusal. */
const isPerformed = (entry: OutboxEntry): boolean => entry.answered === null || entry.answered.status === 'done'

/** Adds the rows of a packed page and answers their number. */
export function addPage(base: BaseRows, collection: string, json: string): number {
  const rows = unpackPage(json)
  base.of(collection).fill(rows)
  return rows.length
}

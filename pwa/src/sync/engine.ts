import { findCollection } from '@shop/shared/collections.ts'
import type { Actor, AnyCommand, ArgsOf } from '@shop/shared/kernel/define-command.ts'
import { invalid, kernelRefusals, Refusal, refusal } from '@shop/shared/kernel/errors.ts'
import { uuidv7 } from '@shop/shared/kernel/ids.ts'
import { mayRun } from '@shop/shared/kernel/unit-of-work.ts'
import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { posSales } from '@shop/shared/pos/schema.ts'
import { findDeviceCommand } from '@shop/shared/registry.ts'
import { type LeftBehind, StorageProblem } from './contract.ts'
import { EngineSide } from './engine-side.ts'
import { EngineStatusBoard } from './engine-status.ts'
import type { Packing } from './fold.ts'
import { PendingWork } from './pending-work.ts'
import type { ChannelMessage, Ports } from './ports.ts'
import { demandSame, replaceKeyOf } from './queued.ts'
import { type Registry, Replica } from './replica.ts'
import type { RowChanges } from './row-changes.ts'
import type { BaseRows } from './rows.ts'
import { changesSince, loadStore, lookUpCommand, putSetting, takeReceiptNumber } from './store/open.ts'
import { addCommands, appendCommand } from './store/outbox.ts'
import type { NewEntry } from './store/records.ts'
import { StorageLost, type StoreDelta } from './store/state.ts'
import { SyncLoop } from './sync-loop.ts'

/** The product's own commands and collections. */
export const productRegistry: Registry = { findCollection, findCommand: findDeviceCommand }

/** Tabs that write at the same moment overtake each other a few times at most. */
const MAX_APPEND_ATTEMPTS = 100
/** A storage that is cleared again and again while a tab stores anew what it knows is given up after so many times. */
const MAX_LOSSES = 10
/** How often storing is tried again for what only lives in memory. */
const DRAFT_RETRY_MS = 10_000
/** How long a tab waits for the one that syncs. */
const SYNC_NOW_PATIENCE_MS = 10_000

export type EngineOptions = {
  readonly uid: string
  readonly actor: () => Actor
  readonly registry?: Registry
  /** The device cannot store: rows are fetched into memory, nothing is accepted but what may be lost. */
  readonly isVolatile?: boolean
  /** Something waits to be sent. */
  readonly onQueued?: () => void
  readonly packing?: Packing
}

/** One tab's sync: shows the rows, takes commands, and sends and fetches when it holds the lock. Knows its ports only. */
export class SyncEngine {
  readonly replica: Replica
  readonly board: EngineStatusBoard
  readonly registry: Registry
  readonly settings: Map<string, unknown>
  /** What a person may do with what waits. */
  readonly pending: PendingWork
  private readonly loop: SyncLoop
  private readonly listeners = new Set<(changes: RowChanges) => void>()
  private readonly fetchListeners = new Set<(rows: BaseRows) => void>()
  private readonly settingListeners = new Set<(key: string, value: unknown) => void>()
  private readonly unsubscribe: () => void
  /** What waited in a storage that was lost, or may have been, until this tab has seen it stored again. */
  private readonly orphans: NewEntry[] = []
  private turn: Promise<unknown> = Promise.resolve()
  private cancelDraftRetry: (() => void) | null = null
  private lastRunAtMs = Number.NEGATIVE_INFINITY
  private clockOffsetMs: number

  private constructor(
    readonly ports: Ports,
    readonly options: EngineOptions,
    image: Awaited<ReturnType<typeof loadStore>>,
  ) {
    this.registry = options.registry ?? productRegistry
    this.replica = new Replica(image.state, this.registry, options.actor, ports.log)
    this.replica.load(image)
    this.clockOffsetMs = image.state.clockOffsetMs
    this.settings = new Map(image.settings.map(({ key, value }) => [key, value]))
    this.board = new EngineStatusBoard(this.replica, options.isVolatile ? 'blocked' : 'ok')
    this.pending = new PendingWork(this)
    this.loop = new SyncLoop(new EngineSide(this, () => this.lastRunAtMs))
    this.unsubscribe = ports.channel.subscribe((message) => this.hear(message))
  }

  /** Reads the device's store. Rejects with StorageProblem. */
  static async open(ports: Ports, options: EngineOptions): Promise<SyncEngine> {
    return new SyncEngine(ports, options, await loadStore(ports))
  }

  /** Starts to take part in syncing. */
  start(): void {
    this.loop.start()
    this.ports.channel.post({ kind: 'wake' })
  }

  /** Ends this tab's part; the store stays. */
  stop(): void {
    this.loop.stop()
    this.cancelDraftRetry?.()
    this.unsubscribe()
    this.ports.channel.close()
    this.ports.database.close()
  }

  /** Now by the server's clock, as last measured (design §4 Clocks). */
  nowMs(): number {
    return Math.max(0, Math.round(this.ports.clock.nowMs() + this.clockOffsetMs))
  }

  newId(): string {
    return uuidv7(this.nowMs(), this.ports.clock.random(10))
  }

  onChange(listener: (changes: RowChanges) => void): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /** Hears of the rows of a first sync that are here and wait for the disk. */
  onFetched(listener: (rows: BaseRows) => void): () => void {
    this.fetchListeners.add(listener)
    return () => void this.fetchListeners.delete(listener)
  }

  onSetting(listener: (key: string, value: unknown) => void): () => void {
    this.settingListeners.add(listener)
    return () => void this.settingListeners.delete(listener)
  }

  /** Sends and fetches now. Resolves when that ended; in a tab that does not hold the lock, when the one that does has ended, or is not heard of. */
  async syncNow(): Promise<void> {
    if (this.loop.isLeader) return this.loop.syncNow()
    await new Promise<void>((resolve) => {
      const end = () => {
        cancel()
        unsubscribe()
        resolve()
      }
      const cancel = this.ports.clock.after(SYNC_NOW_PATIENCE_MS, end)
      let hasBegun = false
      const unsubscribe = this.ports.channel.subscribe((message) => {
        if (message.kind !== 'status') return
        if (message.status.phase !== 'idle') hasBegun = true
        else if (hasBegun || !message.status.online) end()
      })
      this.wake()
    })
    await this.catchUp()
  }

  /** Coming online, focus, a fresh sign-in: trying again is worth it. */
  wake(): void {
    this.loop.wake()
    this.ports.channel.post({ kind: 'wake' })
    void this.catchUp().catch((thrown: unknown) => this.noteFailure(thrown))
    void this.storeDrafts()
  }

  /** Runs a command: durable on this device when it resolves. */
  async run<C extends AnyCommand>(command: C, given: ArgsOf<C>, { id }: { id?: string } = {}): Promise<{ commandId: string }> {
    this.lastRunAtMs = this.ports.clock.nowMs()
    // as it will be stored and sent: undefined fields and proxies do not survive JSON
    const args: unknown = JSON.parse(JSON.stringify(given))
    const parsed = command.args.safeParse(args)
    if (!parsed.success) throw invalid(parsed.error)
    if (command.channel !== 'device' || !mayRun(command, this.options.actor())) throw refusal(kernelRefusals, 'FORBIDDEN')
    const queued: QueuedCommand = { id: id ?? this.newId(), name: command.name, version: command.version, args, at: this.nowMs() }
    const replaceKey = replaceKeyOf(command, parsed.data)
    const check = () => {
      const outcome = this.replica.preview(command, parsed.data, queued)
      if (outcome.status === 'refused') throw outcome.refusal
    }
    await this.exclusive(async () => {
      try {
        await this.append(queued, replaceKey, check)
      } catch (thrown) {
        await this.afterRefusedAppend(thrown, queued, replaceKey, id !== undefined)
      }
    })
    return { commandId: queued.id }
  }

  /** A refusal of something that was done long ago is none; a draft that cannot be stored stays in memory. */
  private async afterRefusedAppend(thrown: unknown, queued: QueuedCommand, replaceKey: string, isRepeatable: boolean): Promise<void> {
    if (thrown instanceof Refusal && isRepeatable) {
      const known = await lookUpCommand(this.ports.database, queued.id)
      if (known) return demandSame(known, queued)
    }
    if (thrown instanceof StorageProblem) {
      this.noteFailure(thrown)
      if (replaceKey !== '') this.show(this.replica.setDraft(replaceKey, queued))
      this.retryDraftsLater()
    }
    throw thrown
  }

  private async append(queued: QueuedCommand, replaceKey: string, check: () => void): Promise<void> {
    if (this.options.isVolatile) {
      check()
      throw new StorageProblem('blocked')
    }
    const own = { check, find: (commandId: string) => this.replica.find(commandId) }
    for (let attempt = 0; attempt < MAX_APPEND_ATTEMPTS; attempt++) {
      const outcome = await appendCommand(this.ports.database, this.replica.position, { ...queued, replaceKey }, own)
      if (outcome.kind === 'known') return demandSame(outcome, queued)
      await this.absorb(outcome.delta)
      if (outcome.kind === 'behind') continue
      if (replaceKey !== '') this.show(this.replica.setDraft(replaceKey, null))
      this.noteStored()
      this.tell()
      this.loop.nudge()
      this.options.onQueued?.()
      return
    }
    throw new Error('other tabs wrote first every time')
  }

  /** Goes along with what other tabs and the service worker did. */
  catchUp(): Promise<void> {
    return this.exclusive(async () => this.absorb(await changesSince(this.ports.database, this.replica.position)))
  }

  /** One change of this tab's picture at a time. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.turn.then(
      () => this.withFoundStorage(work),
      () => this.withFoundStorage(work),
    )
    this.turn = turn.catch(() => undefined)
    return turn
  }

  /** The storage was cleared under this tab: it starts from nothing, but what waited here is still known and is stored again. */
  private async withFoundStorage<T>(work: () => Promise<T>): Promise<T> {
    for (let losses = 0; ; losses++) {
      try {
        if (losses > 0) await this.reload()
        return await work()
      } catch (thrown) {
        if (!(thrown instanceof StorageLost) || losses === MAX_LOSSES) throw thrown
      }
    }
  }

  /** Within `exclusive`: shows what a delta brings; null loads everything anew. */
  async absorb(delta: StoreDelta | null): Promise<void> {
    if (delta) this.show(this.replica.apply(delta))
    else await this.reload()
  }

  /** Within `exclusive`: shows what was just stored. Where this tab has to load anew to see it, the storage may be lost before that. */
  async absorbStored(commands: readonly NewEntry[], delta: StoreDelta | null): Promise<void> {
    if (!delta) this.orphans.push(...commands)
    await this.absorb(delta)
  }

  private async reload(): Promise<void> {
    const { database } = this.ports
    const image = await loadStore(this.ports)
    if (image.state.clientId !== this.replica.state.clientId) {
      this.ports.log('the storage of this device was lost while it was in use')
      // what was refused is sent once more under its id, and comes back with the same answer
      const { entries, results } = this.replica
      this.orphans.push(...results.map(({ command }) => ({ ...command, replaceKey: '' })), ...entries)
    }
    this.show(this.replica.load(image))
    if (this.orphans.length === 0) return
    const { delta } = await addCommands(database, this.replica.position, this.orphans)
    if (!delta) throw new StorageLost('the storage was lost once more')
    this.orphans.length = 0
    this.show(this.replica.apply(delta))
    this.tell()
    this.loop.nudge()
  }

  /** Tells this tab's listeners what changed. */
  show(changes: RowChanges): void {
    this.board.refresh()
    if (changes.isEmpty) return
    for (const listener of [...this.listeners]) listener(changes)
  }

  noteFetched(rows: BaseRows): void {
    for (const listener of [...this.fetchListeners]) listener(rows)
  }

  /** Tells the other tabs that the store changed. */
  tell(): void {
    this.ports.channel.post({ kind: 'stored', ...this.replica.position })
  }

  /** Tells the other tabs how this one, which syncs, is doing. */
  tellStatus(): void {
    this.ports.channel.post({ kind: 'status', status: this.board.leader, clockOffsetMs: this.clockOffsetMs })
  }

  noteClockOffset(offsetMs: number): void {
    this.clockOffsetMs = offsetMs
  }

  get measuredOffsetMs(): number {
    return this.clockOffsetMs
  }

  /** The device stores (again). */
  noteStored(): void {
    if (!this.options.isVolatile) this.board.noteStorage('ok')
  }

  noteFailure(thrown: unknown): void {
    if (thrown instanceof StorageProblem) this.board.noteStorage(thrown.kind)
    else this.ports.log('the store failed', thrown)
  }

  private hear(message: ChannelMessage): void {
    const { position } = this.replica
    if (message.kind === 'stored') {
      const isNews =
        message.clientId !== position.clientId ||
        message.generation !== position.generation ||
        message.version > position.version ||
        message.outboxVersion > position.outboxVersion
      if (isNews)
        void this.catchUp().then(
          () => this.loop.nudge(),
          (thrown: unknown) => this.noteFailure(thrown),
        )
    } else if (message.kind === 'wake') {
      this.loop.wake()
      if (this.loop.isLeader) this.tellStatus()
    } else if (message.kind === 'status') {
      // one that leads itself knows better than a message that was on its way
      if (this.loop.isLeader) return
      this.board.noteLeader(message.status)
      this.clockOffsetMs = message.clockOffsetMs ?? this.clockOffsetMs
    } else {
      this.settings.set(message.key, message.value)
      for (const listener of this.settingListeners) listener(message.key, message.value)
    }
  }

  private retryDraftsLater(): void {
    this.cancelDraftRetry ??= this.ports.clock.after(DRAFT_RETRY_MS, () => {
      this.cancelDraftRetry = null
      void this.storeDrafts()
    })
  }

  /** What would be left behind if this person went now; what can be stored after all is stored first. */
  async leftBehind(): Promise<LeftBehind> {
    await this.catchUp().catch((thrown: unknown) => this.noteFailure(thrown))
    await this.storeDrafts()
    return this.pending.leftBehind
  }

  /** Stores what could only be kept in memory so far. */
  private async storeDrafts(): Promise<void> {
    for (const [replaceKey, queued] of [...this.replica.draftsByKey]) {
      try {
        await this.exclusive(async () => {
          // stored meanwhile, or a newer save has taken its place
          if (this.replica.draftsByKey.get(replaceKey) === queued) await this.append(queued, replaceKey, () => undefined)
        })
      } catch (thrown) {
        this.noteFailure(thrown)
        return this.retryDraftsLater()
      }
    }
  }

  /** The next receipt number of this device, never handed out twice. */
  nextReceiptNumber(): Promise<string> {
    if (this.options.isVolatile) return Promise.reject(new StorageProblem('blocked'))
    const { database, clock } = this.ports
    const uses = (number: string) => this.replica.view.where(posSales, 'receiptNumber', number).length
    return this.exclusive(() => takeReceiptNumber(database, clock, uses))
  }

  async saveSetting(key: string, value: unknown): Promise<void> {
    this.settings.set(key, value)
    for (const listener of this.settingListeners) listener(key, value)
    this.ports.channel.post({ kind: 'setting', key, value })
    await putSetting(this.ports.database, key, value)
  }

  /** What waits was changed by a person: every tab shows it, and it is sent. */
  async afterOutboxChange(): Promise<void> {
    await this.catchUp()
    this.tell()
    this.loop.nudge()
    this.options.onQueued?.()
  }
}

import type { Actor, AnyCommand, ArgsOf } from '@shop/shared/kernel/define-command.ts'
import { invalid, kernelRefusals, Refusal, refusal } from '@shop/shared/kernel/errors.ts'
import { uuidv7 } from '@shop/shared/kernel/ids.ts'
import { mayRun, type Outcome } from '@shop/shared/kernel/unit-of-work.ts'
import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { posSales } from '@shop/shared/pos/schema.ts'
import { StorageProblem, type View } from '../ports/contract.ts'
import type { Observable } from '../ports/observable.ts'
import type { ChannelMessage, LeaderStatus, Ports } from '../ports/ports.ts'
import type { NewEntry } from '../ports/records.ts'
import { PACKING, type Packing } from '../rows/fold.ts'
import { type Registry, Replica } from '../rows/replica.ts'
import type { RowChanges } from '../rows/row-changes.ts'
import type { BaseRows } from '../rows/rows.ts'
import { ItemSearchIndex } from '../search/item-search.ts'
import { loadStore, lookUpCommand, storeChangesSince } from '../store/open.ts'
import { addCommands, appendCommand } from '../store/outbox.ts'
import { isNext, nextReceipt, type Receipt } from '../store/receipt-number.ts'
import { StorageLost, type StoreDelta } from '../store/state.ts'
import { Alarm, attemptElsewhere } from './alarm.ts'
import { DeviceRegistry } from './device-registry.ts'
import { type DeviceState, EngineStatusBoard, UNKNOWN_DEVICE } from './engine-status.ts'
import { type LocalSettings, personalSettings } from './local-settings.ts'
import { type PutReceiptNumber, replaceKeyOf, requireSame } from './queued.ts'

/** Tabs that write at the same moment overtake each other a few times at most. */
const MAX_APPEND_ATTEMPTS = 100
/** A storage that is cleared again and again while a tab stores anew what it knows is given up after so many times. */
const MAX_LOSSES = 10
/** How often storing is tried again for what only lives in memory. */
const DRAFT_RETRY_MS = 10_000

export type EngineOptions = {
  readonly uid: string
  readonly actor: () => Actor
  readonly registry?: Registry
  /** The device cannot store: rows are fetched into memory, nothing is accepted but what may be lost. */
  readonly isVolatile?: boolean
  /** Something waits to be sent. */
  readonly onQueued?: () => void
  readonly packing?: Packing
  readonly device?: Observable<DeviceState>
}

/** `id`: minted with the form or cart, so that a double tap is one command. `putReceiptNumber`: the command takes this device's next receipt number, in the
 *  transaction that stores it. */
export type RunOptions<C extends AnyCommand> = {
  readonly id?: string
  readonly putReceiptNumber?: (args: ArgsOf<C>, receiptNumber: string) => ArgsOf<C>
}

/** A command as it is about to be stored. */
type Attempt = {
  readonly queued: QueuedCommand
  readonly replaceKey: string
  readonly receipt: Receipt | null
  /** Runs it over the rows in memory and throws its refusal; null where a refusal does not matter. */
  readonly preview: () => Outcome | null
}

/** One tab's picture of the shop on this device: shows the rows and takes commands, without any network. `startSyncing` connects it to the server. */
export class SyncEngine {
  readonly replica: Replica
  readonly board: EngineStatusBoard
  readonly settings: LocalSettings
  readonly packing: Packing
  /** What rouses the sync loop. */
  readonly alarm: Alarm
  /** The server's clock minus the device's, as last measured. */
  clockOffsetMs: number
  /** When a command last ran here, by the device's clock. */
  lastRunAtMs = Number.NEGATIVE_INFINITY
  private readonly stopping = new AbortController()
  private readonly listeners = new Set<(changes: RowChanges) => void>()
  /** What waited in a storage that was lost, or may have been, until this tab has seen it stored again. */
  private readonly orphans: NewEntry[] = []
  private index: ItemSearchIndex | null = null
  private turn: Promise<unknown> = Promise.resolve()
  private cancelDraftRetry: (() => void) | null = null

  private constructor(
    readonly ports: Ports,
    readonly options: EngineOptions,
    readonly registry: Registry,
    image: Awaited<ReturnType<typeof loadStore>>,
  ) {
    this.packing = options.packing ?? PACKING
    this.replica = new Replica(image.state, this.registry, options.actor, ports.log)
    this.replica.load(image)
    this.clockOffsetMs = image.state.clockOffsetMs
    this.settings = personalSettings(ports, image.settings)
    this.board = new EngineStatusBoard(this.replica, options.isVolatile ? 'blocked' : 'ok', options.device ?? UNKNOWN_DEVICE)
    this.alarm = new Alarm(ports.clock, this.ending)
    for (const end of [ports.channel.subscribe((message) => this.hear(message)), this.board.followDevice()])
      this.ending.addEventListener('abort', end)
  }

  /** Reads the device's store. Rejects with StorageProblem. */
  static async open(ports: Ports, options: EngineOptions): Promise<SyncEngine> {
    const registry = options.registry ?? new DeviceRegistry(ports.log)
    const image = await loadStore(ports)
    await registry.prepareFor?.(image.outbox)
    return new SyncEngine(ports, options, registry, image)
  }

  /** Aborts when this tab's part ends. */
  get ending(): AbortSignal {
    return this.stopping.signal
  }

  /** Ends this tab's part; the store stays. */
  stop(): void {
    this.stopping.abort()
    this.cancelDraftRetry?.()
    this.ports.channel.close()
    this.ports.database.close()
  }

  get uid(): string {
    return this.options.uid
  }

  /** Id of the device's database: new after its storage was lost. */
  get clientId(): string {
    return this.replica.state.clientId
  }

  get view(): View {
    return this.replica.view
  }

  /** Kept in step with the items from when it is first asked for: who never searches pays nothing for it. */
  get search(): ItemSearchIndex {
    this.index ??= new ItemSearchIndex(this.view)
    return this.index
  }

  /** Now by the server's clock, as last measured. */
  nowMs(): number {
    return Math.max(0, Math.round(this.ports.clock.nowMs() + this.clockOffsetMs))
  }

  newId(): string {
    return uuidv7(this.nowMs(), this.ports.clock.random(10))
  }

  isSynced(collection: string): boolean {
    return this.registry.findCollection(collection)?.reach === 'synced'
  }

  onChange(listener: (changes: RowChanges) => void): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /** Sends and fetches now. Resolves when that ended; in a tab that does not lead, when the one that does has ended, or is silent for too long. */
  async syncNow(): Promise<void> {
    if (this.alarm.isLeading) return this.alarm.attempt()
    await attemptElsewhere(this.ports, () => this.wake())
    await this.catchUp()
  }

  /** Coming online, focus, a fresh sign-in: trying again is worth it. */
  wake(): void {
    this.alarm.wake()
    this.ports.channel.post({ kind: 'wake' })
    void this.catchUp().catch((thrown: unknown) => this.noteFailure(thrown))
    void this.storeDrafts()
  }

  /** Runs a command: durable on this device when it resolves. Rejects with Refusal or StorageProblem; nothing was done then. */
  async run<C extends AnyCommand>(command: C, given: ArgsOf<C>, options: RunOptions<C> = {}): Promise<{ commandId: string }> {
    this.lastRunAtMs = this.ports.clock.nowMs()
    this.registry.add?.(command)
    const putReceiptNumber = options.putReceiptNumber as PutReceiptNumber | undefined
    const id = options.id ?? this.newId()
    const at = this.nowMs()
    // as it will be stored and sent: undefined fields and proxies do not survive JSON
    const plain: unknown = JSON.parse(JSON.stringify(given))
    const prepare = (): Attempt => {
      const receipt = putReceiptNumber ? this.nextReceipt() : null
      const args = putReceiptNumber && receipt ? putReceiptNumber(plain, receipt.number) : plain
      const parsed = command.args.safeParse(args)
      if (!parsed.success) throw invalid(parsed.error)
      const queued: QueuedCommand = { id, name: command.name, version: command.version, args, at }
      const preview = () => {
        const outcome = this.replica.preview(command, parsed.data, queued)
        if (outcome.status === 'refused') throw outcome.refusal
        return outcome
      }
      return { queued, replaceKey: replaceKeyOf(command, parsed.data), receipt, preview }
    }
    const first = prepare()
    if (command.channel !== 'device' || !mayRun(command, this.options.actor())) throw refusal(kernelRefusals, 'FORBIDDEN')
    await this.exclusive(async () => {
      try {
        await this.append(first, prepare, putReceiptNumber)
      } catch (thrown) {
        if (thrown instanceof Refusal && options.id !== undefined) {
          // it may refuse only because it was done before, under this very id
          const known = await lookUpCommand(this.ports.database, id)
          if (known) return requireSame(known, first.queued, putReceiptNumber)
        }
        if (thrown instanceof StorageProblem) this.keepInMemory(thrown, first)
        throw thrown
      }
    })
    return { commandId: id }
  }

  /** A cart that cannot be stored outlives a full disk for as long as the page. */
  private keepInMemory(problem: StorageProblem, { replaceKey, queued }: Attempt): void {
    this.noteFailure(problem)
    if (replaceKey !== '') this.show(this.replica.setDraft(replaceKey, queued))
    this.retryDraftsLater()
  }

  /** Previews the command in memory, stores it, then shows it. When another tab wrote first, this tab catches up and tries again; `prepare` makes a new
   *  attempt where the receipt number it had was taken meanwhile. */
  private async append(first: Attempt, prepare: () => Attempt, putReceiptNumber?: PutReceiptNumber): Promise<void> {
    if (this.options.isVolatile) {
      first.preview()
      throw new StorageProblem('blocked')
    }
    let attempt = first
    const find = (commandId: string) => this.replica.find(commandId)
    for (let tries = 0; tries < MAX_APPEND_ATTEMPTS; tries++) {
      if (attempt.receipt && !isNext(attempt.receipt, this.replica.state)) attempt = prepare()
      const { queued, replaceKey } = attempt
      const outcome = await appendCommand(this.ports.database, this.replica.position, { ...queued, replaceKey }, { ...attempt, find })
      if (outcome.kind === 'known') return requireSame(outcome, queued, putReceiptNumber)
      if (outcome.kind === 'behind') {
        await this.absorb(outcome.delta)
        continue
      }
      this.show(this.replica.apply(outcome.delta, outcome.previewed))
      if (replaceKey !== '') this.show(this.replica.setDraft(replaceKey, null))
      this.noteStored()
      this.noteQueued()
      return
    }
    throw new Error('other tabs wrote first every time')
  }

  private nextReceipt(): Receipt {
    const uses = (number: string) => this.view.where(posSales, 'receiptNumber', number).length
    return nextReceipt(this.replica.state, this.ports.clock, uses)
  }

  /** The outbox changed: other tabs show it, and the alarm wakes the loop of the tab that sends. */
  noteQueued(): void {
    this.tell()
    this.alarm.nudge()
    this.options.onQueued?.()
  }

  /** Goes along with what other tabs and the service worker did. */
  catchUp(): Promise<void> {
    return this.exclusive(async () => this.absorb(await storeChangesSince(this.ports.database, this.replica.position)))
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

  /** Within `exclusive`: shows what a delta brings; null loads everything again. */
  async absorb(delta: StoreDelta | null): Promise<void> {
    if (!delta) return await this.reload()
    await this.registry.prepareFor?.(delta.entries)
    this.show(this.replica.apply(delta))
  }

  /** Within `exclusive`: shows what was just stored. Where this tab has to load everything to see it, the storage may be lost before that. */
  async absorbStored(commands: readonly NewEntry[], delta: StoreDelta | null): Promise<void> {
    if (!delta) this.orphans.push(...commands)
    await this.absorb(delta)
  }

  private async reload(): Promise<void> {
    const image = await loadStore(this.ports)
    if (image.state.clientId !== this.clientId) {
      this.ports.log('the storage of this device was lost while it was in use')
      // what was refused is sent once more under its id, and comes back with the same answer
      const { entries, results } = this.replica
      this.orphans.push(...results.map(({ command }) => ({ ...command, replaceKey: '' })), ...entries)
    }
    await this.registry.prepareFor?.(image.outbox)
    this.show(this.replica.load(image))
    if (this.orphans.length === 0) return
    const { delta } = await addCommands(this.ports.database, this.replica.position, this.orphans)
    if (!delta) throw new StorageLost('the storage was lost once more')
    this.orphans.length = 0
    this.show(this.replica.apply(delta))
    this.tell()
    this.alarm.nudge()
  }

  /** Tells this tab's listeners what changed. */
  show(changes: RowChanges): void {
    this.board.refresh()
    if (changes.isEmpty) return
    this.index?.changed(changes)
    for (const listener of [...this.listeners]) listener(changes)
  }

  /** The rows of a first sync are here and wait for the disk. */
  expectRows(rows: BaseRows): void {
    this.index?.expect(rows)
  }

  /** Tells the other tabs that the store changed. */
  tell(): void {
    this.ports.channel.post({ kind: 'stored', ...this.replica.position })
  }

  /** How this tab, which talks to the server, is doing. */
  noteLeader(status: Partial<LeaderStatus>): void {
    this.board.noteLeader(status)
    this.tellStatus()
  }

  private tellStatus(): void {
    this.ports.channel.post({ kind: 'status', status: this.board.leader, clockOffsetMs: this.clockOffsetMs })
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
          () => this.alarm.nudge(),
          (thrown: unknown) => this.noteFailure(thrown),
        )
    } else if (message.kind === 'wake') {
      this.alarm.wake()
      if (this.alarm.isLeading) this.tellStatus()
    } else if (message.kind === 'status') {
      // one that leads itself knows better than a message that was on its way
      if (this.alarm.isLeading) return
      this.board.noteLeader(message.status)
      this.clockOffsetMs = message.clockOffsetMs ?? this.clockOffsetMs
    }
  }

  private retryDraftsLater(): void {
    this.cancelDraftRetry ??= this.ports.clock.after(DRAFT_RETRY_MS, () => {
      this.cancelDraftRetry = null
      void this.storeDrafts()
    })
  }

  /** Stores what could only be kept in memory so far. */
  async storeDrafts(): Promise<void> {
    for (const [replaceKey, queued] of [...this.replica.draftsByKey]) {
      const attempt: Attempt = { queued, replaceKey, preview: () => null, receipt: null }
      try {
        await this.exclusive(async () => {
          // stored meanwhile, or a newer save has taken its place
          if (this.replica.draftsByKey.get(replaceKey) === queued) await this.append(attempt, () => attempt)
        })
      } catch (thrown) {
        this.noteFailure(thrown)
        return this.retryDraftsLater()
      }
    }
  }
}

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

/** Maximum number of attempts to store a command when other tabs write first. */
const MAX_APPEND_ATTEMPTS = 100
/** Maximum number of times in a row that a tab stores its work again after its storage was cleared. */
const MAX_LOSSES = 10
/** Wait before the tab tries again to store its drafts, which exist only in memory. */
const DRAFT_RETRY_MS = 10_000

export type EngineOptions = {
  readonly uid: string
  readonly actor: () => Actor
  readonly registry?: Registry
  /** True where the device cannot store. Rows and carts then exist only in memory, and `run` rejects every command. */
  readonly isVolatile?: boolean
  /** Called when this tab may have work to send. */
  readonly onQueued?: () => void
  readonly packing?: Packing
  readonly device?: Observable<DeviceState>
}

/** `id`: made together with the form or cart, so that a double tap makes one command. `putReceiptNumber`: puts this device's next receipt number into
 *  the arguments. The transaction that stores the command also takes the number. */
export type RunOptions<C extends AnyCommand> = {
  readonly id?: string
  readonly putReceiptNumber?: (args: ArgsOf<C>, receiptNumber: string) => ArgsOf<C>
}

/** A command about to be stored. */
type Attempt = {
  readonly queued: QueuedCommand
  readonly replaceKey: string
  readonly receipt: Receipt | null
  /** Runs the command over the rows in memory, and throws when a rule refuses it. Answers null for a draft, whose refusal does not matter. */
  readonly preview: () => Outcome | null
}

/** One tab's picture of the shop. It shows rows and takes commands without the network. `startSyncing` connects it to the server. */
export class SyncEngine {
  readonly replica: Replica
  readonly board: EngineStatusBoard
  readonly settings: LocalSettings
  readonly packing: Packing
  readonly alarm: Alarm
  /** The server's clock minus the device's, as last measured. */
  clockOffsetMs: number
  /** Time of the last call of `run` in this tab, by the device's clock. */
  lastRunAtMs = Number.NEGATIVE_INFINITY
  private readonly stopping = new AbortController()
  private readonly listeners = new Set<(changes: RowChanges) => void>()
  /** Pending work whose storage was lost, or may have been. Kept until this tab has seen the work stored again. */
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

  /** Opens the device's store. Rejects with StorageProblem. */
  static async open(ports: Ports, options: EngineOptions): Promise<SyncEngine> {
    const registry = options.registry ?? new DeviceRegistry(ports.log)
    const image = await loadStore(ports)
    await registry.prepareFor?.(image.outbox)
    return new SyncEngine(ports, options, registry, image)
  }

  /** Aborts when `stop` is called. */
  get ending(): AbortSignal {
    return this.stopping.signal
  }

  /** Disconnects this tab; the store stays. */
  stop(): void {
    this.stopping.abort()
    this.cancelDraftRetry?.()
    this.ports.channel.close()
    this.ports.database.close()
  }

  get uid(): string {
    return this.options.uid
  }

  /** Id of the device's database. It changes when the storage is lost. */
  get clientId(): string {
    return this.replica.state.clientId
  }

  get view(): View {
    return this.replica.view
  }

  /** Built at the first search, so that tabs without a search pay nothing for it. Every change of rows updates it. */
  get search(): ItemSearchIndex {
    this.index ??= new ItemSearchIndex(this.view)
    return this.index
  }

  /** The present time by the server's clock, as last measured. */
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

  /** Syncs now and resolves when the attempt has ended. A tab that does not lead waits for an attempt of the leading tab, for a limited time. */
  async syncNow(): Promise<void> {
    if (this.alarm.isLeading) return this.alarm.attempt()
    await attemptElsewhere(this.ports, () => this.wake())
    await this.catchUp()
  }

  /** Makes the leading tab sync now. This tab also shows what others have stored, and stores its drafts. */
  wake(): void {
    this.alarm.wake()
    this.ports.channel.post({ kind: 'wake' })
    void this.catchUp().catch((thrown: unknown) => this.noteFailure(thrown))
    void this.storeDrafts()
  }

  /** Runs a command and resolves when it is durable on this device. Rejects with Refusal or StorageProblem, and then nothing was stored. */
  async run<C extends AnyCommand>(command: C, given: ArgsOf<C>, options: RunOptions<C> = {}): Promise<{ commandId: string }> {
    this.lastRunAtMs = this.ports.clock.nowMs()
    this.registry.add?.(command)
    const putReceiptNumber = options.putReceiptNumber as PutReceiptNumber | undefined
    const id = options.id ?? this.newId()
    const at = this.nowMs()
    // the arguments as JSON stores and sends them, without undefined fields and proxies
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
          // an earlier run under this very id may be the reason for the refusal
          const known = await lookUpCommand(this.ports.database, id)
          if (known) return requireSame(known, first.queued, putReceiptNumber)
        }
        if (thrown instanceof StorageProblem) this.keepInMemory(thrown, first)
        throw thrown
      }
    })
    return { commandId: id }
  }

  /** Keeps a cart in memory when it cannot be stored, and tries again later. Until it is stored, the cart lasts only as long as the page. */
  private keepInMemory(problem: StorageProblem, { replaceKey, queued }: Attempt): void {
    this.noteFailure(problem)
    if (replaceKey !== '') this.show(this.replica.setDraft(replaceKey, queued))
    this.retryDraftsLater()
  }

  /** Previews the command in memory, stores it, then shows it. When another tab wrote first, this tab catches up and tries again. If the receipt
   *  number is taken by then, `prepare` makes a new attempt. */
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

  /** Announces a changed outbox: other tabs show it, and the sending tab's loop wakes. */
  noteQueued(): void {
    this.tell()
    this.alarm.nudge()
    this.options.onQueued?.()
  }

  /** Shows the changes that other tabs and the service worker have stored. */
  catchUp(): Promise<void> {
    return this.exclusive(async () => this.absorb(await storeChangesSince(this.ports.database, this.replica.position)))
  }

  /** Runs changes to this tab's picture one after the other. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.turn.then(
      () => this.withFoundStorage(work),
      () => this.withFoundStorage(work),
    )
    this.turn = turn.catch(() => undefined)
    return turn
  }

  /** Runs `work`. When the storage was cleared, the tab starts from nothing, stores the pending work that it still knows, and runs `work` again. */
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

  /** Shows the changes of a delta, or loads everything when there is none. Call it within `exclusive`. */
  async absorb(delta: StoreDelta | null): Promise<void> {
    if (!delta) return await this.reload()
    await this.registry.prepareFor?.(delta.entries)
    this.show(this.replica.apply(delta))
  }

  /** Like `absorb`, for commands that were just stored. Without a delta it also remembers the commands, because the storage may be lost before this
   *  tab has read them back. Call it within `exclusive`. */
  async absorbStored(commands: readonly NewEntry[], delta: StoreDelta | null): Promise<void> {
    if (!delta) this.orphans.push(...commands)
    await this.absorb(delta)
  }

  private async reload(): Promise<void> {
    const image = await loadStore(this.ports)
    if (image.state.clientId !== this.clientId) {
      this.ports.log('this device lost its storage while in use')
      // a refused command is sent again under its id and gets the same answer
      const { entries, results } = this.replica
      this.orphans.push(...results.map(({ command }) => ({ ...command, replaceKey: '' })), ...entries)
    }
    await this.registry.prepareFor?.(image.outbox)
    this.show(this.replica.load(image))
    if (this.orphans.length === 0) return
    const { delta } = await addCommands(this.ports.database, this.replica.position, this.orphans)
    if (!delta) throw new StorageLost('the storage was lost again')
    this.orphans.length = 0
    this.show(this.replica.apply(delta))
    this.tell()
    this.alarm.nudge()
  }

  /** Updates the status, and tells this tab's search and listeners of changed rows. */
  show(changes: RowChanges): void {
    this.board.refresh()
    if (changes.isEmpty) return
    this.index?.changed(changes)
    for (const listener of [...this.listeners]) listener(changes)
  }

  /** Gives the search the rows of a first sync while they are still being written to disk. */
  expectRows(rows: BaseRows): void {
    this.index?.expect(rows)
  }

  /** Notifies the other tabs of a changed store. */
  tell(): void {
    this.ports.channel.post({ kind: 'stored', ...this.replica.position })
  }

  /** Publishes the status of this tab, which is the leading one. */
  noteLeader(status: Partial<LeaderStatus>): void {
    this.board.noteLeader(status)
    this.tellStatus()
  }

  private tellStatus(): void {
    this.ports.channel.post({ kind: 'status', status: this.board.leader, clockOffsetMs: this.clockOffsetMs })
  }

  /** Clears a storage problem once the device stores again. */
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
      // a message sent before this tab led is out of date
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

  /** Stores the drafts that so far exist only in memory. */
  async storeDrafts(): Promise<void> {
    for (const [replaceKey, queued] of [...this.replica.draftsByKey]) {
      const attempt: Attempt = { queued, replaceKey, preview: () => null, receipt: null }
      try {
        await this.exclusive(async () => {
          // a draft may have been stored or replaced by a newer save meanwhile
          if (this.replica.draftsByKey.get(replaceKey) === queued) await this.append(attempt, () => attempt)
        })
      } catch (thrown) {
        this.noteFailure(thrown)
        return this.retryDraftsLater()
      }
    }
  }
}

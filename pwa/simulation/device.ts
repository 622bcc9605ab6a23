import { type User, users } from '@shop/shared/accounts/schema.ts'
import type { Actor } from '@shop/shared/kernel/define-command.ts'
import { SyncEngine } from '../src/sync/engine/engine.ts'
import { UNKNOWN_DEVICE } from '../src/sync/engine/engine-status.ts'
import { startSyncing } from '../src/sync/engine/sync-loop.ts'
import { gunzipText } from '../src/sync/ports/gzip.ts'
import { MemoryChannels, MemoryLocks } from '../src/sync/ports/memory-ports.ts'
import { Observable } from '../src/sync/ports/observable.ts'
import type { Database, DatabaseTx, Ports } from '../src/sync/ports/ports.ts'
import type { TableName } from '../src/sync/ports/records.ts'
import type { Registry } from '../src/sync/rows/replica.ts'
import { Connection, type Faults } from './network.ts'
import { Life, type Scheduler } from './scheduler.ts'
import type { PersonalServer, SimulatedServer } from './simulated-server.ts'
import type { DeviceStorage } from './storage.ts'
import type { Tally } from './tally.ts'

/** Low thresholds, so that even a short history folds its overlay and packs pages. */
const PACKING = { foldRows: 12, packAtOnceRows: 9, pagesAtOnce: 2 }
const FOLDING = 'meta,pages,overlay'

/** A tab of a browser, with its own engine. The tab can die between any two awaits. */
export class Tab {
  readonly life = new Life()
  readonly requests = { count: 0 }
  engine: SyncEngine | null = null
  /** The server as the tab's pages reach it. */
  server: PersonalServer | null = null
  /** Number of operations inside database transactions before the tab dies; null while no death is planned. */
  lastOperations: number | null = null
  private die = () => {}
  readonly onDeath = new Promise<void>((resolve) => (this.die = resolve))

  kill(): void {
    this.life.isOver = true
    this.die()
  }
}

/** Surroundings, person and storage of a new device. */
export type DeviceSetting = {
  readonly scheduler: Scheduler
  readonly server: SimulatedServer
  readonly network: Life
  readonly faults: Faults
  readonly tally: Tally
  readonly uid: string
  readonly storage: DeviceStorage
  readonly log: (message: string) => void
  /** Called after each change of what a tab shows. */
  readonly onShown: (engine: SyncEngine) => void
}

/** A tablet or phone: one storage, one connection, its own clock, any number of tabs. */
export class Device {
  readonly connection: Connection
  private readonly locks = new MemoryLocks()
  private readonly channels = new MemoryChannels()
  tabs: Tab[] = []
  clockOffsetMs = 0
  /** True once a history has damaged this device's rows. An audit must find the damage. */
  isCorrupted = false
  /** Commands that no longer count as promised: the storage was lost, and some of them may have existed only there. */
  readonly excused = new Set<string>()
  lossCount = 0

  constructor(
    readonly setting: DeviceSetting,
    public registry: Registry,
  ) {
    const { server, scheduler, faults, tally, uid } = setting
    this.connection = new Connection(server, scheduler, faults, tally, uid)
  }

  private get beganAsAdmin(): boolean {
    return this.setting.server.people.admins.includes(this.uid)
  }

  get uid(): string {
    return this.setting.uid
  }

  get living(): readonly Tab[] {
    return this.tabs.filter(({ life }) => !life.isEnded)
  }

  /** Engines of the living tabs that have opened. */
  get open(): SyncEngine[] {
    return this.living.flatMap(({ engine }) => engine ?? [])
  }

  /** The server as the pages of an open tab reach it. */
  pageOf(engine: SyncEngine): PersonalServer | undefined {
    return this.living.find((tab) => tab.engine === engine)?.server ?? undefined
  }

  /** Opens a tab. The tab has an engine once the store is read. */
  openTab(): void {
    const tab = new Tab()
    this.tabs = [...this.living, tab]
    const options = {
      uid: this.uid,
      actor: () => this.actorSeenBy(tab.engine),
      registry: this.registry,
      packing: PACKING,
      // a state of its own: a killed tab never stops listening, and the state that engines share would keep its whole world in memory
      device: new Observable(UNKNOWN_DEVICE.get()),
    }
    void SyncEngine.open(this.portsOf(tab), options).then(
      (engine) => {
        tab.engine = engine
        engine.onChange(() => this.setting.onShown(engine))
        startSyncing(engine)
      },
      (thrown: unknown) => {
        this.setting.log(`a tab could not open: ${thrown}`)
        // a person closes it, and opens another one later
        tab.kill()
      },
    )
  }

  get isUpToDate(): boolean {
    return this.open.length > 0 && this.open.every(({ replica }) => replica.entries.length === 0)
  }

  get isTalking(): boolean {
    return this.living.some(({ requests }) => requests.count > 0)
  }

  killTab(nth: number): void {
    this.kill(this.living[nth % Math.max(1, this.living.length)])
  }

  killTalkingTab(): void {
    this.kill(this.living.find(({ requests }) => requests.count > 0))
  }

  private kill(tab: Tab | undefined): void {
    if (!tab) return
    this.setting.tally.add(tab.requests.count > 0 ? 'tab killed with a request under way' : 'tab killed')
    tab.kill()
  }

  /** Makes a tab die inside a transaction, after this number of operations. */
  killTabInTransaction(nth: number, operations: number): void {
    const { living } = this
    const tab = living[nth % Math.max(1, living.length)]
    if (tab) tab.lastOperations = operations
  }

  killBrowser(): void {
    for (const tab of this.tabs) tab.kill()
    this.tabs = []
  }

  /** Returns the person with the role in the device's rows; while the rows lack the person, the role from the beginning. */
  private actorSeenBy(engine: SyncEngine | null): Actor {
    const user = engine?.replica.view.get(users, this.uid) as User | undefined
    return { uid: this.uid, role: user?.role ?? (this.beganAsAdmin ? 'admin' : 'user'), wasAdmin: (user?.adminUntilMs ?? null) !== null }
  }

  private portsOf(tab: Tab): Ports {
    const { scheduler, network, tally, storage, server } = this.setting
    const { life, onDeath } = tab
    tab.server = this.connection.portFor(life, network, onDeath, tab.requests)
    return {
      database: this.mortal(storage.open(), tab),
      server: tab.server,
      lock: this.locks.portFor(onDeath),
      channel: this.channels.port((arrive) => void scheduler.turn(life).then(() => scheduler.chance.isHit(0.1) || arrive())),
      clock: {
        nowMs: () => scheduler.nowMs + this.clockOffsetMs,
        after: (delayMs, work) => scheduler.after(life, delayMs, work),
        random: (bytes) => scheduler.chance.bytes(bytes),
      },
      gunzip: (gzip) => scheduler.during(() => gunzipText(gzip)),
      log: (message, detail) => {
        if (message.startsWith('collections differ')) {
          tally.add('audit found drift')
          if (!this.isCorrupted && !server.isHalfwayBack) this.drifts.push(message)
        }
        this.setting.log(`${message}${detail instanceof Error ? `: ${detail.message}` : ''}`)
      },
    }
  }

  /** Differences that audits found although nothing had damaged this device's rows. */
  readonly drifts: string[] = []

  /** Wraps a database so that its tab may die before, inside or after a transaction. A transaction in which the tab dies leaves nothing behind. */
  private mortal(database: Database, tab: Tab): Database {
    const { scheduler, tally } = this.setting
    const { life, onDeath } = tab
    void onDeath.then(() => database.close())
    const counting = (tx: DatabaseTx): DatabaseTx =>
      Object.assign(Object.create(tx) as DatabaseTx, {
        put: (table: TableName, records: never) => {
          if (table === 'pages') tally.add('pull packed at once')
          return tx.put(table, records)
        },
      })
    const dyingIn = (mode: 'read' | 'write', tx: DatabaseTx): DatabaseTx => {
      const liveOrDie = () => {
        if (tab.lastOperations !== null && tab.lastOperations-- <= 0) {
          tab.lastOperations = null
          tally.add(mode === 'write' ? 'tab killed inside a writing transaction' : 'tab killed')
          tab.kill()
        }
        if (life.isOver) throw new Error('the tab died inside a transaction')
      }
      const commit = () => {
        liveOrDie()
        tx.commit()
      }
      return new Proxy(tx, {
        get: (_, operation: keyof DatabaseTx) =>
          operation === 'commit'
            ? commit
            : async (table: never, ...more: never[]) => {
                liveOrDie()
                return (tx[operation] as (table: never, ...more: never[]) => unknown)(table, ...more)
              },
      })
    }
    return {
      async transact(mode, tables, work) {
        await scheduler.turn(life)
        const isPull = tables.includes('pages') && tables.includes('journal')
        const result = await database
          .transact(mode, tables, (tx) => {
            const seen = isPull ? counting(tx) : tx
            return work(tab.lastOperations === null ? seen : dyingIn(mode, seen))
          })
          .catch(async (thrown: unknown) => {
            // a dead tab does nothing more, so nobody receives its failure
            if (life.isOver) await scheduler.turn(life)
            throw thrown
          })
        if (mode === 'write' && tables.join() === FOLDING) tally.add('overlay folded into pages')
        await scheduler.turn(life)
        return result
      },
      close: () => database.close(),
    }
  }
}

import { type User, users } from '@shop/shared/accounts/schema.ts'
import type { Actor } from '@shop/shared/kernel/define-command.ts'
import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { SyncEngine } from '../src/sync/engine.ts'
import { MemoryDatabase, type MemoryDisk } from '../src/sync/memory-database.ts'
import { MemoryChannels, MemoryLocks } from '../src/sync/memory-ports.ts'
import type { Database, Ports } from '../src/sync/ports.ts'
import type { Registry } from '../src/sync/replica.ts'
import type { ModelServer } from './model-server.ts'
import { Connection, type Faults } from './network.ts'
import { Life, type Scheduler } from './scheduler.ts'

/** One tab of a browser: an engine of its own that can die between any two of its awaits. */
export class Tab {
  engine: SyncEngine | null = null
  private die = () => {}
  readonly onDeath = new Promise<void>((resolve) => (this.die = resolve))
  constructor(readonly life: Life) {}

  kill(): void {
    this.life.isOver = true
    this.die()
  }
}

/** What a device is made with. */
export type DeviceSetting = {
  readonly scheduler: Scheduler
  readonly server: ModelServer
  readonly network: Life
  readonly pokes: Set<() => void>
  readonly faults: Faults
  readonly uid: string
  readonly disk: MemoryDisk
  readonly log: (message: string) => void
}

/** A tablet or phone: one storage, one connection, a clock of its own, any number of tabs. */
export class Device {
  readonly connection: Connection
  private readonly locks = new MemoryLocks()
  private readonly channels = new MemoryChannels()
  tabs: Tab[] = []
  clockOffsetMs = 0
  /** Its commands are not looked for any more: its storage was lost before they could be sent, or handed back. */
  readonly excused = new Set<string>()

  constructor(
    readonly setting: DeviceSetting,
    public registry: Registry,
  ) {
    const { server, scheduler, faults, uid } = setting
    this.connection = new Connection(server, scheduler, faults, uid)
  }

  get uid(): string {
    return this.setting.uid
  }

  /** Tabs that live and have opened. */
  get open(): SyncEngine[] {
    return this.tabs.filter(({ life }) => !life.isEnded).flatMap(({ engine }) => (engine ? [engine] : []))
  }

  /** Opens a tab; its engine is there when its store was read. */
  openTab(): Tab {
    const { scheduler } = this.setting
    this.tabs = this.tabs.filter(({ life }) => !life.isEnded)
    const tab = new Tab(new Life())
    this.tabs.push(tab)
    const cell: { engine: SyncEngine | null } = { engine: null }
    void SyncEngine.open(this.portsOf(tab), { uid: this.uid, actor: () => this.actorSeenBy(cell.engine), registry: this.registry }).then(
      (engine) => {
        cell.engine = engine
        tab.engine = engine
        engine.start()
      },
      (thrown: unknown) => this.setting.log(`a tab could not open: ${thrown}`),
    )
    void scheduler
    return tab
  }

  killBrowser(): void {
    for (const tab of this.tabs) tab.kill()
    this.tabs = []
  }

  /** The role as the device knows it: from the last profile it pulled. */
  private actorSeenBy(engine: SyncEngine | null): Actor {
    const user = engine?.replica.view.get(users, this.uid) as User | undefined
    return { uid: this.uid, role: user?.role ?? 'admin', wasAdmin: (user?.adminUntilMs ?? null) !== null }
  }

  /** Commands this device's storage holds: waiting, refused, or kept after their acknowledgement. */
  async stored(): Promise<QueuedCommand[]> {
    const { tables } = this.setting.disk
    const of = (name: 'outbox' | 'results' | 'journal') =>
      [...(tables.get(name)?.values() ?? [])] as unknown as { id: string; command?: QueuedCommand }[]
    return [...of('outbox'), ...of('results'), ...of('journal')].map((record) => record.command ?? (record as unknown as QueuedCommand))
  }

  private portsOf(tab: Tab): Ports {
    const { scheduler, network, pokes, log, disk } = this.setting
    const { life } = tab
    return {
      database: mortal(new MemoryDatabase(disk), scheduler, life),
      server: this.connection.portFor(life, network, pokes),
      lock: this.locks.portFor(tab.onDeath),
      channel: this.channels.port((arrive) => void scheduler.turn(life).then(() => scheduler.chance.isHit(0.1) || arrive())),
      clock: {
        nowMs: () => scheduler.nowMs + this.clockOffsetMs,
        after: (delayMs, work) => scheduler.after(life, delayMs, work),
        random: (bytes) => scheduler.chance.bytes(bytes),
      },
      log: (message, detail) => log(`${message}${detail instanceof Error ? `: ${detail.message}` : ''}`),
    }
  }
}

/** A database handle whose owner may die before a transaction begins and after it ended, but never sees half of one. */
function mortal(database: Database, scheduler: Scheduler, life: Life): Database {
  return {
    async transact(mode, tables, work) {
      await scheduler.turn(life)
      const result = await database.transact(mode, tables, work)
      await scheduler.turn(life)
      return result
    },
    close: () => database.close(),
  }
}

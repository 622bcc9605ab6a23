import { users } from '@shop/shared/accounts/schema.ts'
import { type Item, items } from '@shop/shared/inventory/schema.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import { DEFAULT_SETTINGS, SHOP_SETTINGS_ID, settings } from '@shop/shared/settings/schema.ts'
import { StorageProblem } from '../src/sync/contract.ts'
import { MemoryDisk } from '../src/sync/memory-database.ts'
import { ServerProblem } from '../src/sync/ports.ts'
import { Device } from './device.ts'
import { doingOf } from './doings.ts'
import { ADMINS, CONSIGNORS, firstRelease, inRelease, registryOf, secondRelease, userOf } from './goods.ts'
import { brokenLaws, type Promised } from './laws.ts'
import { type Mistake, ModelServer, type ServerDisk } from './model-server.ts'
import type { Faults } from './network.ts'
import type { Action, Planned } from './plan.ts'
import { Chance, Life, Scheduler } from './scheduler.ts'

/** Steps after which a history must have come to rest. */
const MAX_QUIET_STEPS = 60_000
const QUIET_CHECK_STEPS = 200
const FAULTS: Faults = { lostRequest: 0.08, lostAnswer: 0.08, duplicate: 0.05 }

/** How a history ended. */
export type Outcome = {
  readonly broken: readonly string[]
  readonly steps: number
  readonly promisedCount: number
  readonly log: readonly string[]
}

/** Runs one history from its seed and plan. The same two, the same outcome. `mistake`: built into the server, to see that it is found. */
export async function runHistory(seed: number, plan: readonly Planned[], mistake?: Mistake): Promise<Outcome> {
  const world = new World(seed, mistake)
  try {
    await world.begin()
    for (const { action, steps } of plan) {
      await world.perform(action)
      await world.let(steps)
    }
    await world.comeToRest()
    return world.outcome(brokenLaws(world.server, world.devices, world.promised))
  } catch (thrown) {
    return world.outcome([`the history broke: ${thrown instanceof Error ? thrown.stack : String(thrown)}`])
  }
}

class World {
  readonly scheduler: Scheduler
  readonly server: ModelServer
  readonly promised = new Map<string, Promised>()
  readonly faults = { ...FAULTS }
  devices: Device[] = []
  private readonly log: string[] = []
  private readonly pokes = new Set<() => void>()
  private readonly network = new Life()
  private serverLife = new Life()
  private backups: ServerDisk[] = []
  private underWay = 0

  constructor(seed: number, mistake: Mistake | undefined) {
    this.scheduler = new Scheduler(new Chance(seed))
    this.server = new ModelServer(
      {
        pause: async () => {
          const process = this.serverLife
          // a transaction may stay open while many others come and go
          for (let hops = this.scheduler.chance.isHit(0.1) ? 25 : this.scheduler.chance.below(3); hops >= 0; hops--) {
            await this.scheduler.turn(this.network)
            if (process.isEnded) throw new ServerProblem('offline', 'the server went away')
          }
        },
        nowMs: () => this.scheduler.nowMs,
        poke: () => {
          for (const poke of [...this.pokes]) void this.scheduler.turn(this.network).then(() => this.scheduler.chance.isHit(0.2) || poke())
        },
        pageRows: 7,
        mistake,
      },
      firstRelease,
    )
  }

  async begin(): Promise<void> {
    for (const uid of ADMINS) this.server.write(users, userOf(uid, 'admin'), uid)
    for (const uid of CONSIGNORS) this.server.write(users, userOf(uid, 'user'), uid)
    this.server.write(settings, DEFAULT_SETTINGS, SHOP_SETTINGS_ID)
    for (const uid of [ADMINS[0], ADMINS[0], ADMINS[1], CONSIGNORS[0]]) this.addDevice(uid, new MemoryDisk())
    for (const device of this.devices) device.openTab()
    for (const quantity of [3, 5, 2]) {
      await this.let(60)
      await this.perform({ do: 'addItem', device: 0, tab: 0, quantity, owner: quantity - 2 })
    }
    await this.let(400)
  }

  private addDevice(uid: string, disk: MemoryDisk): Device {
    const { scheduler, server, network, pokes, faults } = this
    const at = this.devices.length
    const device = new Device(
      { scheduler, server, network, pokes, faults, uid, disk, log: (text) => this.log.push(`${scheduler.steps} device ${at}: ${text}`) },
      registryOf(firstRelease),
    )
    this.devices.push(device)
    return device
  }

  async let(steps: number): Promise<void> {
    for (let step = 0; step < steps; step++) if (!(await this.scheduler.step())) return
  }

  async perform(action: Action): Promise<void> {
    this.log.push(`${this.scheduler.steps} ${JSON.stringify(action)}`)
    if ('device' in action) return this.onDevice(action, this.devices[action.device % this.devices.length] as Device)
    const { server, scheduler } = this
    if (action.do === 'restartServer') this.restart(() => server.boot())
    else if (action.do === 'backupServer') this.backups.push(server.backup())
    else if (action.do === 'restoreServer') {
      const backup = scheduler.chance.pick(this.backups)
      if (backup) this.restart(() => server.restore(backup))
    } else if (action.do === 'upgradeServer') this.restart(() => this.upgradeServer())
    else if (action.do === 'writeElsewhere') this.touchAnItem()
    else if (action.do === 'withdrawRole') this.setRole(action.person, 'user')
    else if (action.do === 'grantRole') this.setRole(action.person, 'admin')
    else if (action.do === 'pass') scheduler.nowMs += action.ms
  }

  private restart(change: () => void): void {
    this.serverLife.isOver = true
    this.serverLife = new Life()
    change()
  }

  private upgradeServer(): void {
    this.server.release = secondRelease
    this.server.boot()
  }

  private setRole(person: number, role: 'admin' | 'user'): void {
    const uid = ADMINS[person % ADMINS.length] as string
    this.server.write(users, userOf(uid, role, role === 'user' ? this.scheduler.nowMs : null), uid)
  }

  /** Someone else, on another device of the shop, changes a row. */
  private touchAnItem(): void {
    const [item] = this.server.all<Item>(items)
    if (item) this.server.write(items, { ...item, updatedAtMs: this.scheduler.nowMs }, item.id)
  }

  private async onDevice(action: Extract<Action, { device: number }>, device: Device): Promise<void> {
    const { disk } = device.setting
    switch (action.do) {
      case 'openTab':
        if (device.tabs.length < 4) device.openTab()
        return
      case 'killTab':
        return device.tabs[action.tab % Math.max(1, device.tabs.length)]?.kill()
      case 'killBrowser':
        return device.killBrowser()
      case 'cutNetwork':
      case 'mendNetwork':
        device.connection.isCut = action.do === 'cutNetwork'
        return
      case 'expireToken':
      case 'signInAgain':
        device.connection.isTokenExpired = action.do === 'expireToken'
        return
      case 'fillDisk':
      case 'freeDisk':
        disk.problem = action.do === 'fillDisk' ? 'full' : null
        return
      case 'setClock':
        device.clockOffsetMs = action.offsetMs
        return
      case 'upgradeApp':
        device.killBrowser()
        device.registry = registryOf(secondRelease)
        device.openTab()
        return
      case 'loseStorage':
        return this.loseStorage(device)
      case 'cloneStorage':
        if (this.devices.length < 6) this.addDevice(device.uid, disk.clone()).openTab()
        return
      default:
        return this.command(action, device)
    }
  }

  /** What was only there is gone with it: nobody can promise otherwise. */
  private async loseStorage(device: Device): Promise<void> {
    device.killBrowser()
    for (const { device: of, command } of this.promised.values()) if (of === device) device.excused.add(command.id)
    device.setting.disk.lose()
    device.openTab()
  }

  private async command(action: Action & { device: number; tab?: number }, device: Device): Promise<void> {
    const tabs = device.open
    const tab = tabs[(action.tab ?? 0) % Math.max(1, tabs.length)]
    if (!tab) return
    this.underWay += 1
    void this.run(action, device, tab).finally(() => {
      this.underWay -= 1
    })
  }

  private async run(action: Action, device: Device, tab: Device['open'][number]): Promise<void> {
    try {
      const doing = await doingOf(action, tab)
      if (!doing) return
      const { command, args } = inRelease(tab.registry, doing.command, doing.args)
      const id = tab.newId()
      const once = async () => {
        await tab.run(command, args, { id })
        this.promised.set(id, {
          command: { id, name: command.name, version: command.version, args, at: 0 },
          device,
          replaceable: command.replaces !== undefined,
        })
      }
      await Promise.all(doing.isDoubleTap ? [once(), once()] : [once()])
    } catch (thrown) {
      if (thrown instanceof Refusal || thrown instanceof StorageProblem) return
      throw thrown
    }
  }

  /** Faults end; every device gets a tab, a network and a sign-in; then all of it has to come to rest by itself. */
  async comeToRest(): Promise<void> {
    Object.assign(this.faults, { lostRequest: 0, lostAnswer: 0, duplicate: 0 })
    this.upgradeServer()
    for (const device of this.devices) {
      device.setting.disk.problem = null
      device.connection.isCut = false
      device.connection.isTokenExpired = false
      if (device.tabs.every(({ life }) => life.isEnded)) device.openTab()
    }
    for (let steps = 0; steps < MAX_QUIET_STEPS; steps += QUIET_CHECK_STEPS) {
      await this.let(QUIET_CHECK_STEPS)
      if (this.isQuiet()) return
      if (steps % 1_000 === 0) for (const device of this.devices) for (const tab of device.open) tab.wake()
    }
  }

  private isQuiet(): boolean {
    return (
      this.devices.every(({ open }) => open.length > 0 && open.every(({ replica }) => replica.entries.length === 0)) &&
      brokenLaws(this.server, this.devices, this.promised).length === 0
    )
  }

  outcome(broken: readonly string[]): Outcome {
    return { broken, steps: this.scheduler.steps, promisedCount: this.promised.size, log: this.log }
  }
}

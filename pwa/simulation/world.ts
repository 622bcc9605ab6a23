import { Refusal } from '@shop/shared/kernel/errors.ts'
import { overdrawingPayouts } from '@shop/shared/testing/shop-laws.ts'
import type { SyncEngine } from '../src/sync/engine/engine.ts'
import { StorageProblem } from '../src/sync/ports/contract.ts'
import { callAtDesk, trade } from './calling.ts'
import { isAtDesk } from './desk.ts'
import { Device } from './device.ts'
import { doingOf, putReceiptNumber } from './doings.ts'
import { firstRelease, inRelease, registryOf, secondRelease } from './goods.ts'
import { type Judged, judge } from './judge.ts'
import { leftWaiting } from './judge-returns.ts'
import { brokenLaws, type Promised, wrongClocks } from './laws.ts'
import { isAtMarket } from './market.ts'
import { addClone, corrupt, handOver, loseStorage } from './misfortunes.ts'
import type { Faults } from './network.ts'
import { deedsOf } from './oracle/deeds.ts'
import { Oracle } from './oracle/oracle.ts'
import type { Action } from './plan.ts'
import { Life, type Scheduler } from './scheduler.ts'
import { wrongScreen } from './screens.ts'
import type { Done, SimulatedServer, Truth } from './simulated-server.ts'
import type { DeviceStorage } from './storage.ts'
import type { Tally } from './tally.ts'

const FAULTS: Faults = { lostRequest: 0.08, lostAnswer: 0.08, duplicate: 0.06 }
const MAX_TABS = 4
/** Maximum number of steps that an action waits for its condition. */
const PATIENCE_STEPS = 300
const MAX_DEVICES = 6
const MAX_WRONG_SCREENS = 3
/** The goods with which every shop begins: their pieces and the owner. */
const FIRST_GOODS = [
  [3, 1],
  [5, 0],
  [2, 0],
] as const

type CartForm = { readonly cart: { readonly id: string; readonly label: string } }
type OnDevice = Extract<Action, { device: number }>

export type WorldSetting = {
  readonly scheduler: Scheduler
  readonly server: SimulatedServer
  readonly tally: Tally
  readonly newStorage: () => DeviceStorage
}

/** A shop with its devices, and everything that people and misfortune do to it. */
export class World {
  readonly promised = new Map<string, Promised>()
  readonly faults = { ...FAULTS }
  readonly log: string[] = []
  /** A second opinion on stock and money. */
  readonly oracle: Oracle
  devices: Device[] = []
  /** Receipt series that two devices share after cloning: offline, a device cannot know that it is a copy. */
  readonly clonedSeries = new Set<string>()
  private readonly wrongScreens: string[] = []
  private readonly network = new Life()

  constructor(readonly setting: WorldSetting) {
    this.oracle = new Oracle({ isKeepingUnseen: setting.server.hasOwnClock })
  }

  async begin(): Promise<void> {
    const { people } = this.setting.server
    const [first, second] = people.admins
    for (const uid of [first, first, second, people.consignors[0]]) this.addDevice(uid as string, this.setting.newStorage())
    for (const device of this.devices) device.openTab()
    await this.let(60)
    for (const [quantity, owner] of FIRST_GOODS) await this.perform({ do: 'addItem', device: 0, tab: 0, quantity, owner })
    await this.let(300)
  }

  addDevice(uid: string, storage: DeviceStorage): Device {
    const { scheduler, server, tally } = this.setting
    const { network, faults } = this
    const at = this.devices.length
    const log = (text: string) => this.log.push(`${scheduler.steps} device ${at}: ${text}`)
    const onShown = (tab: SyncEngine) => {
      // a row that was lost or changed on the disk may be what a waiting command looks at, until the audit repairs it
      if (device.isCorrupted) return
      if (this.wrongScreens.length < MAX_WRONG_SCREENS)
        this.wrongScreens.push(...wrongScreen(tab, this.oracle).map((what) => `step ${scheduler.steps}, device ${at}: ${what}`))
    }
    const device = new Device({ scheduler, server, network, faults, tally, uid, storage, log, onShown }, registryOf(firstRelease))
    this.devices.push(device)
    return device
  }

  async let(steps: number): Promise<void> {
    for (let step = 0; step < steps; step++) if (!(await this.setting.scheduler.step())) return
  }

  async perform(action: Action): Promise<void> {
    const { scheduler, server, tally } = this.setting
    this.log.push(`${scheduler.steps} ${JSON.stringify(action)}`)
    await server.keepReturns()
    if ('device' in action) return this.onDevice(action, this.devices[action.device % this.devices.length] as Device)
    switch (action.do) {
      case 'restartServer':
        tally.add('server restarted')
        return server.restart()
      case 'backupServer':
        return server.backup()
      case 'restoreServer':
        if (!(await server.restore(action.nth))) return
        this.oracle.trades.clock.forgetKeeping()
        return tally.add('server restored from a backup')
      case 'upgradeServer':
        tally.add('server upgraded')
        return server.upgrade()
      case 'writeElsewhere':
        return this.noteElsewhere(await server.writeElsewhere())
      case 'bringPhone':
        return this.bringPhone()
      case 'withdrawRole':
        tally.add('role withdrawn')
        this.oracle.onceWithdrawn.add(server.people.admins[action.person % server.people.admins.length] as string)
        return server.setRole(action.person, 'user')
      case 'grantRole':
        tally.add('role granted')
        return server.setRole(action.person, 'admin')
      case 'keepTrades':
        scheduler.nowMs += action.hours * 3_600_000
        this.oracle.trades.clock.keep(scheduler.nowMs)
        return server.keepTrades()
      case 'pass':
        scheduler.nowMs += action.ms
    }
  }

  /** Adds a device of the consignor who has none. */
  private bringPhone(): void {
    const uid = this.setting.server.people.consignors[1] as string
    if (this.devices.length < MAX_DEVICES && !this.devices.some((device) => device.uid === uid))
      this.addDevice(uid, this.setting.newStorage()).openTab()
  }

  private async onDevice(action: OnDevice, device: Device): Promise<void> {
    const { tally, scheduler } = this.setting
    const { connection, setting } = device
    switch (action.do) {
      case 'openTab':
        if (device.living.length < MAX_TABS) device.openTab()
        return
      case 'killTab':
        if (!action.whileTalking) return device.killTab(action.tab)
        for (let steps = 0; steps < PATIENCE_STEPS && !device.isTalking; steps++) await this.let(1)
        return device.killTalkingTab()
      case 'comeUpToDate':
        for (let waited = 0; waited < PATIENCE_STEPS && !device.isUpToDate; waited += 10) {
          scheduler.nowMs += 10_000
          await this.let(10)
        }
        return
      case 'killTabInTransaction':
        return device.killTabInTransaction(action.tab, action.operations)
      case 'killBrowser':
        tally.add('browser killed')
        return device.killBrowser()
      case 'cutPower':
        tally.add('power cut')
        device.killBrowser()
        return setting.storage.cutPower()
      case 'cutNetwork':
      case 'mendNetwork':
        connection.isCut = action.do === 'cutNetwork'
        return
      case 'expireToken':
      case 'signInAgain':
        if (action.do === 'expireToken') tally.add('token expired')
        connection.isTokenExpired = action.do === 'expireToken'
        return
      case 'fillDisk':
      case 'freeDisk':
        if (action.do === 'fillDisk') tally.add('disk full')
        setting.storage.problem = action.do === 'fillDisk' ? 'full' : null
        return
      case 'setClock':
        tally.add('clock set wrong')
        device.clockOffsetMs = action.offsetMs
        return
      case 'upgradeApp':
        if (device.open[0]?.replica.entries.length) tally.add('app upgraded with commands waiting')
        device.killBrowser()
        device.registry = registryOf(secondRelease)
        return device.openTab()
      case 'loseStorage':
        return loseStorage(this, device, false)
      case 'loseStorageInUse':
        return loseStorage(this, device, true)
      case 'cloneStorage':
        if (this.devices.length >= MAX_DEVICES) return
        tally.add('storage cloned')
        return addClone(this, device)
      case 'corruptRow':
        return corrupt(this, device, action.harm)
      case 'handOver':
        return void this.inBackground(() =>
          handOver(this, device, action.tab, this.devices[action.to % this.devices.length] as Device, action.isBroken),
        )
      default:
        return this.command(action, device)
    }
  }

  /** Performs a person's action on this device, or on the person's next device that has an open tab. Without such a device, opens a tab here. */
  private command(action: OnDevice & { tab?: number }, asked: Device): void {
    const at = this.devices.indexOf(asked)
    const device = [...this.devices.slice(at), ...this.devices.slice(0, at)].find(({ open, uid }) => open.length > 0 && uid === asked.uid)
    const tab = device?.open[(action.tab ?? 0) % device.open.length]
    const times = action.do === 'saveCart' ? (action.times ?? 1) : 1
    if (device && tab)
      void this.inBackground(async () => {
        for (let nth = 0; nth < times; nth++) await this.run(action, device, tab)
      })
    else if (asked.living.length === 0) asked.openTab()
  }

  private async run(action: OnDevice, device: Device, tab: SyncEngine): Promise<void> {
    if (isAtMarket(action)) return trade(this, device, tab, action)
    if (isAtDesk(action)) return callAtDesk(this, device, tab, action)
    const { people } = this.setting.server
    const doing = doingOf(action, tab, people, this.tabsBeside(device))
    if (!doing) return
    const { command, args } = inRelease(tab.registry, doing.command, doing.args)
    const id = tab.newId()
    const { lossCount } = device
    this.note({ commandId: id, byUid: device.uid, deeds: doing.deeds ?? deedsOf(doing.command.name, doing.args) }, tab.nowMs())
    const confirmCart = action.do === 'saveCart' ? this.noteCart(id, doing.args as CartForm, device) : undefined
    const once = async () => {
      await tab.run(command, args, doing.isSale ? { id, putReceiptNumber } : { id })
      if (this.promised.has(id)) return
      confirmCart?.(this.setting.scheduler.steps)
      const queued = { id, name: command.name, version: command.version, args, at: 0 }
      this.promised.set(id, { command: queued, device, replaceable: command.replaces !== undefined })
      // the storage was lost while the command was being stored
      if (device.lossCount !== lossCount) device.excused.add(id)
      this.setting.tally.add('promised command')
    }
    if (doing.isDoubleTap) this.setting.tally.add('double tap')
    await Promise.all(doing.isDoubleTap ? [once(), once()] : [once()])
  }

  /** The tabs of the other tablets of admins. */
  private tabsBeside(device: Device): readonly SyncEngine[] {
    const { admins } = this.setting.server.people
    return this.devices.flatMap((other) => (other !== device && admins.includes(other.uid) ? other.open : []))
  }

  private noteCart(commandId: string, { cart: { id: cartId, label } }: CartForm, place: Device): (atStep: number) => void {
    return this.oracle.carts.note({ commandId, byUid: place.uid, cartId, label, place, startedStep: this.setting.scheduler.steps })
  }

  private noteElsewhere(done: Done | null): void {
    if (done) this.note(done)
  }

  /** Notes what somebody did, for the second opinion. */
  note(done: Done, claimedMs = this.setting.scheduler.nowMs): (atMs: number) => void {
    return this.oracle.note(done, done.deeds, this.setting.scheduler.nowMs, claimedMs)
  }

  /** Runs `work` in the background. An error that the screen would show to a person does not fail the history. */
  private async inBackground(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (thrown) {
      if (thrown instanceof Refusal || thrown instanceof StorageProblem) return
      this.failures.push(thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown))
    }
  }

  /** Errors that no screen would show. */
  readonly failures: string[] = []

  async brokenLaws(): Promise<string[]> {
    return this.brokenLawsOf(await this.setting.server.examine())
  }

  /** Coverage of the last judgement. */
  judged: Judged = { compared: 0, leftOut: 0 }

  brokenLawsOf(truth: Truth): string[] {
    this.judged = { compared: 0, leftOut: 0 }
    const { devices, promised, clonedSeries, oracle } = this
    const { isOpenBook } = this.setting.server
    const { nowMs } = this.setting.scheduler
    return [
      ...this.failures,
      ...this.wrongScreens,
      ...brokenLaws(truth, devices, promised, clonedSeries),
      ...judge(truth, oracle, this.judged),
      // a database stores the entries of a push in the order of their ids, which is not the order in which they were booked
      ...(isOpenBook ? [...overdrawingPayouts(truth), ...wrongClocks(devices, nowMs), ...leftWaiting(truth)] : []),
    ]
  }
}

import { importPending } from '../src/sync/engine/import-pending.ts'
import { exportPending } from '../src/sync/engine/pending-work.ts'
import type { Device } from './device.ts'
import type { Promised } from './laws.ts'
import type { Oracle } from './oracle/oracle.ts'
import type { Harm } from './plan.ts'
import type { Scheduler } from './scheduler.ts'
import type { DeviceStorage } from './storage.ts'
import { corruptRow } from './storage.ts'
import type { Tally } from './tally.ts'

// Misfortunes of a device and its storage.

/** The parts of the world that a misfortune needs. */
type Scene = {
  readonly setting: { readonly scheduler: Scheduler; readonly tally: Tally }
  readonly promised: ReadonlyMap<string, Promised>
  readonly clonedSeries: Set<string>
  readonly oracle: Pick<Oracle, 'handedOver' | 'carts'>
  addDevice(uid: string, storage: DeviceStorage): Device
}

export async function addClone(world: Scene, device: Device): Promise<void> {
  const database = device.setting.storage.open()
  const state = await database.transact('read', ['meta'], (tx) => tx.get('meta', 'state'))
  database.close()
  if (state) world.clonedSeries.add(state.receiptSeries)
  world.oracle.carts.blur(device)
  const clone = world.addDevice(device.uid, await device.setting.storage.clone())
  clone.registry = device.registry
  clone.isCorrupted = device.isCorrupted
  clone.openTab()
}

export async function corrupt(world: Scene, device: Device, harm: Harm): Promise<void> {
  device.killBrowser()
  const database = device.setting.storage.open()
  const isDone = await corruptRow(database, world.setting.scheduler.chance, harm).catch(() => false)
  database.close()
  if (isDone) world.setting.tally.add(`${harm} row`)
  device.isCorrupted ||= isDone
  device.openTab()
}

/** Loses a device's storage and excuses the device's commands, because some may have existed only there. An open tab stores again the commands that
 *  it still has in memory. */
export async function loseStorage(world: Scene, device: Device, isInUse: boolean): Promise<void> {
  world.setting.tally.add(isInUse ? 'storage lost under open tabs' : 'storage lost')
  if (!isInUse) device.killBrowser()
  for (const { device: of, command } of world.promised.values()) if (of === device) device.excused.add(command.id)
  world.oracle.carts.blur(device)
  device.lossCount += 1
  device.setting.storage.problem = null
  await device.setting.storage.lose()
  device.openTab()
}

/** Takes pending work to another device as a file. A broken device then loses its storage. */
export async function handOver(world: Scene, from: Device, nthTab: number, to: Device, isBroken: boolean): Promise<void> {
  const tab = from.open[nthTab % Math.max(1, from.open.length)]
  const [importer] = to.open
  if (!tab || !importer || from === to) return
  const file = await exportPending(tab)
  if (file.commands.length === 0) return
  const ids = new Set(file.commands.map(({ id }) => id))
  for (const id of ids) world.oracle.handedOver.add(id)
  world.oracle.carts.blur(from)
  await importPending(importer, JSON.stringify(file))
  world.setting.tally.add('work handed over to another device')
  if (!isBroken) return
  for (const promise of world.promised.values()) if (promise.device === from && ids.has(promise.command.id)) promise.device = to
  await loseStorage(world, from, false)
}

import { type User, users } from '@shop/shared/accounts/schema.ts'
import type { WireRow } from '@shop/shared/kernel/wire.ts'
import type { SyncEngine } from '../src/sync/engine.ts'
import { Chance } from './chance.ts'
import { type Outcome, rest, tellUntilRest } from './history.ts'
import { brokenLaws } from './laws.ts'
import type { Planned } from './plan.ts'
import { RealShop, type SetUpShop, setUpShop } from './real-shop.ts'
import { seenBy } from './real-truth.ts'
import { Scheduler } from './scheduler.ts'
import { IndexedDbStorage } from './storage.ts'
import { Tally } from './tally.ts'
import { World } from './world.ts'

let shop: Promise<SetUpShop> | undefined

/** Runs one history on IndexedDB and the real server. The same seed comes close to the same history: what the server takes its time for is not in our hands. */
export async function runRealHistory(seed: number, plan: readonly Planned[]): Promise<Outcome> {
  shop ??= setUpShop()
  const scheduler = new Scheduler(new Chance(seed), Date.now())
  const tally = new Tally()
  const server = await RealShop.open(scheduler, tally, await shop)
  const world = new World({ scheduler, server, tally, newStorage: () => new IndexedDbStorage(scheduler) })
  try {
    await tellUntilRest(world, plan)
    const broken = [...world.failures, ...(await compare(world, server))]
    return { broken, steps: scheduler.steps, log: world.log, tally }
  } finally {
    for (const device of world.devices) device.killBrowser()
    await server.close()
  }
}

/** The server's rows as a tab holds them. */
function rowsShown(tab: SyncEngine | undefined): Map<string, ReadonlyMap<string, WireRow>> {
  const rows = tab?.replica.rows
  return new Map([...(rows?.names ?? [])].map((name) => [name, rows?.of(name).rows as unknown as ReadonlyMap<string, WireRow>]))
}

/** A fresh device for each person syncs from nothing: all the old ones must show the same. */
async function compare(world: World, server: RealShop): Promise<string[]> {
  const old = [...world.devices]
  const people = [...new Set(old.map(({ uid }) => uid))]
  const fresh = people.map((uid) => world.addDevice(uid, world.setting.newStorage()))
  for (const device of fresh) device.openTab()
  await rest(world)
  const seen = new Map(fresh.map(({ uid, open }) => [uid, rowsShown(open[0])]))
  const truth = await server.examine()
  const admins = truth.all<User>(users).filter(({ id, role }) => role === 'admin' && people.includes(id))
  const whole = seenBy(
    truth,
    seen,
    admins.map(({ id }) => id),
  )
  return brokenLaws(whole, world.devices, world.promised, world.clonedSeries)
}

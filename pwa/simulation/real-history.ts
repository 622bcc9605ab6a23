import { type User, users } from '@shop/shared/accounts/schema.ts'
import type { WireRow } from '@shop/shared/kernel/wire.ts'
import type { Platform } from '../../sync-server/src/platform/platform.ts'
import type { SyncEngine } from '../src/sync/engine/engine.ts'
import { Chance } from './chance.ts'
import { type Outcome, performUntilRest, rest } from './history.ts'
import { type Checked, checked } from './laws.ts'
import type { Faults } from './network.ts'
import type { Planned } from './plan.ts'
import { RealShop, type SetUpShop, setUpShop } from './real-shop.ts'
import { seenBy } from './real-truth.ts'
import { Scheduler } from './scheduler.ts'
import type { Truth } from './simulated-server.ts'
import { IndexedDbStorage } from './storage.ts'
import { Tally } from './tally.ts'
import { World } from './world.ts'

type Kind = Platform['kind']
const shops = new Map<Kind, Promise<SetUpShop>>()

function shopOn(kind: Kind): Promise<SetUpShop> {
  const shop = shops.get(kind) ?? setUpShop(kind)
  shops.set(kind, shop)
  return shop
}

/** Runs one history on IndexedDB and the real server. The same seed gives only a similar history, because the server's timing varies. */
export async function runRealHistory(
  seed: number,
  plan: readonly Planned[],
  { faults = {}, kind = 'pglite' }: { readonly faults?: Partial<Faults>; readonly kind?: Kind } = {},
): Promise<Outcome & { checked: Checked }> {
  const scheduler = new Scheduler(new Chance(seed), Date.now())
  const tally = new Tally()
  const server = await RealShop.open(scheduler, tally, await shopOn(kind))
  const world = new World({ scheduler, server, tally, newStorage: () => new IndexedDbStorage(scheduler) })
  Object.assign(world.faults, faults)
  try {
    await performUntilRest(world, plan)
    const truth = await trueFor(world, server)
    const broken = world.brokenLawsOf(truth)
    return {
      checked: checked(truth, world.devices, world.promised),
      broken,
      steps: scheduler.steps,
      log: world.log,
      tally,
      judged: world.judged,
    }
  } finally {
    for (const device of world.devices) device.killBrowser()
    await server.close()
  }
}

/** Returns the rows that a tab has from the server. */
function rowsShown(tab: SyncEngine | undefined): Map<string, ReadonlyMap<string, WireRow>> {
  if (!tab) return new Map()
  const { rows } = tab.replica
  const byId = (name: string) => new Map((rows.of(name).all() as readonly WireRow[]).map((row) => [row.id, row]))
  return new Map([...rows.names].map((name) => [name, byId(name)]))
}

/** Reads the database, and the rows that a fresh device of each person shows after its first sync. Every old device must show the same rows. */
async function trueFor(world: World, server: RealShop): Promise<Truth> {
  const old = [...world.devices]
  const people = [...new Set(old.map(({ uid }) => uid))]
  const fresh = people.map((uid) => world.addDevice(uid, world.setting.newStorage()))
  for (const device of fresh) device.openTab()
  await rest(world)
  const seen = new Map(fresh.map(({ uid, open }) => [uid, rowsShown(open[0])]))
  const truth = await server.examine()
  const admins = truth.all<User>(users).filter(({ id, role }) => role === 'admin' && people.includes(id))
  return seenBy(
    truth,
    seen,
    admins.map(({ id }) => id),
  )
}

import { Chance } from './chance.ts'
import type { Day } from './day.ts'
import type { Judged } from './judge.ts'
import { makePlan } from './make-plan.ts'
import type { Mistake } from './model-server.ts'
import { ModelShop } from './model-shop.ts'
import type { Planned } from './plan.ts'
import { Scheduler } from './scheduler.ts'
import { MemoryStorage } from './storage.ts'
import { Tally } from './tally.ts'
import { World } from './world.ts'

/** Maximum number of steps in which a history must come to rest. */
const MAX_QUIET_STEPS = 60_000
const QUIET_CHECK_STEPS = 50
/** Number of checks of a quiet world before a law counts as broken. */
const MAX_QUIET_CHECKS = 40
/** Number of checks of a quiet world before it counts as at rest. Applies where the laws can be checked only at the end. */
const FEW_QUIET_CHECKS = 4
/** Number of steps between two wake-ups of all tabs, as if a person looked at them. */
const WAKE_STEPS = 2_000
const START_MS = 1_800_000_000_000
/** Longer than the interval of the daily audit. */
const DAY_AND_MORE_MS = 26 * 3_600_000

export type Outcome = {
  readonly broken: readonly string[]
  readonly steps: number
  readonly log: readonly string[]
  readonly tally: Tally
  readonly judged: Judged
}

export const planOf = (seed: number, length: number, day?: Day): Planned[] => makePlan(new Chance(seed), length, day)

/** Runs one history in memory, fully determined by its seed and plan. `mistake`: a bug built into the server, to prove that the simulation finds it. */
export async function runHistory(seed: number, plan: readonly Planned[], mistake?: Mistake): Promise<Outcome> {
  const scheduler = new Scheduler(new Chance(seed), START_MS)
  const tally = new Tally()
  const server = new ModelShop(scheduler, tally, mistake)
  const world = new World({ scheduler, server, tally, newStorage: () => new MemoryStorage() })
  const broken = await perform(world, plan)
  // listening tabs would keep the whole world in memory
  for (const device of world.devices) device.killBrowser()
  return { broken, steps: scheduler.steps, log: world.log, tally, judged: world.judged }
}

export async function performUntilRest(world: World, plan: readonly Planned[]): Promise<void> {
  await world.begin()
  for (const { action, steps } of plan) {
    await world.perform(action)
    await world.let(steps)
  }
  await comeToRest(world)
}

/** Returns the broken laws. An error counts as one. */
async function perform(world: World, plan: readonly Planned[]): Promise<string[]> {
  try {
    await performUntilRest(world, plan)
    return await world.brokenLaws()
  } catch (thrown) {
    return [`the history broke: ${thrown instanceof Error ? thrown.stack : String(thrown)}`]
  }
}

/** Ends the faults, upgrades the server, and gives every device a tab, a network and a sign-in. All else must then happen automatically. */
async function comeToRest(world: World): Promise<void> {
  const { scheduler, server } = world.setting
  Object.assign(world.faults, { lostRequest: 0, lostAnswer: 0, duplicate: 0 })
  await server.upgrade()
  for (const { setting, connection } of world.devices) {
    setting.storage.problem = null
    connection.isCut = false
    connection.isTokenExpired = false
  }
  if (world.devices.some(({ isCorrupted }) => isCorrupted)) scheduler.nowMs += DAY_AND_MORE_MS
  await rest(world)
}

/** Waits until nothing is pending, but not for ever. If the server can be examined while it runs, waits until the laws hold too. */
export async function rest(world: World): Promise<void> {
  let quietChecks = 0
  for (let steps = 0; steps < MAX_QUIET_STEPS && quietChecks < MAX_QUIET_CHECKS; steps += QUIET_CHECK_STEPS) {
    if (steps % WAKE_STEPS === 0) wakeAll(world)
    await world.setting.server.keepReturns()
    await world.let(QUIET_CHECK_STEPS)
    if (!isQuiet(world)) continue
    if (world.setting.server.isOpenBook ? (await world.brokenLaws()).length === 0 : quietChecks > FEW_QUIET_CHECKS) return
    quietChecks += 1
  }
}

function wakeAll(world: World): void {
  for (const device of world.devices) {
    if (device.living.length === 0) device.openTab()
    for (const tab of device.open) tab.wake()
  }
}

/** True when nothing is pending and all tabs of one person show the same. */
function isQuiet({ devices }: World): boolean {
  const shown = new Map<string, string>()
  return devices.every(
    ({ uid, open }) =>
      open.length > 0 &&
      open.every(({ replica: { entries, rows } }) => {
        if (entries.length > 0) return false
        const sums = [...rows.names]
          .sort()
          .map((name) => [name, rows.sum(name)])
          .filter(([, sum]) => (sum as { count: number }).count > 0)
        const all = JSON.stringify(sums)
        if (!shown.has(uid)) shown.set(uid, all)
        return shown.get(uid) === all
      }),
  )
}

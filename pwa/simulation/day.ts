import type { Chance } from './chance.ts'
import { DESK_WEIGHTS } from './desk.ts'
import { DRAWER_WEIGHTS } from './drawer.ts'
import { MARKET_WEIGHTS } from './market.ts'
import { OFFICE_WEIGHTS } from './office.ts'
import type { Action } from './plan.ts'

/** Relative frequency of kinds of action. */
type Weights = readonly (readonly [Action['do'], number])[]

const TILL: Weights = [
  ['sell', 60],
  ['saveCart', 7],
  ['sellCart', 7],
  ['edit', 6],
  ['recount', 3],
  ['addItem', 4],
  ['remove', 1],
  ['allocate', 3],
  ['void', 3],
  ['giveBack', 4],
  ['settleSuspended', 3],
]
const DEVICES: Weights = [
  ['openTab', 5],
  ['killTab', 4],
  ['killTabInTransaction', 4],
  ['killBrowser', 2],
  ['cutNetwork', 4],
  ['mendNetwork', 7],
  ['expireToken', 1],
  ['signInAgain', 3],
  ['upgradeApp', 1],
  ['setClock', 1],
]
const DISKS: Weights = [
  ['cutPower', 2],
  ['loseStorage', 1],
  ['loseStorageInUse', 1],
  ['cloneStorage', 1],
  ['corruptRow', 1],
  ['handOver', 2],
  ['fillDisk', 1],
  ['freeDisk', 3],
]
const SERVER: Weights = [
  ['restartServer', 2],
  ['backupServer', 3],
  ['restoreServer', 2],
  ['upgradeServer', 1],
  ['writeElsewhere', 8],
  ['withdrawRole', 2],
  ['grantRole', 4],
  ['pass', 3],
]

/** Actions away from the till. */
const OFFICE: Weights = [...OFFICE_WEIGHTS, ...DESK_WEIGHTS]

const often = (weights: Weights, factor: number): Weights => weights.map(([kind, weight]) => [kind, weight * factor])

/** The kinds of day. Two rare actions meet only on a day that is full of their kind. */
const DAYS = {
  till: [...TILL, ...DEVICES, ...DISKS, ...SERVER, ...OFFICE],
  office: [...TILL, ...DEVICES, ...DISKS, ...SERVER, ...often(OFFICE, 5)],
  market: [...TILL, ...DEVICES, ...DISKS, ...SERVER, ...OFFICE, ...often(MARKET_WEIGHTS, 2), ['addItem', 12], ['keepTrades', 6]],
  disks: [...TILL, ...DEVICES, ...often(DISKS, 8), ...SERVER, ...OFFICE],
  drawer: [...TILL, ...DEVICES, ...DISKS, ...SERVER, ...OFFICE, ...DRAWER_WEIGHTS],
  returns: [...often(TILL, 0.5), ...DEVICES, ...DISKS, ...SERVER, ...OFFICE, ['giveBack', 40]],
} as const satisfies Readonly<Record<string, Weights>>
export type Day = keyof typeof DAYS
export const DAY_NAMES = Object.keys(DAYS) as readonly Day[]

/** Half of the days are busy at the till, as the shop's are. */
export const anyDay = (chance: Chance): Day => (chance.isHit(0.5) ? 'till' : chance.pick(DAY_NAMES))

export function kindOn(day: Day, chance: Chance): Action['do'] {
  const weights: Weights = DAYS[day]
  let left = chance.below(weights.reduce((sum, [, weight]) => sum + weight, 0))
  for (const [kind, weight] of weights) {
    left -= weight
    if (left < 0) return kind
  }
  return 'sell'
}

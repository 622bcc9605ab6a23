import type { Chance } from './chance.ts'
import { anyDay, type Day, kindOn } from './day.ts'
import { type OfficeAction, officeAction } from './office.ts'

/** One action. Devices, tabs and goods are numbered by position, so that a plan stays meaningful when parts are removed from it. */
export type Action =
  | OfficeAction
  | {
      readonly do: 'sell'
      readonly device: number
      readonly tab: number
      readonly goods: readonly { readonly nth: number; readonly quantity: number; readonly priceCents: number }[]
      readonly isDoubleTap: boolean
    }
  | { readonly do: 'addItem'; readonly device: number; readonly tab: number; readonly quantity: number; readonly owner: number }
  | { readonly do: 'edit'; readonly device: number; readonly tab: number; readonly nth: number; readonly delta: number }
  | { readonly do: 'recount'; readonly device: number; readonly tab: number; readonly nth: number; readonly counted: number }
  | { readonly do: 'remove'; readonly device: number; readonly tab: number; readonly nth: number }
  | {
      readonly do: 'allocate'
      readonly device: number
      readonly tab: number
      readonly nth: number
      readonly owner: number
      readonly quantity: number
    }
  /** `times`: number of saves while somebody fills the cart. */
  | { readonly do: 'saveCart'; readonly device: number; readonly tab: number; readonly cart: number; readonly times?: number }
  | { readonly do: 'sellCart'; readonly device: number; readonly tab: number; readonly cart: number }
  | { readonly do: 'void'; readonly device: number; readonly tab: number; readonly nth: number }
  | {
      readonly do: 'settleSuspended'
      readonly device: number
      readonly tab: number
      readonly nth: number
      readonly decision: 'accept' | 'reject'
    }
  | {
      readonly do:
        | 'openTab'
        | 'killBrowser'
        | 'cutPower'
        | 'cutNetwork'
        | 'mendNetwork'
        | 'expireToken'
        | 'signInAgain'
        | 'loseStorage'
        | 'loseStorageInUse'
        | 'cloneStorage'
        | 'upgradeApp'
        | 'fillDisk'
        | 'freeDisk'
      readonly device: number
    }
  /** `whileTalking`: the kill waits until a request of the device is under way. */
  | { readonly do: 'killTab'; readonly device: number; readonly tab: number; readonly whileTalking?: true }
  /** `operations`: how many more database operations the tab performs before it dies. */
  | { readonly do: 'killTabInTransaction'; readonly device: number; readonly tab: number; readonly operations: number }
  /** Lets time pass until everything on the device is acknowledged, but not for ever. */
  | { readonly do: 'comeUpToDate'; readonly device: number }
  | { readonly do: 'corruptRow'; readonly device: number; readonly harm: Harm }
  | { readonly do: 'setClock'; readonly device: number; readonly offsetMs: number }
  | { readonly do: 'restartServer' | 'backupServer' | 'upgradeServer' | 'writeElsewhere' }
  | { readonly do: 'restoreServer'; readonly nth: number }
  | { readonly do: 'handOver'; readonly device: number; readonly tab: number; readonly to: number; readonly isBroken: boolean }
  | { readonly do: 'withdrawRole' | 'grantRole'; readonly person: number }
  | { readonly do: 'pass'; readonly ms: number }

/** Damage to a device's stored rows: one is missing, one has an older version, or one was never on the server. */
export const HARMS = ['missing', 'stale', 'surplus'] as const
export type Harm = (typeof HARMS)[number]

/** An action, and the number of other steps after it. */
export type Planned = { readonly action: Action; readonly steps: number }

const TEN_YEARS_MS = 10 * 365 * 86_400_000

function anyAction(chance: Chance, day: Day): Action {
  const kind = kindOn(day, chance)
  // the fourth device belongs to a consignor, who mostly watches
  const at = { device: chance.isHit(0.1) ? 3 : chance.below(6), tab: chance.below(3) }
  const nth = chance.below(12)
  const quantity = 1 + chance.below(3)
  switch (kind) {
    case 'sell': {
      const goods = Array.from({ length: 1 + chance.below(3) }, () => ({
        nth: chance.below(12),
        quantity: 1 + chance.below(3),
        priceCents: 1 + chance.below(5_000),
      }))
      return { do: kind, ...at, goods, isDoubleTap: chance.isHit(0.15) }
    }
    case 'addItem':
      return { do: kind, ...at, quantity: chance.below(6), owner: chance.below(3) }
    case 'edit':
      return { do: kind, ...at, nth, delta: chance.below(7) - 3 }
    case 'recount':
      return { do: kind, ...at, nth, counted: chance.below(8) }
    case 'allocate':
      return { do: kind, ...at, nth, owner: 1 + chance.below(2), quantity }
    case 'saveCart':
      return { do: kind, ...at, cart: chance.below(3), times: 1 + chance.below(4) }
    case 'sellCart':
      return { do: kind, ...at, cart: chance.below(3) }
    case 'remove':
    case 'void':
      return { do: kind, ...at, nth }
    case 'settleSuspended':
      return { do: kind, ...at, nth, decision: chance.isHit(0.5) ? 'accept' : 'reject' }
    case 'killTab':
      return { do: kind, ...at }
    case 'killTabInTransaction':
      return { do: kind, ...at, operations: chance.below(24) }
    case 'corruptRow':
      return { do: kind, device: at.device, harm: chance.pick(HARMS) }
    case 'setClock':
      return { do: kind, device: at.device, offsetMs: chance.pick([-TEN_YEARS_MS, TEN_YEARS_MS, -3_600_000, 45_000, 0]) }
    case 'withdrawRole':
    case 'grantRole':
      return { do: kind, person: chance.below(2) }
    case 'pass':
      return { do: kind, ms: chance.pick([1_000, 40_000, 600_000, 26 * 3_600_000]) }
    case 'restartServer':
    case 'backupServer':
    case 'upgradeServer':
    case 'writeElsewhere':
      return { do: kind }
    case 'restoreServer':
      return { do: kind, nth }
    case 'handOver':
      return { do: kind, ...at, to: chance.below(4), isBroken: chance.isHit(0.5) }
    default:
      return officeAction(kind, chance, at) ?? ({ do: kind, device: at.device } as Action)
  }
}

const soldAtOnce = (device: number, nths: readonly number[]): Planned => ({
  action: { do: 'sell', device, tab: 0, goods: nths.map((nth) => ({ nth, quantity: 1, priceCents: 2_999 })), isDoubleTap: false },
  steps: 12,
})

/** A shop's first hour: goods of both consignors come in and are sold, and both ask for money. Otherwise few short histories would pay anybody out. */
const OPENING: readonly Planned[] = [
  { action: { do: 'addItem', device: 0, tab: 0, quantity: 4, owner: 1 }, steps: 12 },
  { action: { do: 'addItem', device: 0, tab: 0, quantity: 4, owner: 2 }, steps: 12 },
  soldAtOnce(0, [0, 1, 2]),
  soldAtOnce(0, [3, 4]),
  { action: { do: 'requestPayout', device: 0, tab: 0, owner: 1, sharePercent: 30 }, steps: 12 },
  { action: { do: 'requestPayout', device: 0, tab: 0, owner: 2, sharePercent: 100 }, steps: 12 },
]

const atTab = (device: number) => ({ device, tab: 0 })

/** The first hour in the office: a sale made elsewhere is recorded and corrected, and then two people undo it at the same moment. */
const IN_OFFICE: readonly Planned[] = [
  { action: { do: 'recordSale', ...atTab(0), nth: 3, quantity: 2, priceCents: 4_999 }, steps: 12 },
  { action: { do: 'customSale', ...atTab(2), owner: 1, priceCents: 1_250 }, steps: 30 },
  { action: { do: 'editSale', ...atTab(0), nth: 5, priceCents: 3_333 }, steps: 60 },
  { action: { do: 'voidRecorded', ...atTab(0), nth: 0 }, steps: 0 },
  { action: { do: 'voidRecorded', ...atTab(2), nth: 0 }, steps: 40 },
]

const OPENINGS: Readonly<Partial<Record<Day, readonly Planned[]>>> = { office: IN_OFFICE }

export function makePlan(chance: Chance, length: number, day: Day = anyDay(chance)): Planned[] {
  const rest = Array.from({ length }, () => ({ action: anyAction(chance, day), steps: chance.isHit(0.3) ? 0 : chance.below(40) }))
  return [...OPENING, ...(OPENINGS[day] ?? []), ...rest]
}

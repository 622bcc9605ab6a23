import type { Chance } from './chance.ts'
import { anyDay, type Day, kindOn } from './day.ts'
import { deskAction } from './desk.ts'
import { drawerAction } from './drawer.ts'
import { marketAction } from './market.ts'
import { OWNERS, officeAction } from './office.ts'
import { OPENING, OPENINGS } from './openings.ts'
import { type Action, HARMS, type Planned, type PlannedDiscount } from './plan.ts'

const TEN_YEARS_MS = 10 * 365 * 86_400_000

/** A discount that may take everything off. */
function anyDiscount(chance: Chance, rate: number): PlannedDiscount | undefined {
  if (!chance.isHit(rate)) return undefined
  const bearer = chance.pick(['shared', 'shop', 'consignor'] as const)
  if (chance.isHit(0.25)) return { kind: 'percent', value: 10_000, bearer }
  return chance.isHit(0.5)
    ? { kind: 'percent', value: 1 + chance.below(9_000), bearer }
    : { kind: 'amount', value: 1 + chance.below(2_000), bearer }
}

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
        discount: anyDiscount(chance, 0.2),
      }))
      return { do: kind, ...at, goods, discount: anyDiscount(chance, 0.15), isDoubleTap: chance.isHit(0.15) }
    }
    case 'addItem':
      return { do: kind, ...at, quantity: chance.below(6), owner: chance.isHit(0.3) ? 0 : chance.pick(OWNERS) }
    case 'edit':
      return { do: kind, ...at, nth, delta: chance.below(7) - 3 }
    case 'recount':
      return { do: kind, ...at, nth, counted: chance.below(8) }
    case 'allocate':
      return { do: kind, ...at, nth, owner: chance.pick(OWNERS), quantity }
    case 'saveCart':
      return { do: kind, ...at, cart: chance.below(3), times: 1 + chance.below(4) }
    case 'sellCart':
      return { do: kind, ...at, cart: chance.below(3) }
    case 'remove':
    case 'void':
    case 'giveBack':
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
    case 'keepTrades':
      return { do: kind, hours: chance.pick([1, 13, 61, 74]) }
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
      return (
        officeAction(kind, chance, at) ??
        deskAction(kind, chance, at) ??
        drawerAction(kind, chance, at) ??
        marketAction(kind, chance) ??
        ({ do: kind, device: at.device } as Action)
      )
  }
}

export function makePlan(chance: Chance, length: number, day: Day = anyDay(chance)): Planned[] {
  const rest = Array.from({ length }, () => ({ action: anyAction(chance, day), steps: chance.isHit(0.3) ? 0 : chance.below(40) }))
  return [...OPENING, ...(OPENINGS[day] ?? []), ...rest]
}

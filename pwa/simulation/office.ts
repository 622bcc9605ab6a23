import type { Chance } from './chance.ts'

type AtTab = { readonly device: number; readonly tab: number }

/** An action away from the till: payouts, sales made elsewhere, copies, corrections. */
export type OfficeAction = AtTab &
  (
    | { readonly do: 'requestPayout'; readonly owner: number; readonly sharePercent: number }
    | { readonly do: 'payPayout' | 'undoPaid' | 'removePayout'; readonly nth: number }
    | { readonly do: 'customSale'; readonly owner: number; readonly priceCents: number }
    | { readonly do: 'recordSale'; readonly nth: number; readonly quantity: number; readonly priceCents: number }
    | { readonly do: 'sellMaster'; readonly nth: number; readonly quantity: number }
    | { readonly do: 'copy'; readonly nth: number; readonly owner: number; readonly quantity: number }
    | { readonly do: 'massInput'; readonly owner: number; readonly quantity: number }
    | { readonly do: 'voidRecorded'; readonly nth: number }
    | { readonly do: 'editSale'; readonly nth: number; readonly priceCents: number }
    | { readonly do: 'settle'; readonly nth: number; readonly how: (typeof WAYS)[number]; readonly counted: number }
  )

/** Consignors, and less often their earlier accounts. */
export const OWNERS = [1, 2, 1, 2, 3, 4] as const
const WAYS = ['write_off', 'correct_count', 'accept', 'undo_sale'] as const

/** Relative frequency of each kind among all actions. */
export const OFFICE_WEIGHTS: readonly (readonly [OfficeAction['do'], number])[] = [
  ['requestPayout', 6],
  ['payPayout', 7],
  ['undoPaid', 4],
  ['removePayout', 5],
  ['customSale', 1],
  ['recordSale', 3],
  ['sellMaster', 2],
  ['copy', 1],
  ['massInput', 1],
  ['voidRecorded', 3],
  ['editSale', 2],
  ['settle', 3],
]

/** A random action of this kind; undefined for a kind that belongs elsewhere. */
export function officeAction(kind: string, chance: Chance, at: AtTab): OfficeAction | undefined {
  const nth = chance.below(12)
  const quantity = 1 + chance.below(3)
  const owner = chance.pick(OWNERS)
  const priceCents = 1 + chance.below(5_000)
  switch (kind) {
    case 'requestPayout':
      return { do: kind, ...at, owner, sharePercent: chance.pick([1, 30, 100]) }
    case 'payPayout':
    case 'undoPaid':
    case 'removePayout':
      // few payouts, so that two people often mean the same one
      return { do: kind, ...at, nth: chance.below(3) }
    case 'customSale':
      return { do: kind, ...at, owner, priceCents }
    case 'voidRecorded':
      // few sales, so that two people often mean the same one
      return { do: kind, ...at, nth: chance.below(5) }
    case 'recordSale':
      return { do: kind, ...at, nth, quantity, priceCents }
    case 'sellMaster':
      return { do: kind, ...at, nth, quantity }
    case 'copy':
      return { do: kind, ...at, nth, owner, quantity }
    case 'massInput':
      return { do: kind, ...at, owner, quantity }
    case 'editSale':
      return { do: kind, ...at, nth, priceCents }
    case 'settle':
      return { do: kind, ...at, nth, how: chance.pick(WAYS), counted: chance.below(8) }
    default:
      return undefined
  }
}

import type { Chance } from './chance.ts'

type AtTab = { readonly device: number; readonly tab: number }

/** An action on the marketplace. Consignors ask and answer, admins ship and delete. */
export type MarketAction = AtTab &
  (
    | {
        readonly do: 'askTrade'
        readonly barcode: string
        readonly quantity: number
        readonly priceCents: number
        readonly isOwnShipping: boolean
      }
    | {
        readonly do: 'setAutoPrice'
        readonly barcode: string
        readonly acceptAtCents: number | null
        readonly declineBelowCents: number | null
      }
    | { readonly do: 'answerOffer'; readonly nth: number; readonly how: (typeof ANSWERS)[number]; readonly priceCents: number }
    | { readonly do: 'cancelTrade' | 'labelTrade' | 'shipTrade' | 'removeTrade'; readonly nth: number }
  )

/** The barcodes of the consignors' goods, those with most pieces first. */
const BARCODES = ['5', '5', '4', '4', '3'] as const
const ANSWERS = ['agree', 'agree', 'counter', 'counter', 'refuse'] as const

/** Relative frequency of each kind on a day of trading. */
export const MARKET_WEIGHTS: readonly (readonly [MarketAction['do'], number])[] = [
  ['askTrade', 25],
  ['answerOffer', 60],
  ['setAutoPrice', 5],
  ['cancelTrade', 6],
  ['labelTrade', 6],
  ['shipTrade', 15],
  ['removeTrade', 6],
]

/** A random action of this kind; undefined for a kind that belongs elsewhere. */
export function marketAction(kind: string, chance: Chance): MarketAction | undefined {
  // the consignors' devices on a day of trading
  const trader = { device: 3 + chance.below(2), tab: chance.below(3) }
  const admin = { device: chance.below(3), tab: chance.below(3) }
  // few trades, so that two people often mean the same one
  const nth = chance.below(3)
  const priceCents = 1 + chance.below(700)
  switch (kind) {
    case 'askTrade': {
      const barcode = chance.pick(BARCODES)
      return { do: kind, ...trader, barcode, quantity: 1 + chance.below(4), priceCents, isOwnShipping: chance.isHit(0.5) }
    }
    case 'setAutoPrice': {
      const declineBelowCents = chance.isHit(0.5) ? 1 + chance.below(300) : null
      const acceptAtCents = chance.isHit(0.5) ? 300 + chance.below(400) : null
      return { do: kind, ...trader, barcode: chance.pick(BARCODES), acceptAtCents, declineBelowCents }
    }
    case 'answerOffer':
      return { do: kind, ...trader, nth, how: chance.pick(ANSWERS), priceCents }
    case 'cancelTrade':
    case 'labelTrade':
      return { do: kind, ...trader, nth }
    case 'shipTrade':
    case 'removeTrade':
      return { do: kind, ...admin, nth }
    default:
      return undefined
  }
}

const KINDS: ReadonlySet<string> = new Set(MARKET_WEIGHTS.map(([kind]) => kind))

export const isAtMarket = (action: { readonly do: string }): action is MarketAction => KINDS.has(action.do)

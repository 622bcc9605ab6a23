import { type Item, items, type StockMovement, stockMovements } from '@shop/shared/inventory/schema.ts'
import { DEFAULT_SETTINGS } from '@shop/shared/settings/schema.ts'
import { type Offer, offers, type Trade, type TradeStatus, trades } from '@shop/shared/trades/schema.ts'
import type { Bargain, TradeVerdicts } from './oracle/trades.ts'
import type { Truth } from './simulated-server.ts'

const STATES: Readonly<Record<TradeStatus, Bargain['state']>> = {
  pending: 'open',
  partial: 'open',
  awaiting_shipping: 'ordered',
  shipping_uploaded: 'ordered',
  fulfilled: 'paid',
  declined: 'over',
  cancelled: 'over',
  expired: 'over',
}

const { commissionBps, tradeShippingCents: shippingCents } = DEFAULT_SETTINGS

/** Reads the outcome of the trades, which only the server decides. */
export function tradingOf(truth: Truth, isDone: (key: string) => boolean, people: Pick<TradeVerdicts, 'closed' | 'joined'>): TradeVerdicts {
  const all = truth.all<Offer>(offers)
  const movements = truth.all<StockMovement>(stockMovements)
  const givenBack = new Set(movements.flatMap(({ kind, itemId }) => (kind === 'trade_return' ? [itemId] : [])))
  const bargains = truth.all<Trade>(trades).map(({ id, status, remindedOfMs }) => ({
    tradeId: id,
    isReminded: remindedOfMs !== null,
    state: STATES[status],
    offers: all.filter(({ tradeId }) => tradeId === id).map(offerOf),
  }))
  return { ...people, isDone, bargains, givenBack, terms: { commissionBps, shippingCents } }
}

const offerOf = ({ id, sellerUid, status, bidCents, breakdown, taken }: Offer): Bargain['offers'][number] => ({
  offerId: id,
  seller: sellerUid,
  state: status === 'accepted' ? 'agreed' : status === 'pending' || status === 'countered' ? 'open' : 'closed',
  isExpired: status === 'expired',
  bidCents,
  agreedCents: breakdown?.priceCents ?? 0,
  pieces: taken,
})

/** The pieces of an agreed offer are its seller's, and as many as it sells. */
export function wrongPieces(truth: Truth): string[] {
  const owners = new Map(truth.all<Item>(items).map(({ id, consignorId }) => [id, consignorId]))
  return truth.all<Offer>(offers).flatMap(({ id, sellerUid, taken, breakdown }) => {
    const count = taken.reduce((sum, { quantity }) => sum + quantity, 0)
    const isStrange = taken.some(({ itemId }) => owners.has(itemId) && owners.get(itemId) !== sellerUid)
    return [
      ...(count === (breakdown?.quantity ?? 0) ? [] : [`offer ${id} sells ${breakdown?.quantity} pieces and took ${count}`]),
      ...(isStrange ? [`offer ${id} took pieces of somebody else`] : []),
    ]
  })
}

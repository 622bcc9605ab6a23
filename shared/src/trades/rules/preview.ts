import { type Cents, cents, sumCents, timesCents } from '../../kernel/money.ts'
import type { OfferOfTrade, Trade } from '../schema.ts'
import { type TradeMoney, tradeMoney } from './money.ts'
import { isOpenOffer } from './pending.ts'

// The cost of a buyer's answer before the buyer gives it, computed from rows that the buyer has.

type Asked = Pick<Trade, 'quantity' | 'acceptedQuantity' | 'shippingCents' | 'commissionBps' | 'commissionPaidBy' | 'offers'>

const agreedCents = ({ offers }: Asked): Cents => sumCents(offers.map(({ accepted }) => accepted?.itemCostCents ?? cents(0)))

/** Computes how many pieces an acceptance of this offer takes at most. It takes fewer when the seller has sold some elsewhere. */
export const piecesOf = (trade: Pick<Trade, 'quantity' | 'acceptedQuantity'>, offer: Pick<OfferOfTrade, 'quantityOffered'>): number =>
  Math.min(offer.quantityOffered, trade.quantity - trade.acceptedQuantity)

/** Computes the cost of all accepted pieces, as if this offer were accepted at a price. */
export function moneyWithAccepted(trade: Asked, offer: OfferOfTrade, priceCents: Cents): TradeMoney {
  return tradeMoney(cents(agreedCents(trade) + timesCents(priceCents, piecesOf(trade, offer))), trade)
}

/** Computes the hold after this offer is accepted at a price: all accepted pieces, plus the pieces still wanted, at the buyer's highest price in the
 *  other open offers. */
export function heldWithAccepted(trade: Asked, offer: OfferOfTrade, priceCents: Cents): TradeMoney {
  const pieces = piecesOf(trade, offer)
  const bids = trade.offers.filter((one) => one.id !== offer.id && isOpenOffer(one)).map(({ bidCents }) => bidCents)
  const wanted = trade.quantity - trade.acceptedQuantity - pieces
  return tradeMoney(cents(agreedCents(trade) + timesCents(priceCents, pieces) + Math.max(0, ...bids) * wanted), trade)
}

/** Computes the hold after the buyer puts a new price on this offer: all accepted pieces, plus the pieces still wanted, at the buyer's highest price
 *  in an open offer. */
export function moneyWithBid(trade: Asked, offer: Pick<OfferOfTrade, 'id'>, priceCents: Cents): TradeMoney {
  const bids = trade.offers.filter((one) => isOpenOffer(one)).map((one) => (one.id === offer.id ? priceCents : one.bidCents))
  const wanted = trade.quantity - trade.acceptedQuantity
  return tradeMoney(cents(agreedCents(trade) + timesCents(cents(Math.max(0, ...bids)), wanted)), trade)
}

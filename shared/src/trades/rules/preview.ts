import { type Cents, cents, sumCents, timesCents } from '../../kernel/money.ts'
import type { OfferOfTrade, Trade } from '../schema.ts'
import { type TradeMoney, tradeMoney } from './money.ts'
import { isOpenOffer } from './pending.ts'

// What a buyer's answer will come to, told before it is given: the same function that will charge it, over the rows the buyer has.

type Asked = Pick<Trade, 'quantity' | 'acceptedQuantity' | 'shippingCents' | 'commissionBps' | 'commissionPaidBy' | 'offers'>

const agreedCents = ({ offers }: Asked): Cents => sumCents(offers.map(({ accepted }) => accepted?.itemCostCents ?? cents(0)))

/** Pieces an offer brings when it is accepted now; fewer when its seller sold some elsewhere meanwhile. */
export const piecesOf = (trade: Pick<Trade, 'quantity' | 'acceptedQuantity'>, offer: Pick<OfferOfTrade, 'quantityOffered'>): number =>
  Math.min(offer.quantityOffered, trade.quantity - trade.acceptedQuantity)

/** What all that is agreed on comes to once this offer is accepted at a price. */
export function moneyWithAccepted(trade: Asked, offer: OfferOfTrade, priceCents: Cents): TradeMoney {
  return tradeMoney(cents(agreedCents(trade) + timesCents(priceCents, piecesOf(trade, offer))), trade)
}

/** What is held once this offer was accepted at a price: all that is agreed on then, and what is still wanted at the highest price the buyer has named in one of the
 *  other open offers. More than `moneyWithAccepted` only while the others may still bring something. */
export function heldWithAccepted(trade: Asked, offer: OfferOfTrade, priceCents: Cents): TradeMoney {
  const pieces = piecesOf(trade, offer)
  const bids = trade.offers.filter((one) => one.id !== offer.id && isOpenOffer(one)).map(({ bidCents }) => bidCents)
  const wanted = trade.quantity - trade.acceptedQuantity - pieces
  return tradeMoney(cents(agreedCents(trade) + timesCents(priceCents, pieces) + Math.max(0, ...bids) * wanted), trade)
}

/** What is held once the buyer has named another price for this offer: all that is agreed on, and all that is still wanted at the highest price the buyer has
 *  named in an open offer. */
export function moneyWithBid(trade: Asked, offer: Pick<OfferOfTrade, 'id'>, priceCents: Cents): TradeMoney {
  const bids = trade.offers.filter((one) => isOpenOffer(one)).map((one) => (one.id === offer.id ? priceCents : one.bidCents))
  const wanted = trade.quantity - trade.acceptedQuantity
  return tradeMoney(cents(agreedCents(trade) + timesCents(cents(Math.max(0, ...bids)), wanted)), trade)
}

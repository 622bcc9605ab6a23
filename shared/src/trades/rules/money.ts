import { type Cents, cents, shareHalfUp, sumCents, timesCents, ZERO_CENTS } from '../../kernel/money.ts'
import type { Offer, OfferBreakdown, Trade } from '../schema.ts'

/** Terms of a trade's money. `commissionBps`: basis points of the item cost, 1000 = 10%; `shippingCents`: for the whole trade. */
export type Terms = {
  readonly commissionBps: number
  readonly commissionPaidBy: 'seller' | 'buyer'
  readonly shippingCents: Cents
}

/** Money of a trade, in cents. */
export type TradeMoney = {
  readonly itemCostCents: Cents
  readonly shippingCents: Cents
  readonly commissionCents: Cents
  /** Payout of all sellers together. */
  readonly payoutCents: Cents
  /** Price the buyer pays. */
  readonly totalCents: Cents
}

/** Shipping of a trade: the shop's price, or nothing when the buyer brings a label. */
export const shippingOf = (providesOwnShipping: boolean, tradeShippingCents: Cents): Cents =>
  providesOwnShipping ? ZERO_CENTS : tradeShippingCents

/** Commission on an item cost, rounded half up to the cent. */
export const commissionOf = (itemCostCents: Cents, commissionBps: number): Cents => shareHalfUp(itemCostCents, commissionBps, 10_000)

/** Money of a trade, with the commission taken out of the sellers' payout or charged to the buyer on top, by `commissionPaidBy`.
 *  `commissionCents`: the sum of the sellers' commissions, once they are settled one by one. */
export function tradeMoney(
  itemCostCents: Cents,
  { commissionBps, commissionPaidBy, shippingCents }: Terms,
  commissionCents: Cents = commissionOf(itemCostCents, commissionBps),
): TradeMoney {
  const isBuyers = commissionPaidBy === 'buyer'
  return {
    itemCostCents,
    shippingCents,
    commissionCents,
    payoutCents: isBuyers ? itemCostCents : cents(itemCostCents - commissionCents),
    totalCents: cents(itemCostCents + shippingCents + (isBuyers ? commissionCents : 0)),
  }
}

/** Money of a request before it is sent. The total is what the request will hold. */
export const requestMoney = (pricePerItemCents: Cents, quantity: number, terms: Terms): TradeMoney =>
  tradeMoney(timesCents(pricePerItemCents, quantity), terms)

/** Money of a seller for pieces at a price, for the seller's table before the answer; afterwards the offer's frozen breakdown counts. */
export function offerMoney(
  priceCents: Cents,
  quantity: number,
  terms: Omit<Terms, 'shippingCents'>,
): Omit<TradeMoney, 'shippingCents' | 'totalCents'> {
  const { itemCostCents, commissionCents, payoutCents } = tradeMoney(timesCents(priceCents, quantity), {
    ...terms,
    shippingCents: ZERO_CENTS,
  })
  return { itemCostCents, commissionCents, payoutCents }
}

/** Breakdown of an acceptance after earlier ones. The buyer's commission is rounded once for the whole trade, so that pieces from many sellers
 *  cost no more than from one; a seller's commission is rounded on the seller's own part. */
export function breakdownOf(
  acceptedBefore: readonly OfferBreakdown[],
  { quantity, priceCents, atMs }: Pick<OfferBreakdown, 'quantity' | 'priceCents' | 'atMs'>,
  { commissionBps, commissionPaidBy }: Omit<Terms, 'shippingCents'>,
): OfferBreakdown {
  const itemCostCents = timesCents(priceCents, quantity)
  if (commissionPaidBy === 'seller') {
    const commissionCents = commissionOf(itemCostCents, commissionBps)
    return { quantity, priceCents, itemCostCents, commissionCents, payoutCents: cents(itemCostCents - commissionCents), atMs }
  }
  const before = sumCents(acceptedBefore.map((one) => one.itemCostCents))
  const already = sumCents(acceptedBefore.map((one) => one.commissionCents))
  const commissionCents = cents(commissionOf(cents(before + itemCostCents), commissionBps) - already)
  return { quantity, priceCents, itemCostCents, commissionCents, payoutCents: itemCostCents, atMs }
}

/** Cost of a trade: its accepted pieces, plus all pieces still wanted, each at the buyer's highest price in an open offer. This amount is held, so
 *  that no seller's acceptance ever lacks money. */
export function moneyOf(
  trade: Pick<Trade, 'quantity' | 'acceptedQuantity' | 'shippingCents' | 'commissionBps' | 'commissionPaidBy'>,
  accepted: readonly OfferBreakdown[],
  open: readonly Pick<Offer, 'bidCents'>[],
): TradeMoney {
  const agreedCents = sumCents(accepted.map((one) => one.itemCostCents))
  if (open.length === 0) return tradeMoney(agreedCents, trade, sumCents(accepted.map((one) => one.commissionCents)))
  const highestCents = open.reduce((highest, { bidCents }) => (bidCents > highest ? bidCents : highest), ZERO_CENTS)
  return tradeMoney(cents(agreedCents + highestCents * (trade.quantity - trade.acceptedQuantity)), trade)
}

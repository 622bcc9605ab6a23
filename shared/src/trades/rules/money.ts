import { type Cents, cents, shareHalfUp, sumCents, timesCents, ZERO_CENTS } from '../../kernel/money.ts'
import type { Offer, OfferBreakdown, Trade } from '../schema.ts'

/** What the money of a trade depends on besides its goods. `commissionBps`: basis points of the item cost, 1000 = 10%. `shippingCents`: of the whole trade. */
export type Terms = {
  readonly commissionBps: number
  readonly commissionPaidBy: 'seller' | 'buyer'
  readonly shippingCents: Cents
}

/** The money of a trade, all in cents. */
export type TradeMoney = {
  readonly itemCostCents: Cents
  readonly shippingCents: Cents
  readonly commissionCents: Cents
  /** What the sellers get together. */
  readonly payoutCents: Cents
  /** What the buyer pays. */
  readonly totalCents: Cents
}

/** Shipping of a trade: the shop's price, nothing when the buyer brings a label (spec §9). */
export const shippingOf = (providesOwnShipping: boolean, tradeShippingCents: Cents): Cents =>
  providesOwnShipping ? ZERO_CENTS : tradeShippingCents

/** The commission on an item cost, rounded half-up on cents. */
export const commissionOf = (itemCostCents: Cents, commissionBps: number): Cents => shareHalfUp(itemCostCents, commissionBps, 10_000)

/** What a trade comes to: the one place that knows who pays the commission (design §6). With `seller` the buyer pays item cost + shipping and the sellers get the
 *  item cost less the commission; with `buyer` the buyer pays it on top and the sellers get the whole item cost. `commissionCents`: when it was settled
 *  seller by seller, their sum. */
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

/** The summary of a request before it is sent, equal to what is held after it (spec §2 Request Trade modal). */
export const requestMoney = (pricePerItemCents: Cents, quantity: number, terms: Terms): TradeMoney =>
  tradeMoney(timesCents(pricePerItemCents, quantity), terms)

/** What a seller gets for pieces at a price. For a seller's table before the answer; afterwards the offer's frozen breakdown says it. */
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

/** The breakdown of an acceptance, on top of what was accepted before. The buyer's commission is rounded once on the whole trade, so that pieces from many sellers
 *  cost the buyer no more than the same pieces from one; a seller's own is rounded on the own part. */
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

/** What a trade comes to with what was accepted, and at most with what may still be: all pieces still wanted at the highest price the buyer has named in an
 *  open offer. That is what is held, so that no acceptance of a seller ever lacks money. */
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

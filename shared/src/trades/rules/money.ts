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
  /** Price that the buyer pays. */
  readonly totalCents: Cents
}

/** Computes the shipping of a trade: the shop's price, or nothing when the buyer provides the shipping. */
export const shippingOf = (providesOwnShipping: boolean, tradeShippingCents: Cents): Cents =>
  providesOwnShipping ? ZERO_CENTS : tradeShippingCents

/** Computes the commission on an item cost, rounded half up to the cent. */
export const commissionOf = (itemCostCents: Cents, commissionBps: number): Cents => shareHalfUp(itemCostCents, commissionBps, 10_000)

/** Computes the money of a trade. `commissionCents`: the sum of the commissions of all accepted offers, when these are known. */
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

/** Computes the money of a request. The request will hold the total. */
export const requestMoney = (pricePerItemCents: Cents, quantity: number, terms: Terms): TradeMoney =>
  tradeMoney(timesCents(pricePerItemCents, quantity), terms)

/** Computes a seller's money for pieces at a price, before the offer is accepted. An accepted offer has a frozen breakdown. */
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

/** Computes the breakdown of an acceptance. A commission that the buyer pays is rounded once for the whole trade, so that pieces from many sellers
 *  cost the same as from one seller. */
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

/** Computes the cost of a trade: its accepted pieces, plus the pieces still wanted, at the buyer's highest price in an open offer. The buyer's
 *  balance holds this amount, so that money never lacks when a seller accepts. */
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

import { type Cents, cents, percentOf, preTaxOf, sumCents, ZERO_CENTS } from '../../kernel/money.ts'
import type { Reduction } from '../reduction-schema.ts'
import { grossCentsOf, netCentsOf } from './reductions.ts'

/** Basis of a line's money. `unitPriceCents`: tax-inclusive, before reductions, null before it is entered; `consignorId`: null for the shop's own
 *  goods, which pay no consignor. */
export type PricedLine = {
  readonly unitPriceCents: Cents | null
  readonly quantity: number
  readonly consignorId: string | null
  readonly consignorPercentage: number
  readonly reductions?: readonly Pick<Reduction, 'bearer' | 'reducedCents'>[] | null | undefined
}

/** Money of one line or of a whole sale, in cents: total = subtotal + tax, subtotal = payout + shop. */
export type Totals = {
  /** Price for the customer after reductions, tax-inclusive. */
  readonly totalCents: Cents
  /** The pre-tax part. */
  readonly subtotalCents: Cents
  readonly taxCents: Cents
  /** The consignor's share of the pre-tax part. */
  readonly payoutCents: Cents
  /** The rest of the pre-tax part, for the shop. */
  readonly shopCents: Cents
}

/** Computes the money of one line, rounded half up to the cent. `taxRateBps`: basis points, 825 = 8.25%. */
export function lineTotals(line: PricedLine, taxRateBps: number): Totals {
  const totalCents = netCentsOf(line)
  const subtotalCents = preTaxOf(totalCents, taxRateBps)
  const payoutCents = line.consignorId === null ? ZERO_CENTS : shareOf(line, taxRateBps)
  return {
    totalCents,
    subtotalCents,
    taxCents: cents(totalCents - subtotalCents),
    payoutCents,
    shopCents: cents(subtotalCents - payoutCents),
  }
}

/** The consignor's share: of the price before the reductions that others bear, less those that the consignor bears. A reduction is worth the fall of
 *  the price without its tax. */
function shareOf(line: PricedLine, taxRateBps: number): Cents {
  let priceCents = grossCentsOf(line)
  let sharedCents = preTaxOf(priceCents, taxRateBps)
  let ownCents = 0
  for (const { bearer, reducedCents } of line.reductions ?? []) {
    const beforeCents = preTaxOf(priceCents, taxRateBps)
    priceCents = cents(priceCents - reducedCents)
    const worthCents = beforeCents - preTaxOf(priceCents, taxRateBps)
    if (bearer === 'shared') sharedCents = cents(sharedCents - worthCents)
    if (bearer === 'consignor') ownCents += worthCents
  }
  return cents(Math.max(0, percentOf(sharedCents, line.consignorPercentage) - ownCents))
}

/** Computes the totals of a sale: the sums of its rounded lines (law *Cents*). */
export function saleTotals(lines: readonly PricedLine[], taxRateBps: number): Totals {
  const each = lines.map((line) => lineTotals(line, taxRateBps))
  const sumOf = (field: keyof Totals) => sumCents(each.map((totals) => totals[field]))
  return {
    totalCents: sumOf('totalCents'),
    subtotalCents: sumOf('subtotalCents'),
    taxCents: sumOf('taxCents'),
    payoutCents: sumOf('payoutCents'),
    shopCents: sumOf('shopCents'),
  }
}

/** Computes the money of a sale made elsewhere, without sales tax: the consignor gets the percentage of price − shipping, the shop gets the rest.
 *  The shop alone bears shipping above the price: the consignor's share is never below zero. */
export function recordedTotals(
  salePriceCents: Cents,
  shippingCostCents: Cents,
  consignorPercentage: number,
): Pick<Totals, 'payoutCents' | 'shopCents'> {
  const netCents = cents(salePriceCents - shippingCostCents)
  const payoutCents = netCents < 0 ? ZERO_CENTS : percentOf(netCents, consignorPercentage)
  return { payoutCents, shopCents: cents(netCents - payoutCents) }
}

import { type Cents, cents, percentOf, preTaxOf, sumCents, timesCents, ZERO_CENTS } from '../../kernel/money.ts'

/** Basis of a line's money. `unitPriceCents`: tax-inclusive, null (counts as 0) until entered; `consignorId` null: the shop's own goods, which pay
 *  no consignor whatever the percentage. */
export type PricedLine = {
  readonly unitPriceCents: Cents | null
  readonly quantity: number
  readonly consignorId: string | null
  readonly consignorPercentage: number
}

/** Money of one line or of a whole sale, in cents: total = subtotal + tax, subtotal = payout + shop. */
export type Totals = {
  /** Price for the customer, tax-inclusive. */
  readonly totalCents: Cents
  /** The pre-tax part. */
  readonly subtotalCents: Cents
  readonly taxCents: Cents
  /** The consignor's share of the pre-tax part. */
  readonly payoutCents: Cents
  /** The rest of the pre-tax part, for the shop. */
  readonly shopCents: Cents
}

/** Money of one line, rounded half up to the cent; screen, receipt and command share this one function. `taxRateBps`: basis points, 825 = 8.25%. */
export function lineTotals(line: PricedLine, taxRateBps: number): Totals {
  const totalCents = timesCents(line.unitPriceCents ?? ZERO_CENTS, line.quantity)
  const subtotalCents = preTaxOf(totalCents, taxRateBps)
  const payoutCents = line.consignorId === null ? ZERO_CENTS : percentOf(subtotalCents, line.consignorPercentage)
  return {
    totalCents,
    subtotalCents,
    taxCents: cents(totalCents - subtotalCents),
    payoutCents,
    shopCents: cents(subtotalCents - payoutCents),
  }
}

/** Totals of a sale: the sums of its rounded lines (law *Cents*). */
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

/** Money of a marketplace sale in cents: payout = percentage of (price − shipping), the rest is the shop's, without sales tax. `shippingCostCents`
 *  is at most `salePriceCents`. */
export function recordedTotals(
  salePriceCents: Cents,
  shippingCostCents: Cents,
  consignorPercentage: number,
): Pick<Totals, 'payoutCents' | 'shopCents'> {
  const netCents = cents(salePriceCents - shippingCostCents)
  const payoutCents = percentOf(netCents, consignorPercentage)
  return { payoutCents, shopCents: cents(netCents - payoutCents) }
}

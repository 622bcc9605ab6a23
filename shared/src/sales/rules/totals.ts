import { type Cents, cents, percentOf, preTaxOf, sumCents, timesCents, ZERO_CENTS } from '../../kernel/money.ts'

/** What the money of a line depends on. `unitPriceCents`: tax-inclusive, null while no price is entered (counts as 0).
 *  `consignorId` null: the shop's own goods, which pay no consignor whatever the percentage says (spec §9). */
export type PricedLine = {
  readonly unitPriceCents: Cents | null
  readonly quantity: number
  readonly consignorId: string | null
  readonly consignorPercentage: number
}

/** The money of one line or of a whole sale, all in cents: total = subtotal + tax, subtotal = payout + shop. */
export type Totals = {
  /** What the customer pays, tax-inclusive. */
  readonly totalCents: Cents
  /** The pre-tax part. */
  readonly subtotalCents: Cents
  readonly taxCents: Cents
  /** The consignor's share of the pre-tax part. */
  readonly payoutCents: Cents
  /** What is left for the shop. */
  readonly shopCents: Cents
}

/** The money of one line, rounded half-up on cents (design §5). The one function that screen, receipt and command share.
 *  `taxRateBps`: basis points, 825 = 8.25%. */
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

/** Totals of a sale: the sums of its rounded lines (design §5). */
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

/** Money of a sale recorded from a marketplace: payout = percentage of (price − shipping), the shop keeps the rest; no sales tax (design §5).
 *  All in cents; `shippingCostCents` is at most `salePriceCents`. */
export function recordedTotals(
  salePriceCents: Cents,
  shippingCostCents: Cents,
  consignorPercentage: number,
): Pick<Totals, 'payoutCents' | 'shopCents'> {
  const netCents = cents(salePriceCents - shippingCostCents)
  const payoutCents = percentOf(netCents, consignorPercentage)
  return { payoutCents, shopCents: cents(netCents - payoutCents) }
}

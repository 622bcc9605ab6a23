import { type Cents, cents, shareHalfUp, sumCents, timesCents, ZERO_CENTS } from '../../kernel/money.ts'
import { type Discount, type Reduction, WHOLE_BPS } from '../reduction-schema.ts'

/** Price of a line: of one piece, null before it is entered, and its pieces. */
type Priced = { readonly unitPriceCents: Cents | null; readonly quantity: number }

/** Adds up what reductions take off. */
export const reducedCentsOf = (reductions: readonly Pick<Reduction, 'reducedCents'>[] | null | undefined): Cents =>
  sumCents((reductions ?? []).map(({ reducedCents }) => reducedCents))

/** Computes the price of a line before reductions. */
export const grossCentsOf = ({ unitPriceCents, quantity }: Priced): Cents => timesCents(unitPriceCents ?? ZERO_CENTS, quantity)

/** Computes the price of a line after its reductions. */
export const netCentsOf = (line: Priced & { readonly reductions?: readonly Pick<Reduction, 'reducedCents'>[] | null | undefined }): Cents =>
  cents(grossCentsOf(line) - reducedCentsOf(line.reductions))

/** Lists the reductions of each line of a cart: its own discount, then its part of the cart's, which is spread by largest remainder. */
export function reductionsOf(
  lines: readonly (Priced & { readonly discount?: Discount | null | undefined })[],
  ofCart: Discount | null | undefined,
): readonly (readonly Reduction[])[] {
  const own = lines.map(({ discount, ...line }) => (discount ? [reduction('line', discount, offOf(discount, grossCentsOf(line)))] : []))
  if (!ofCart) return own.map(withoutNothing)
  const rests = lines.map((line, nth) => netCentsOf({ ...line, reductions: own[nth] }))
  const parts = spread(offOf(ofCart, sumCents(rests)), rests)
  return own.map((before, nth) => withoutNothing([...before, reduction('cart', ofCart, parts[nth] ?? ZERO_CENTS)]))
}

const withoutNothing = (reductions: readonly Reduction[]) => reductions.filter(({ reducedCents }) => reducedCents > 0)

const reduction = (scope: Reduction['scope'], discount: Discount, reducedCents: Cents): Reduction => ({ ...discount, scope, reducedCents })

const offOf = ({ kind, value }: Discount, priceCents: Cents): Cents =>
  kind === 'percent' ? shareHalfUp(priceCents, value, WHOLE_BPS) : cents(Math.min(value, priceCents))

/** Spreads an amount over lines in proportion to their prices, so that the parts add up to it and none exceeds its price. */
function spread(amount: Cents, prices: readonly Cents[]): readonly Cents[] {
  const total = BigInt(sumCents(prices))
  if (total === 0n) return prices.map(() => ZERO_CENTS)
  const shares = prices.map((price, nth) => {
    const product = BigInt(amount) * BigInt(price)
    return { nth, whole: Number(product / total), remainder: product % total }
  })
  const missing = amount - shares.reduce((sum, { whole }) => sum + whole, 0)
  const byRemainder = [...shares].sort((a, b) => (a.remainder === b.remainder ? a.nth - b.nth : a.remainder > b.remainder ? -1 : 1))
  const raised = new Set(byRemainder.slice(0, missing).map(({ nth }) => nth))
  return shares.map(({ nth, whole }) => cents(raised.has(nth) ? whole + 1 : whole))
}

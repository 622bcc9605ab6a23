import { type Cents, cents, shareHalfUp, ZERO_CENTS } from '../../kernel/money.ts'
import { asBooked, type Sale } from '../schema.ts'

/** Part of a sold line, in pieces and cents: total = tax + payout + shop. */
export type SalePart = {
  readonly quantity: number
  readonly totalCents: Cents
  readonly taxCents: Cents
  readonly payoutCents: Cents
  readonly shopCents: Cents
}

/** Nothing of a sold line. */
export const NOTHING: SalePart = {
  quantity: 0,
  totalCents: ZERO_CENTS,
  taxCents: ZERO_CENTS,
  payoutCents: ZERO_CENTS,
  shopCents: ZERO_CENTS,
}

const minus = (a: Cents, b: Cents): Cents => cents(a - b)

/** Returns what is left of a sold line, as it was booked, after its returns. A void leaves nothing. Only admins know the shop's share. */
export function leftOf(sale: Sale): SalePart {
  const { totalCents, taxCents, payoutCents, quantity } = leftForOwner(sale)
  return { quantity, totalCents, taxCents, payoutCents, shopCents: cents(totalCents - taxCents - payoutCents) }
}

/** Returns what is left of a sold line, of which its consignor does not see the shop's share. */
export function leftForOwner(sale: Sale): Omit<SalePart, 'shopCents'> {
  if (sale.voidedAtMs !== null) return NOTHING
  const { soldQuantity, salePriceCents, taxCents, payoutCents } = asBooked(sale)
  const gone = sale.refunded ?? NOTHING
  return {
    quantity: soldQuantity - gone.quantity,
    totalCents: minus(salePriceCents, gone.totalCents),
    taxCents: minus(taxCents, gone.taxCents),
    payoutCents: minus(payoutCents, gone.payoutCents),
  }
}

/** Computes the price of some of the pieces that are left, rounded half up; the last piece takes all that is left. */
export function priceOfPieces({ quantity: leftQuantity, totalCents }: SalePart, quantity: number): Cents {
  return quantity >= leftQuantity ? totalCents : shareHalfUp(totalCents, quantity, leftQuantity)
}

const within = (value: number, lowest: number, highest: number): Cents => cents(Math.min(Math.max(value, lowest), highest))

/** Takes pieces, and the money given for them, from what is left of a sold line (law *Cents*); 0 pieces is money off. Each part falls in proportion;
 *  giving all the money back takes exactly all that is left, and no part that was positive becomes negative. */
export function partOf(left: SalePart, given: Pick<SalePart, 'quantity' | 'totalCents'>): SalePart {
  const quantity = Math.min(given.quantity, left.quantity)
  const mostCents = quantity > 0 ? priceOfPieces(left, quantity) : given.quantity === 0 ? left.totalCents : 0
  const totalCents = within(given.totalCents, 0, mostCents)
  if (left.shopCents < 0 && quantity > 0 && totalCents === mostCents) return partByPieces(left, quantity, totalCents)
  if (totalCents === 0) return { ...NOTHING, quantity }
  if (totalCents === left.totalCents && left.shopCents >= 0) return { ...left, quantity }
  const taxCents = taxOf(left, totalCents)
  // the shop gives back its share at most, and a share that is below zero already nothing
  const shopAtMost = Math.max(0, left.shopCents)
  const payoutCents = within(
    shareHalfUp(left.payoutCents, totalCents, left.totalCents),
    totalCents - taxCents - shopAtMost,
    Math.min(left.payoutCents, totalCents - taxCents),
  )
  return { quantity, totalCents, taxCents, payoutCents, shopCents: cents(totalCents - taxCents - payoutCents) }
}

const taxOf = (left: SalePart, totalCents: Cents): Cents =>
  left.totalCents === 0
    ? ZERO_CENTS
    : within(shareHalfUp(left.taxCents, totalCents, left.totalCents), left.taxCents - (left.totalCents - totalCents), totalCents)

/** Takes pieces of which the shop paid so much of the discount that its part is below zero. The consignor's share comes back by their number, because
 *  their price may be a few cents or none. */
function partByPieces(left: SalePart, quantity: number, totalCents: Cents): SalePart {
  if (quantity === left.quantity) return left
  const taxCents = taxOf(left, totalCents)
  const payoutCents = shareHalfUp(left.payoutCents, quantity, left.quantity)
  return { quantity, totalCents, taxCents, payoutCents, shopCents: cents(totalCents - taxCents - payoutCents) }
}

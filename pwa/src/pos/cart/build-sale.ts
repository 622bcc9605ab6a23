import { derivedId, hash32 } from '@shop/shared/kernel/ids.ts'
import { type Cents, cents, sumCents, ZERO_CENTS } from '@shop/shared/kernel/money.ts'
import type { Cart, CartLine, PosSaleLine } from '@shop/shared/pos/schema.ts'
import { reducedCentsOf, reductionsOf } from '@shop/shared/sales/rules/reductions.ts'
import { saleTotals, type Totals } from '@shop/shared/sales/rules/totals.ts'

/** Largest sum shown, because larger sums are not exact to the cent. `cartProblems` refuses a sale long before that. */
const MOST_CENTS = cents(Number.MAX_SAFE_INTEGER)

/** The parts of a cart that make its money. */
type PricedCart = Pick<Cart, 'lines' | 'consignorPercentage' | 'discount'>

/** Lines of a cart with what its discounts take off them. */
export function reducedLines({ lines, discount }: Pick<Cart, 'lines' | 'discount'>) {
  const reductions = reductionsOf(lines, discount)
  return lines.map(({ discount: _, ...line }: CartLine, nth) => ({ ...line, reductions: reductions[nth] ?? [] }))
}

/** Totals of a cart; lines without a price count 0. */
export function cartTotals(cart: PricedCart, taxRateBps: number): Totals {
  if (isHuge(cart)) return saleTotals([{ unitPriceCents: MOST_CENTS, quantity: 1, consignorId: null, consignorPercentage: 0 }], taxRateBps)
  return saleTotals(
    reducedLines(cart).map((line) => ({ ...line, consignorPercentage: cart.consignorPercentage })),
    taxRateBps,
  )
}

/** True for a cart that costs more than can be reckoned to the cent. */
export const isHuge = ({ lines }: Pick<Cart, 'lines'>) => lines.reduce((sum, line) => sum + lineTotalCents(line), 0) > MOST_CENTS

/** Sum of a cart's discounts, on its lines and on the whole. */
export function discountCents(cart: Pick<Cart, 'lines' | 'discount'>): Cents {
  return isHuge(cart) ? ZERO_CENTS : sumCents(reducedLines(cart).map(({ reductions }) => reducedCentsOf(reductions)))
}

/** Cents that a line's own discount takes off its price. */
export const lineDiscountCents = (line: Pick<CartLine, 'unitPriceCents' | 'quantity' | 'discount'>): Cents =>
  reducedCentsOf(reductionsOf([line], null)[0])

export function lineTotalCents(line: { unitPriceCents: Cents | null; quantity: number }): number {
  return (line.unitPriceCents ?? 0) * line.quantity
}

/** Snapshots of a cart's lines, each with its consignor share. Throws when a line has no price; the screen checks that first. */
export function soldLines(cart: PricedCart): PosSaleLine[] {
  return reducedLines(cart).map(({ location: _, reductions, ...line }) => {
    if (line.unitPriceCents === null) throw new Error(`line ${line.id} has no price`)
    return {
      ...line,
      unitPriceCents: line.unitPriceCents,
      reductions: reductions.length > 0 ? [...reductions] : null,
      consignorPercentage: line.consignorId === null ? 0 : cart.consignorPercentage,
    }
  })
}

/** Id of this device's sale of a cart. It is the same at every attempt, so that two taps, two tabs or a reload make one sale. If a second device
 *  sells the cart too, that is a second sale, and the admin is notified. */
export function saleIdOf(cartId: string, deviceId: string): string {
  return derivedId(cartId, hash32(deviceId))
}

/** Id of the command that completes a sale. It derives from the content, so that a double tap makes one command, and a corrected sale makes a new
 *  command. */
export function completionIdOf(saleId: string, content: unknown): string {
  return derivedId(saleId, hash32(JSON.stringify(content)))
}

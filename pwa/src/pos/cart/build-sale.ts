import { derivedId, hash32 } from '@shop/shared/kernel/ids.ts'
import { type Cents, cents } from '@shop/shared/kernel/money.ts'
import type { Cart, PosSaleLine } from '@shop/shared/pos/schema.ts'
import { saleTotals, type Totals } from '@shop/shared/sales/rules/totals.ts'

/** Largest sum shown, because larger sums are not exact to the cent. `cartProblems` refuses a sale long before that. */
const MOST_CENTS = cents(Number.MAX_SAFE_INTEGER)

/** Totals of a cart; lines without a price count 0. */
export function cartTotals(cart: Pick<Cart, 'lines' | 'consignorPercentage'>, taxRateBps: number): Totals {
  if (cart.lines.reduce((sum, line) => sum + lineTotalCents(line), 0) > MOST_CENTS)
    return saleTotals([{ unitPriceCents: MOST_CENTS, quantity: 1, consignorId: null, consignorPercentage: 0 }], taxRateBps)
  return saleTotals(
    cart.lines.map((line) => ({ ...line, consignorPercentage: cart.consignorPercentage })),
    taxRateBps,
  )
}

export function lineTotalCents(line: { unitPriceCents: Cents | null; quantity: number }): number {
  return (line.unitPriceCents ?? 0) * line.quantity
}

/** Snapshots of a cart's lines, each with its consignor share. Throws when a line has no price; the screen checks that first. */
export function soldLines(cart: Pick<Cart, 'lines' | 'consignorPercentage'>): PosSaleLine[] {
  return cart.lines.map(({ location: _, ...line }) => {
    if (line.unitPriceCents === null) throw new Error(`line ${line.id} has no price`)
    return {
      ...line,
      unitPriceCents: line.unitPriceCents,
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

import { derivedId, hash32 } from '@shop/shared/kernel/ids.ts'
import { type Cents, cents } from '@shop/shared/kernel/money.ts'
import type { Cart, PosSaleLine } from '@shop/shared/pos/schema.ts'
import { saleTotals, type Totals } from '@shop/shared/sales/rules/totals.ts'

/** Shown for whatever is more: far beyond what one sale can be (`cartProblems` says so), and all that can be added up to the cent. */
const MOST_CENTS = cents(Number.MAX_SAFE_INTEGER)

/** A cart's money as it stands; lines without a price count 0. */
export function cartTotals(cart: Pick<Cart, 'lines' | 'consignorPercentage'>, taxRateBps: number): Totals {
  if (cart.lines.reduce((sum, line) => sum + lineTotalCents(line), 0) > MOST_CENTS)
    return saleTotals([{ unitPriceCents: MOST_CENTS, quantity: 1, consignorId: null, consignorPercentage: 0 }], taxRateBps)
  return saleTotals(
    cart.lines.map((line) => ({ ...line, consignorPercentage: cart.consignorPercentage })),
    taxRateBps,
  )
}

/** The money of one cart line. */
export function lineTotalCents(line: { unitPriceCents: Cents | null; quantity: number }): number {
  return (line.unitPriceCents ?? 0) * line.quantity
}

/** The lines of a cart as sold: snapshots with the share each one pays. Throws when a line has no price: the screen's rules come first. */
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

/** Id of the sale this device makes of a cart: the same at every attempt, so that completing twice (two taps, two tabs, a reload)
 *  is one sale; another device's attempt is another sale, and the admin is told. */
export function saleIdOf(cartId: string, deviceId: string): string {
  return derivedId(cartId, hash32(deviceId))
}

/** Id of the command that completes a sale: one per content, so that the same tap twice is one command and a corrected sale is a new one. */
export function completionIdOf(saleId: string, content: unknown): string {
  return derivedId(saleId, hash32(JSON.stringify(content)))
}

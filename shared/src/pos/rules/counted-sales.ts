import type { PosSale } from '../schema.ts'

/** A period, `fromMs` ≤ t < `toMs`. */
export type Period = { readonly fromMs: number; readonly toMs: number }

/** True when a moment lies in a period; false for a moment that has not come (null). */
export const isWithin = (atMs: number | null, { fromMs, toMs }: Period): boolean => atMs !== null && atMs >= fromMs && atMs < toMs

/** Selects the sales whose amounts make up a period's takings: those sold and not voided in it, less those sold outside it and voided in it. So a
 *  void counts when it is made, and changes no figure of an earlier period. */
export function countedSales(
  sales: readonly PosSale[],
  period: Period,
): { readonly standing: readonly PosSale[]; readonly takenBack: readonly PosSale[] } {
  const standing = sales.filter((sale) => isWithin(sale.soldAtMs, period) && !isWithin(sale.voidedAtMs, period))
  const takenBack = sales.filter((sale) => !isWithin(sale.soldAtMs, period) && isWithin(sale.voidedAtMs, period))
  return { standing, takenBack }
}

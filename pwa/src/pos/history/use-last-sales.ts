import { type PosSale, posSales } from '@shop/shared/pos/schema.ts'
import { leftOf } from '@shop/shared/sales/rules/left-of-sale.ts'
import { sales } from '@shop/shared/sales/schema.ts'
import { useLive, type View } from '../../sync/api.ts'

/** Number of sales among which a cashier chooses. */
const MOST_SALES = 3

/** The latest sales of an item since a moment of which a piece is left that can come back, the latest first. */
export function lastSalesOf(view: Pick<View, 'all' | 'where'>, itemId: string, sinceMs: number): readonly PosSale[] {
  const found: PosSale[] = []
  const ofItem = view.all(posSales).filter((sale) => sale.soldAtMs >= sinceMs && sale.lines.some((line) => line.itemId === itemId))
  for (const sale of ofItem.sort((a, b) => b.soldAtMs - a.soldAtMs || (a.id < b.id ? 1 : -1))) {
    if (found.length === MOST_SALES) break
    const rows = view.where(sales, 'posSaleId', sale.id)
    if (rows.some((row) => row.itemId === itemId && leftOf(row).quantity > 0)) found.push(sale)
  }
  return found
}

export const useLastSales = (itemId: string, sinceMs: number): readonly PosSale[] =>
  useLive((view) => lastSalesOf(view, itemId, sinceMs), [itemId, sinceMs])

import { boundsOfDate } from '@shop/shared/kernel/shop-day.ts'
import { searchKey } from '@shop/shared/kernel/text.ts'
import type { PosSale } from '@shop/shared/pos/schema.ts'

/** Days of the shop's calendar, YYYY-MM-DD, both included; '' leaves that end open. */
export type DayRange = { readonly from: string; readonly to: string }

/** Sales of these days that match a text (receipt number, sale id, item, barcode, consignor), the latest first. */
export function filterSales(sales: readonly PosSale[], range: DayRange, text: string, timeZone: string): PosSale[] {
  const fromMs = boundsOfDate(range.from, timeZone)?.fromMs ?? Number.NEGATIVE_INFINITY
  const toMs = boundsOfDate(range.to, timeZone)?.toMs ?? Number.POSITIVE_INFINITY
  const wanted = searchKey(text)
  return sales
    .filter((sale) => sale.soldAtMs >= fromMs && sale.soldAtMs < toMs && (wanted === '' || matches(sale, wanted)))
    .sort((a, b) => b.soldAtMs - a.soldAtMs || (a.id < b.id ? 1 : -1))
}

function matches(sale: PosSale, wanted: string): boolean {
  const texts = [sale.receiptNumber, sale.displayId, ...sale.lines.flatMap((line) => [line.itemName, line.barcode, line.consignorName])]
  return texts.some((text) => searchKey(text).includes(wanted))
}

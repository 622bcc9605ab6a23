import type { CsvValue } from '../../kernel/csv.ts'
import { type Cents, cents } from '../../kernel/money.ts'
import { dayBounds, wallClock } from '../../kernel/shop-day.ts'
import { lineTotals } from '../../sales/rules/totals.ts'
import type { PosSale, PosSaleLine } from '../schema.ts'

const HEADER = [
  'Sale ID',
  'Receipt',
  'Date',
  'Time',
  'Item',
  'Barcode',
  'Consignor',
  'Quantity',
  'Unit price',
  'Total',
  'Subtotal',
  'Tax',
  'Consignor %',
  'Payout',
  'Paid with',
  'Voided',
] as const

const dollars = (amount: Cents): number => cents(amount) / 100

/** Selects the sales of the shop's day that contains `nowMs`, oldest first. */
export function salesOfDay(sales: Iterable<PosSale>, nowMs: number, timeZone: string): PosSale[] {
  const { fromMs, toMs } = dayBounds(nowMs, timeZone)
  return [...sales]
    .filter((sale) => sale.soldAtMs >= fromMs && sale.soldAtMs < toMs)
    .sort((a, b) => a.soldAtMs - b.soldAtMs || (a.id < b.id ? -1 : 1))
}

/** Makes the rows of the sales export: the header, then one row for each sold line. Amounts are in dollars, times in `timeZone`. */
export function* salesCsvRows(sales: Iterable<PosSale>, timeZone: string): Generator<readonly CsvValue[]> {
  yield HEADER
  for (const sale of sales) for (const line of sale.lines) yield rowOf(sale, line, timeZone)
}

function rowOf(sale: PosSale, line: PosSaleLine, timeZone: string): readonly CsvValue[] {
  const totals = lineTotals(line, sale.taxRateBps)
  const { date, time } = wallClock(sale.soldAtMs, timeZone)
  return [
    sale.displayId,
    sale.receiptNumber,
    date,
    time,
    line.itemName,
    line.barcode,
    line.consignorName,
    line.quantity,
    dollars(line.unitPriceCents),
    dollars(totals.totalCents),
    dollars(totals.subtotalCents),
    dollars(totals.taxCents),
    line.consignorId === null ? 0 : line.consignorPercentage,
    dollars(totals.payoutCents),
    sale.tenders.map((tender) => tender.label || tender.kind).join(' + '),
    sale.voidedAtMs === null ? '' : 'voided',
  ]
}

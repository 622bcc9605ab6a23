import type { CsvValue } from '../../kernel/csv.ts'
import { type Cents, cents, sumCents, ZERO_CENTS } from '../../kernel/money.ts'
import { dayBounds, wallClock } from '../../kernel/shop-day.ts'
import { lineTotals } from '../../sales/rules/totals.ts'
import type { PosSale, PosSaleLine, Tender } from '../schema.ts'
import { isWithin } from './counted-sales.ts'
import { tenderKey, tenderName } from './tender-name.ts'

const HEADER = [
  'Sale ID',
  'Receipt',
  'Date',
  'Time',
  'Kind',
  'Item',
  'Barcode',
  'Consignor',
  'Consignor %',
  'Quantity',
  'Unit price',
  'Total',
  'Subtotal',
  'Tax',
  'Payout',
] as const

/** Maximum number of columns for tenders besides cash and card. Further names share the column *Other*, because a label can be any text. */
const MAX_LABEL_COLUMNS = 10

/** A sale or its void as it counts in a day: a void takes back the amounts of the sale, also of a sale of an earlier day. */
export type DayEntry = { readonly sale: PosSale; readonly kind: 'sale' | 'void'; readonly atMs: number }

/** Selects the sales and voids of the shop's day that contains `nowMs`, oldest first. A sale that was voided on its day is in both. */
export function entriesOfDay(sales: Iterable<PosSale>, nowMs: number, timeZone: string): DayEntry[] {
  const day = dayBounds(nowMs, timeZone)
  const isToday = (atMs: number | null): atMs is number => isWithin(atMs, day)
  return [...sales]
    .flatMap((sale): DayEntry[] => [
      ...(isToday(sale.soldAtMs) ? [{ sale, kind: 'sale' as const, atMs: sale.soldAtMs }] : []),
      ...(isToday(sale.voidedAtMs) ? [{ sale, kind: 'void' as const, atMs: sale.voidedAtMs }] : []),
    ])
    .sort((a, b) => a.atMs - b.atMs || (a.sale.id < b.sale.id ? -1 : 1))
}

/** Makes the rows of the day's export: the header, one row for each line of an entry, and the sums. The tenders of an entry, without change, stand
 *  in its first row, so that each column adds up to the drawer or the card terminal; amounts are in dollars, times in `timeZone`. */
export function* salesCsvRows(entries: readonly DayEntry[], timeZone: string): Generator<readonly CsvValue[]> {
  const tenders = tenderColumns(entries.flatMap(({ sale }) => sale.tenders))
  yield [...HEADER, ...tenders.names]
  const rows = entries.flatMap((entry) =>
    entry.sale.lines.map((line, nth) => ({
      entry,
      line,
      ...figuresOf(entry, line, nth === 0 ? tenders.amountsOf(entry.sale) : tenders.none),
    })),
  )
  for (const { entry, line, quantity, amounts, paid } of rows) {
    const { sale, kind, atMs } = entry
    const { date, time } = wallClock(atMs, timeZone)
    const about = [sale.displayId, sale.receiptNumber, date, time, kind, line.itemName, line.barcode, line.consignorName]
    const percentage = line.consignorId === null ? 0 : line.consignorPercentage
    yield [
      ...about,
      percentage,
      quantity,
      ...[line.unitPriceCents, ...amounts].map(cell),
      ...paid.map((amount) => (amount === 0 ? null : cell(amount))),
    ]
  }
  const sums = (lists: readonly (readonly Cents[])[]) =>
    lists[0]?.map((_, column) => cell(sumCents(lists.map((list) => list[column] as Cents)))) ?? []
  const pieces = rows.reduce((sum, { quantity }) => sum + quantity, 0)
  yield [
    '',
    '',
    '',
    '',
    'total',
    '',
    '',
    '',
    null,
    pieces,
    null,
    ...sums(rows.map(({ amounts }) => amounts)),
    ...sums(rows.map(({ paid }) => paid)),
  ]
}

const cell = (amount: Cents): CsvValue => ({ cents: amount })

/** The figures of a row that a void takes back: pieces, the amounts from *Total* to *Payout*, and the tenders. */
function figuresOf({ sale, kind }: DayEntry, line: PosSaleLine, paid: readonly Cents[]) {
  const sign = kind === 'sale' ? 1 : -1
  const { totalCents, subtotalCents, taxCents, payoutCents } = lineTotals(line, sale.taxRateBps)
  const signed = (amounts: readonly Cents[]) => amounts.map((amount) => cents(sign * amount))
  return { quantity: sign * line.quantity, amounts: signed([totalCents, subtotalCents, taxCents, payoutCents]), paid: signed(paid) }
}

/** Assigns a column to each name of a tender, whatever its case: cash and card always, then the labels in order. */
function tenderColumns(tenders: readonly Tender[]) {
  const columns = new Map([
    ['cash', 'Cash'],
    ['card', 'Card'],
  ])
  for (const tender of tenders) {
    if (columns.has(tenderKey(tender))) continue
    if (columns.size < 2 + MAX_LABEL_COLUMNS) columns.set(tenderKey(tender), tenderName(tender))
    else columns.set('other', 'Other')
  }
  const keys = [...columns.keys()]
  const keyOf = (tender: Tender) => (columns.has(tenderKey(tender)) ? tenderKey(tender) : 'other')
  const amountsOf = (sale: PosSale) =>
    keys.map((key) => sumCents(sale.tenders.filter((tender) => keyOf(tender) === key).map(({ amountCents }) => amountCents)))
  return { names: [...columns.values()], amountsOf, none: keys.map(() => ZERO_CENTS) }
}

import type { CsvValue } from '../../kernel/csv.ts'
import { type Cents, cents, sumCents, ZERO_CENTS } from '../../kernel/money.ts'
import { dayBounds, wallClock } from '../../kernel/shop-day.ts'
import type { RefundLine, RefundTender } from '../../sales/refund-schema.ts'
import { reducedCentsOf } from '../../sales/rules/reductions.ts'
import { saleLineId } from '../../sales/rules/sold-pieces.ts'
import { lineTotals } from '../../sales/rules/totals.ts'
import type { PosSaleLine } from '../schema.ts'
import { isWithin } from './period.ts'
import { type PosFacts, type Taking, takingsOf } from './takings.ts'
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
  'Discount',
  'Total',
  'Subtotal',
  'Tax',
  'Payout',
] as const

/** Maximum number of columns for tenders besides cash and card. Further names share the column *Other*, because a label can be any text. */
const MAX_LABEL_COLUMNS = 10

/** Selects the takings of the shop's day that contains `nowMs`, oldest first. A sale that was voided on its day is there with its void. */
export function takingsOfDay(facts: PosFacts, nowMs: number, timeZone: string): readonly Taking[] {
  const day = dayBounds(nowMs, timeZone)
  return takingsOf(facts)
    .filter(({ atMs }) => isWithin(atMs, day))
    .sort((a, b) => a.atMs - b.atMs || (a.saleId < b.saleId ? -1 : 1))
}

/** Makes the rows of the day's export: the header, one row for each line of a taking, and the sums. The tenders of a taking, without change, stand
 *  in its first row, so that each column adds up to the drawer or the card terminal; amounts are in dollars, times in `timeZone`. */
export function* salesCsvRows(entries: readonly Taking[], timeZone: string): Generator<readonly CsvValue[]> {
  const tenders = tenderColumns(entries.flatMap((entry) => entry.tenders))
  yield [...HEADER, ...tenders.names]
  const rows = entries.flatMap((entry) =>
    linesOf(entry).map((line, nth) => ({ entry, ...line, paid: nth === 0 ? tenders.amountsOf(entry.tenders) : tenders.none })),
  )
  for (const { entry, sold, itemName, quantity, amounts, paid } of rows) {
    const { date, time } = wallClock(entry.atMs, timeZone)
    const about = [entry.sale?.displayId ?? '', entry.receiptNumber, date, time, entry.kind, itemName]
    yield [
      ...about,
      ...(sold ? [sold.barcode, sold.consignorName, sold.consignorId === null ? 0 : sold.consignorPercentage] : ['', '', null]),
      quantity,
      ...[...(sold ? [cell(sold.unitPriceCents)] : [null]), ...amounts.map(cell)],
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

type DayLine = {
  /** The sold line; undefined for a return whose sale is unknown. */
  readonly sold: PosSaleLine | undefined
  readonly itemName: string
  readonly quantity: number
  /** From *Discount* to *Payout*. */
  readonly amounts: readonly Cents[]
}

/** The lines of a sale; those of a return with what it gave back; those of a void with what its returns left. */
function linesOf({ kind, sale, refunds }: Taking): readonly DayLine[] {
  const returned = refunds.flatMap((refund) => refund.lines)
  if (kind === 'return') {
    const sold = new Map(sale?.lines.map((line, nth) => [saleLineId(sale.id, nth), line]))
    return returned.map((line) => ({ ...returnFigures(line), sold: sold.get(line.saleLineId), itemName: line.itemName }))
  }
  return (sale?.lines ?? []).map((sold, nth) => {
    const { totalCents, subtotalCents, taxCents, payoutCents } = lineTotals(sold, sale?.taxRateBps ?? 0)
    const whole = { quantity: sold.quantity, amounts: [reducedCentsOf(sold.reductions), totalCents, subtotalCents, taxCents, payoutCents] }
    const lineId = returned.length > 0 && sale ? saleLineId(sale.id, nth) : ''
    const back = returned.filter((line) => line.saleLineId === lineId).map(bookedFigures)
    const { quantity, amounts } = back.reduce(added, whole)
    const sign = kind === 'sale' ? 1 : -1
    return { sold, itemName: sold.itemName, quantity: sign * quantity, amounts: amounts.map((amount) => cents(sign * amount)) }
  })
}

type Figures = Pick<DayLine, 'quantity' | 'amounts'>

const added = (a: Figures, b: Figures): Figures => ({
  quantity: a.quantity + b.quantity,
  amounts: a.amounts.map((amount, column) => cents(amount + (b.amounts[column] ?? 0))),
})

/** The part of a sold line that a return took back. */
function bookedFigures({ quantity, amountCents, taxCents, payoutCents }: RefundLine): Figures {
  return { quantity: -quantity, amounts: [0, -amountCents, taxCents - amountCents, -taxCents, -payoutCents].map(cents) }
}

/** All that a return gave for a line, also what exceeded the sale. */
function returnFigures(line: RefundLine): Figures {
  const excess = { quantity: 0, amounts: [0, -line.excessCents, -line.excessCents, 0, 0].map(cents) }
  return added(bookedFigures(line), excess)
}

/** Assigns a column to each name of a tender, whatever its case: cash and card always, then the labels in order. */
function tenderColumns(tenders: readonly RefundTender[]) {
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
  const keyOf = (tender: RefundTender) => (columns.has(tenderKey(tender)) ? tenderKey(tender) : 'other')
  const amountsOf = (paid: readonly RefundTender[]) =>
    keys.map((key) => sumCents(paid.filter((tender) => keyOf(tender) === key).map(({ amountCents }) => amountCents)))
  return { names: [...columns.values()], amountsOf, none: keys.map(() => ZERO_CENTS) }
}

import { boundsOfRange, type DayRange, wallClock } from '@shop/shared/kernel/shop-day.ts'
import { searchKey } from '@shop/shared/kernel/text.ts'
import { isWithin, type Period } from '@shop/shared/pos/rules/counted-sales.ts'
import type { PosSale } from '@shop/shared/pos/schema.ts'
import { useMemo, useState } from 'react'

/** Rows drawn at first and with every 'Load More'. */
const PAGE_ROWS = 100

/** Moment by which a sale belongs to a period: its sale, or else its void. */
export const momentIn = ({ soldAtMs, voidedAtMs }: PosSale, period: Period): number =>
  isWithin(soldAtMs, period) ? soldAtMs : (voidedAtMs ?? soldAtMs)

/** Sales that were sold or voided on these days and match a text (receipt number, sale id, item, barcode, consignor), the latest first. */
export function filterSales(sales: readonly PosSale[], range: DayRange, text: string, timeZone: string): PosSale[] {
  const period = boundsOfRange(range, timeZone)
  const wanted = searchKey(text)
  return sales
    .filter((sale) => isWithin(sale.soldAtMs, period) || isWithin(sale.voidedAtMs, period))
    .filter((sale) => wanted === '' || matches(sale, wanted))
    .sort((a, b) => momentIn(b, period) - momentIn(a, period) || (a.id < b.id ? 1 : -1))
}

function matches(sale: PosSale, wanted: string): boolean {
  const texts = [sale.receiptNumber, sale.displayId, ...sale.lines.flatMap((line) => [line.itemName, line.barcode, line.consignorName])]
  return texts.some((text) => searchKey(text).includes(wanted))
}

/** The filtered sales, drawn page by page; today's until a person chooses other days. */
export function useSalesFilter(all: readonly PosSale[], nowMs: number, timeZone: string) {
  const today = wallClock(nowMs, timeZone).date
  // null means today, which moves at midnight and when the shop's time zone arrives
  const [chosen, setChosen] = useState<DayRange | null>(null)
  const { from, to } = chosen ?? { from: today, to: today }
  const [text, setText] = useState('')
  const [shownCount, setShownCount] = useState(PAGE_ROWS)
  const sales = useMemo(() => filterSales(all, { from, to }, text, timeZone), [all, from, to, text, timeZone])
  const period = useMemo(() => boundsOfRange({ from, to }, timeZone), [from, to, timeZone])
  return {
    today,
    range: { from, to },
    period,
    isToday: from === today && to === today,
    /** Null goes back to today. */
    setRange: (range: DayRange | null) => {
      setChosen(range)
      setShownCount(PAGE_ROWS)
    },
    text,
    setText,
    sales,
    shown: sales.slice(0, shownCount),
    more: shownCount < sales.length ? () => setShownCount(shownCount + PAGE_ROWS) : null,
  }
}

export type SalesFilter = ReturnType<typeof useSalesFilter>

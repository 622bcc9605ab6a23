import { searchNeedles } from '@shop/shared/inventory/rules/item-search.ts'
import { boundsOfRange, type DayRange, wallClock } from '@shop/shared/kernel/shop-day.ts'
import { searchKey } from '@shop/shared/kernel/text.ts'
import { isWithin } from '@shop/shared/pos/rules/period.ts'
import type { Taking } from '@shop/shared/pos/rules/takings.ts'
import type { PosSale } from '@shop/shared/pos/schema.ts'
import { useMemo, useState } from 'react'
import { useItemSearch } from '../../sync/api.ts'

/** Rows drawn at first and with every 'Load More'. */
const PAGE_ROWS = 100

/** A POS sale in a list of some days: its takings there, the latest last. */
export type ListedSale = { readonly sale: PosSale; readonly takings: readonly Taking[]; readonly atMs: number }

/** A search for a receipt number, sale id, item, consignor, or a barcode in any spelling; and the items that have this barcode now, because a
 *  piece may have two of them. */
export type SalesSearch = { readonly text: string; readonly itemIds?: ReadonlySet<string> }

/** Sales that were made, returned or voided on these days and match a search, the latest first. */
export function filterSales(takings: readonly Taking[], range: DayRange, search: SalesSearch, timeZone: string): ListedSale[] {
  const period = boundsOfRange(range, timeZone)
  const wanted = searchNeedles(search.text)
  const bySale = new Map<string, { sale: PosSale; takings: Taking[] }>()
  for (const taking of takings) {
    const { sale, atMs } = taking
    if (!sale || !isWithin(atMs, period)) continue
    const listed = bySale.get(sale.id) ?? { sale, takings: [] }
    listed.takings.push(taking)
    bySale.set(sale.id, listed)
  }
  return [...bySale.values()]
    .filter(({ sale }) => wanted.includes('') || matches(sale, wanted, search.itemIds))
    .map((listed) => ({ ...listed, atMs: momentOf(listed.takings) }))
    .sort((a, b) => b.atMs - a.atMs || (a.sale.id < b.sale.id ? 1 : -1))
}

/** The time of the sale, or on other days that of its last return or void. */
const momentOf = (takings: readonly Taking[]): number =>
  takings.find(({ kind }) => kind === 'sale')?.atMs ?? Math.max(...takings.map(({ atMs }) => atMs))

function matches(sale: PosSale, wanted: readonly string[], itemIds?: ReadonlySet<string>): boolean {
  if (itemIds && sale.lines.some(({ itemId }) => itemId !== null && itemIds.has(itemId))) return true
  const texts = [sale.receiptNumber, sale.displayId, ...sale.lines.flatMap((line) => [line.itemName, line.barcode, line.consignorName])]
  return texts.some((text) => {
    const key = searchKey(text)
    return wanted.some((needle) => key.includes(needle))
  })
}

/** The filtered sales, drawn page by page; today's until a person chooses other days. */
export function useSalesFilter(all: readonly Taking[], nowMs: number, timeZone: string) {
  const today = wallClock(nowMs, timeZone).date
  // null means today, which moves at midnight and when the shop's time zone arrives
  const [chosen, setChosen] = useState<DayRange | null>(null)
  const { from, to } = chosen ?? { from: today, to: today }
  const [text, setText] = useState('')
  const [shownCount, setShownCount] = useState(PAGE_ROWS)
  const { byBarcode } = useItemSearch()
  const itemIds = useMemo(() => new Set(byBarcode(text).map(({ id }) => id)), [byBarcode, text])
  const sales = useMemo(() => filterSales(all, { from, to }, { text, itemIds }, timeZone), [all, from, to, text, itemIds, timeZone])
  const period = useMemo(() => boundsOfRange({ from, to }, timeZone), [from, to, timeZone])
  const unlisted = useMemo(() => all.filter(({ sale, atMs }) => !sale && isWithin(atMs, period)), [all, period])
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
    /** The takings of these sales; without a text, also the returns of unknown sales. */
    takings: [...sales.flatMap((listed) => listed.takings), ...(text === '' ? unlisted : [])],
    shown: sales.slice(0, shownCount),
    more: shownCount < sales.length ? () => setShownCount(shownCount + PAGE_ROWS) : null,
  }
}

export type SalesFilter = ReturnType<typeof useSalesFilter>

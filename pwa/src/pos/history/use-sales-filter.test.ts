import type { DayRange } from '@shop/shared/kernel/shop-day.ts'
import { takingsOf } from '@shop/shared/pos/rules/takings.ts'
import type { PosSale } from '@shop/shared/pos/schema.ts'
import type { Refund } from '@shop/shared/sales/refund-schema.ts'
import { describe, expect, it } from 'vitest'
import { filterSales } from './use-sales-filter.ts'

const sale = (id: string, at: string, name = 'Mug', voidedAt?: string) =>
  ({
    id,
    soldAtMs: Date.parse(at),
    voidedAtMs: voidedAt === undefined ? null : Date.parse(voidedAt),
    receiptNumber: `AAAAA-${id}`,
    displayId: `POS-${id}`,
    tenders: [],
    ...{ totalCents: 100, taxCents: 0, payoutCents: 0 },
    lines: [{ itemName: name, barcode: '0123', consignorName: 'Ann' }],
  }) as unknown as PosSale

const ids = (sales: readonly PosSale[]) => sales.map((one) => one.id)
const filtered = (sales: readonly PosSale[], range: DayRange, text: string, timeZone: string, refunds: readonly Refund[] = []) =>
  filterSales(takingsOf({ sales, refunds }), range, { text }, timeZone).map((listed) => listed.sale)

describe('filterSales', () => {
  const all = [
    sale('a', '2026-03-07T05:59:59Z'),
    sale('b', '2026-03-07T06:00:00Z'),
    sale('c', '2026-03-08T04:59:59Z'),
    sale('d', '2026-03-09T04:59:59Z'),
  ]

  it('counts days by the shop’s calendar, also when clocks go forward', () => {
    const day = (date: string) => ids(filtered(all, { from: date, to: date }, '', 'America/Chicago'))
    expect(day('2026-03-06')).toEqual(['a'])
    expect(day('2026-03-07')).toEqual(['c', 'b'])
    expect(day('2026-03-08')).toEqual(['d'])
    expect(ids(filtered(all, { from: '2026-03-07', to: '2026-03-07' }, '', 'Pacific/Kiritimati'))).toEqual(['b', 'a'])
  })

  it('also lists a sale on the day of its void, at the time of the void', () => {
    const voided = sale('v', '2026-03-06T18:00:00Z', 'Mug', '2026-03-08T04:59:58Z')
    const day = (date: string) => ids(filtered([...all, voided], { from: date, to: date }, '', 'America/Chicago'))
    expect(day('2026-03-06')).toEqual(['a', 'v'])
    expect(day('2026-03-07')).toEqual(['c', 'v', 'b'])
    expect(ids(filtered([voided], { from: '', to: '' }, '', 'UTC'))).toEqual(['v'])
  })

  it('also lists a sale on the day of its return', () => {
    const atMs = Date.parse('2026-03-08T04:59:58Z')
    const back = { id: 'r', saleId: 'a', receiptNumber: 'AAAAA-a', atMs, lines: [], tenders: [] } as unknown as Refund
    expect(ids(filtered(all, { from: '2026-03-07', to: '2026-03-07' }, '', 'America/Chicago', [back]))).toEqual(['c', 'a', 'b'])
  })

  it('accepts a range with an open end, and lists the latest sale first', () => {
    expect(ids(filtered(all, { from: '', to: '' }, '', 'America/Chicago'))).toEqual(['d', 'c', 'b', 'a'])
    expect(ids(filtered(all, { from: '2026-03-08', to: '' }, '', 'America/Chicago'))).toEqual(['d'])
    expect(filtered(all, { from: '2026-03-09', to: '2026-03-01' }, '', 'America/Chicago')).toEqual([])
  })

  it('finds receipts, items, barcodes and consignors', () => {
    const open = { from: '', to: '' }
    const some = [...all, sale('e', '2026-03-09T05:00:00Z', 'Ｔeapot')]
    expect(ids(filtered(some, open, 'aaaaa-b', 'UTC'))).toEqual(['b'])
    expect(ids(filtered(some, open, 'TEAPOT', 'UTC'))).toEqual(['e'])
    expect(filtered(some, open, 'ann', 'UTC')).toHaveLength(5)
    expect(filtered(some, open, '012', 'UTC')).toHaveLength(5)
    expect(filtered(some, open, 'nothing', 'UTC')).toEqual([])
  })

  it('finds a tag in every spelling of its barcode, and by the other barcode of its piece', () => {
    const open = { from: '', to: '' }
    const tagged = (id: string, barcode: string, itemId: string | null) => {
      const made = sale(id, '2026-03-09T05:00:00Z')
      return { ...made, lines: made.lines.map((line) => ({ ...line, barcode, itemId })) }
    }
    const some = [tagged('long', '0036000291452', null), tagged('short', '036000291452', null), tagged('other', 'TAG-2', 'vase')]
    for (const spelling of ['036000291452', '0036000291452', '00036000291452'])
      expect(ids(filtered(some, open, spelling, 'UTC')).sort()).toEqual(['long', 'short'])
    const byItem = filterSales(takingsOf({ sales: some, refunds: [] }), open, { text: 'TAG-1', itemIds: new Set(['vase']) }, 'UTC')
    expect(byItem.map((listed) => listed.sale.id)).toEqual(['other'])
  })
})

import { describe, expect, it } from 'vitest'
import { csvFile } from '../../kernel/csv.ts'
import { cents } from '../../kernel/money.ts'
import type { Refund } from '../../sales/refund-schema.ts'
import { saleLineId } from '../../sales/rules/sold-pieces.ts'
import { testId } from '../../testing/memory-shop.ts'
import type { Cart, PosSale } from '../schema.ts'
import { isUnderWayOn } from './open-cart.ts'
import { newReceiptSeries, posDisplayId, printedCodeSchema, receiptNumberOf } from './receipt-number.ts'
import { salesCsvRows, takingsOfDay } from './sales-csv.ts'
import { tenderName } from './tender-name.ts'

const soldAtMs = Date.parse('2026-11-21T05:30:00Z')
const line = {
  id: testId(1),
  itemId: null,
  itemName: '=cmd()',
  barcode: '0012',
  imageUrl: '',
  consignorId: testId(9),
  consignorName: 'Ann',
  unitPriceCents: cents(10_825),
  quantity: 1,
  consignorPercentage: 50,
}
const sale = {
  id: testId(2),
  displayId: 'POS-1',
  receiptNumber: 'ABCDE-0001',
  cartId: testId(3),
  lines: [line],
  tenders: [{ kind: 'cash', label: '', amountCents: 10_825, givenCents: null }],
  taxRateBps: 825,
  totalCents: 10_825,
  subtotalCents: 10_000,
  taxCents: 825,
  payoutCents: 5_000,
  consignorPercentage: 50,
  soldAtMs,
  byUid: testId(1),
  voidedAtMs: null,
  voidedByUid: null,
} as unknown as PosSale

describe('a cart', () => {
  it('is under way only on the device that has it open, and with something in it', () => {
    const cart = { status: 'open', clientId: 'till', lines: [line] } as unknown as Cart
    expect(isUnderWayOn(cart, 'till')).toBe(true)
    expect(isUnderWayOn(cart, 'counter')).toBe(false)
    expect(isUnderWayOn({ ...cart, status: 'completed' }, 'till')).toBe(false)
    expect(isUnderWayOn({ ...cart, lines: [] }, 'till')).toBe(false)
  })
})

describe('receipts', () => {
  it('have an id for people and a number from their device', () => {
    expect(posDisplayId(1_700_000_000_000.5)).toBe('POS-1700000000000')
    const series = newReceiptSeries(new Uint8Array([0, 31, 32, 200, 255]))
    expect(series).toMatch(/^[2-9A-HJ-NP-Z]{5}$/)
    expect(receiptNumberOf(series, 7)).toBe(`${series}-0007`)
    expect(receiptNumberOf(series, 12_345)).toBe(`${series}-12345`)
  })
  it('keep the id and number that a till of any release gave them, but no character that could mislead', () => {
    const codes = [receiptNumberOf('465CD', 1), receiptNumberOf('465CD', 1_000_000), posDisplayId(soldAtMs), testId(5)]
    expect(codes.map((code) => printedCodeSchema.parse(code))).toEqual(codes)
    expect(printedCodeSchema.parse('\u202e46\n5CD-\u00070001<b>')).toBe('465CD-0001b')
    expect(printedCodeSchema.parse('K'.repeat(200))).toBe('K'.repeat(40))
    expect(['', ' \u0000', '京都'].map((code) => printedCodeSchema.parse(code))).toEqual(['none', 'none', 'none'])
  })
})

describe('a way of payment', () => {
  it('has the name that the cashier wrote, or that of its kind', () => {
    const names = (['cash', 'card', 'other'] as const).map((kind) => tenderName({ kind, label: '' }))
    expect(names).toEqual(['Cash', 'Card', 'Other'])
    expect(tenderName({ kind: 'card', label: 'Visa' })).toBe('Visa')
  })
})

describe('the export of the day', () => {
  const nov20 = Date.parse('2026-11-20T18:00:00Z')
  const nov21 = Date.parse('2026-11-21T18:00:00Z')
  const takingsOn = (sales: readonly PosSale[], nowMs: number, refunds: readonly Refund[] = []) =>
    takingsOfDay({ sales, refunds }, nowMs, 'America/Chicago')
  const rowsOf = (sales: readonly PosSale[], nowMs: number, refunds: readonly Refund[] = []) =>
    csvFile(salesCsvRows(takingsOn(sales, nowMs, refunds), 'America/Chicago'))
      .split('\r\n')
      .slice(0, -1)
      .map((row) => row.replace('\ufeff', '').split(','))
  /** The amounts of the columns with these names, row by row. */
  const columns = (rows: readonly (readonly string[])[], names: readonly string[]) =>
    rows.slice(1).map((row) => names.map((name) => row[rows[0]?.indexOf(name) ?? -1]))

  it('contains the sales of the shop’s day', () => {
    expect(takingsOn([sale], nov20)).toMatchObject([{ sale, kind: 'sale', atMs: soldAtMs }])
    expect(takingsOn([sale], nov21)).toEqual([])
  })
  it('begins with the first millisecond of the shop’s day and ends before that of the next, oldest first', () => {
    const [fromMs, toMs] = [Date.parse('2026-11-20T06:00:00Z'), Date.parse('2026-11-21T06:00:00Z')]
    const soldAt = [toMs, toMs - 1, fromMs, fromMs - 1].map((atMs, n) => ({ ...sale, id: testId(40 + n), soldAtMs: atMs }))
    const timesOf = (sales: readonly PosSale[]) => takingsOn(sales, nov20).map(({ atMs }) => atMs)
    expect(timesOf(soldAt)).toEqual([fromMs, toMs - 1])
    expect(timesOf(soldAt.map((one) => ({ ...one, soldAtMs: 0, voidedAtMs: one.soldAtMs })))).toEqual([fromMs, toMs - 1])
    const together = [7, 5, 6].map((n) => ({ ...sale, id: testId(n) }))
    expect(takingsOn(together, nov20).map(({ saleId }) => saleId)).toEqual([5, 6, 7].map(testId))
  })
  it('has a row of sums even on a day without a sale', () => {
    expect(rowsOf([], nov20).map((row) => row.join())).toEqual([
      'Sale ID,Receipt,Date,Time,Kind,Item,Barcode,Consignor,Consignor %,Quantity,Unit price,Discount,Total,Subtotal,Tax,Payout,Cash,Card',
      ',,,,total,,,,,0,',
    ])
  })
  it('gives no consignor a part of the shop’s own goods', () => {
    const own = { ...sale, lines: [{ ...line, consignorId: null, consignorName: '' }] } as PosSale
    expect(columns(rowsOf([own], nov20), ['Consignor', 'Consignor %', 'Payout'])[0]).toEqual(['', '0', '0.00'])
  })
  it('has one row for each line, in which no cell is a formula', () => {
    expect(rowsOf([sale], nov20)[1]?.join()).toBe(
      "POS-1,ABCDE-0001,2026-11-20,23:30:00,sale,'=cmd(),0012,Ann,50,1,108.25,0.00,108.25,100.00,8.25,50.00,108.25,",
    )
  })
  it('shows the tag price, the discount and what was paid', () => {
    const reductions = [{ kind: 'amount', value: 1_000, bearer: 'shop', reason: '', scope: 'line', reducedCents: 1_000 }]
    const reduced = { ...sale, lines: [{ ...line, reductions }], totalCents: 9_825, voidedAtMs: nov20 } as unknown as PosSale
    expect(columns(rowsOf([reduced], nov20), ['Kind', 'Unit price', 'Discount', 'Total', 'Payout'])).toEqual([
      ['void', '108.25', '-10.00', '-98.25', '-50.00'],
      ['sale', '108.25', '10.00', '98.25', '50.00'],
      ['total', '', '0.00', '0.00', '0.00'],
    ])
  })
  it('adds up to the cash in the drawer and to each other way of payment, without change', () => {
    const tenders = [
      { kind: 'cash', label: '', amountCents: 5_000, givenCents: 10_000 },
      { kind: 'card', label: 'Visa', amountCents: 3_000, givenCents: null },
      { kind: 'card', label: 'VISA', amountCents: 825, givenCents: null },
      { kind: 'other', label: '', amountCents: 2_000, givenCents: null },
    ]
    const split = { ...sale, id: testId(5), lines: [line, { ...line, id: testId(6) }], tenders } as unknown as PosSale
    expect(columns(rowsOf([sale, split], nov20), ['Cash', 'Card', 'Visa', 'Other', 'Total'])).toEqual([
      ['108.25', '', '', '', '108.25'],
      ['50.00', '', '38.25', '20.00', '108.25'],
      ['', '', '', '', '108.25'],
      ['158.25', '0.00', '38.25', '20.00', '324.75'],
    ])
  })
  it('takes back a return on the day of the return, and a later void what is left', () => {
    const paidIn = (kind: string, amountCents: number) => ({ kind, label: '', amountCents })
    const three = { ...sale, totalCents: 32_475, taxCents: 2_475, payoutCents: 15_000, voidedAtMs: nov21 + 60_000 } as PosSale
    const threeSold = { ...three, lines: [{ ...line, quantity: 3 }], tenders: [paidIn('cash', 32_475)] } as PosSale
    const back = {
      ...{ saleLineId: saleLineId(sale.id, 0), itemId: null, itemName: 'Mug', quantity: 1, amountCents: 10_825, taxCents: 825 },
      ...{ payoutCents: 5_000, excessCents: 200, goods: 'shelf', reason: '' },
    }
    const refund = { id: testId(70), saleId: sale.id, receiptNumber: sale.receiptNumber, byUid: 'ann', atMs: nov21 } as Refund
    const returned = { ...refund, lines: [back], tenders: [paidIn('card', 11_025)] } as unknown as Refund
    const names = ['Kind', 'Item', 'Quantity', 'Total', 'Subtotal', 'Tax', 'Payout', 'Cash', 'Card']
    expect(columns(rowsOf([threeSold], nov21, [returned]), names)).toEqual([
      ['return', 'Mug', '-1', '-110.25', '-102.00', '-8.25', '-50.00', '', '-110.25'],
      ['void', "'=cmd()", '-2', '-216.50', '-200.00', '-16.50', '-100.00', '-216.50', ''],
      ['total', '', '-3', '-326.75', '-302.00', '-24.75', '-150.00', '-216.50', '-110.25'],
    ])
    expect(columns(rowsOf([], nov21, [returned]), names)[0]).toEqual([
      'return',
      'Mug',
      '-1',
      '-110.25',
      '-102.00',
      '-8.25',
      '-50.00',
      '',
      '-110.25',
    ])
  })
  it('takes back a void on the day of the void', () => {
    const voided = { ...sale, voidedAtMs: nov21 } as PosSale
    const names = ['Time', 'Kind', 'Quantity', 'Total', 'Tax', 'Payout', 'Cash']
    const sold = ['23:30:00', 'sale', '1', '108.25', '8.25', '50.00', '108.25']
    const back = ['12:00:00', 'void', '-1', '-108.25', '-8.25', '-50.00', '-108.25']
    expect(columns(rowsOf([voided], nov20), names)).toEqual([sold, ['', 'total', ...sold.slice(2)]])
    expect(columns(rowsOf([voided], nov21), names)).toEqual([back, ['', 'total', ...back.slice(2)]])
    const three = { ...voided, lines: [{ ...line, quantity: 3 }] } as PosSale
    expect(columns(rowsOf([three], nov21), ['Quantity', 'Total'])[0]).toEqual(['-3', '-324.75'])
    const sameDay = rowsOf([{ ...sale, voidedAtMs: soldAtMs + 1 } as PosSale], nov20)
    expect(columns(sameDay, names).at(-1)).toEqual(['', 'total', '0', '0.00', '0.00', '0.00', '0.00'])
  })
  it('puts further ways of payment into one column', () => {
    const tenders = Array.from({ length: 14 }, (_, n) => ({ kind: 'other', label: `Voucher ${n}`, amountCents: 100, givenCents: null }))
    const cards = [{ kind: 'card', label: '', amountCents: 10_825, givenCents: null }]
    expect(rowsOf([{ ...sale, tenders: cards } as unknown as PosSale], nov20)[0]?.slice(16)).toEqual(['Cash', 'Card'])
    const [header, row] = rowsOf([{ ...sale, tenders } as unknown as PosSale], nov20)
    expect(header?.slice(16)).toEqual(['Cash', 'Card', ...Array.from({ length: 10 }, (_, n) => `Voucher ${n}`), 'Other'])
    expect(row?.slice(16)).toEqual(['', '', ...Array(10).fill('1.00'), '4.00'])
  })
})

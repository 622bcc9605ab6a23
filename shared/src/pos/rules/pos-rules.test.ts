import { describe, expect, it } from 'vitest'
import { csvFile } from '../../kernel/csv.ts'
import { cents } from '../../kernel/money.ts'
import { testId } from '../../testing/memory-shop.ts'
import type { PosSale } from '../schema.ts'
import { newReceiptSeries, posDisplayId, printedCodeSchema, receiptNumberOf } from './receipt-number.ts'
import { salesCsvRows, salesOfDay } from './sales-csv.ts'

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

describe('the export of the day', () => {
  it('contains the sales of the shop’s day', () => {
    expect(salesOfDay([sale], Date.parse('2026-11-20T18:00:00Z'), 'America/Chicago')).toEqual([sale])
    expect(salesOfDay([sale], Date.parse('2026-11-21T18:00:00Z'), 'America/Chicago')).toEqual([])
  })
  it('has one row for each line, in which no cell is a formula', () => {
    const [, row] = csvFile(salesCsvRows([sale], 'America/Chicago')).split('\r\n')
    expect(row).toBe(`POS-1,ABCDE-0001,2026-11-20,23:30:00,'=cmd(),0012,Ann,1,108.25,108.25,100,8.25,50,50,cash,`)
  })
})

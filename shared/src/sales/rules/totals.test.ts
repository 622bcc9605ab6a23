import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents } from '../../kernel/money.ts'
import { lineTotals, recordedTotals, saleTotals } from './totals.ts'

const line = (unitPrice: number | null, quantity: number, consignorPercentage: number, consignorId: string | null = 'c') => ({
  unitPriceCents: unitPrice === null ? null : cents(unitPrice),
  quantity,
  consignorId,
  consignorPercentage,
})
const anyLine = fc.record({
  unitPriceCents: fc.integer({ min: 1, max: 9_000_000 }).map(cents),
  quantity: fc.integer({ min: 1, max: 1_000 }),
  consignorId: fc.constantFrom(null, 'c'),
  consignorPercentage: fc.integer({ min: 0, max: 100 }),
})

describe('totals', () => {
  it('separate the tax from the price and share the rest', () => {
    expect(lineTotals(line(10_825, 1, 50), 825)).toEqual({
      totalCents: 10_825,
      subtotalCents: 10_000,
      taxCents: 825,
      payoutCents: 5_000,
      shopCents: 5_000,
    })
    expect(lineTotals(line(1_000, 3, 60), 825)).toEqual({
      totalCents: 3_000,
      subtotalCents: 2_771,
      taxCents: 229,
      payoutCents: 1_663,
      shopCents: 1_108,
    })
  })
  it('pay nobody for the shop’s own goods', () =>
    expect(lineTotals(line(10_825, 1, 100, null), 825)).toMatchObject({ payoutCents: 0, shopCents: 10_000 }))
  it('count a line without a price as nothing', () => expect(saleTotals([line(null, 2, 50)], 825).totalCents).toBe(0))
  it('of a sale are the sums of its rounded lines', () => {
    expect(saleTotals([line(1, 1, 50), line(1, 1, 50)], 0)).toMatchObject({ payoutCents: 2, shopCents: 0 })
  })
  it('of tax, payout and shop add up to the price', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { minLength: 1, maxLength: 20 }), fc.integer({ min: 0, max: 5_000 }), (lines, rate) => {
        const totals = saleTotals(lines, rate)
        expect(totals.subtotalCents + totals.taxCents).toBe(totals.totalCents)
        expect(totals.payoutCents + totals.shopCents).toBe(totals.subtotalCents)
        expect(totals.totalCents).toBe(lines.reduce((sum, one) => sum + one.unitPriceCents * one.quantity, 0))
        for (const one of lines) {
          const exact = (one.unitPriceCents * one.quantity * 10_000) / (10_000 + rate)
          expect(Math.abs(lineTotals(one, rate).subtotalCents - exact)).toBeLessThanOrEqual(0.5 + exact * 1e-12)
        }
      }),
    )
  })
  it('of a recorded sale share the price minus shipping', () => {
    expect(recordedTotals(cents(10_000), cents(1_000), 50)).toEqual({ payoutCents: 4_500, shopCents: 4_500 })
    expect(recordedTotals(cents(101), cents(0), 50)).toEqual({ payoutCents: 51, shopCents: 50 })
    expect(recordedTotals(cents(500), cents(500), 50)).toEqual({ payoutCents: 0, shopCents: 0 })
  })
  it('of a recorded sale charge shipping above the price to the shop only', () => {
    for (const percentage of [0, 50, 100])
      expect(recordedTotals(cents(500), cents(1_200), percentage)).toEqual({ payoutCents: 0, shopCents: -700 })
  })
})

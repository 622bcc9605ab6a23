import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents, percentOf } from '../../kernel/money.ts'
import type { Reduction } from '../reduction-schema.ts'
import { lineTotals, type PricedLine, recordedTotals, saleTotals } from './totals.ts'

const line = (unitPrice: number | null, quantity: number, consignorPercentage: number, consignorId: string | null = 'c') => ({
  unitPriceCents: unitPrice === null ? null : cents(unitPrice),
  quantity,
  consignorId,
  consignorPercentage,
})
const A = line(3_000, 1, 60)
const B = line(2_000, 1, 50)
const SHOPS = line(1_000, 1, 0, null)
const reduced = (bearer: Reduction['bearer'], ...each: number[]) => each.map((one) => ({ bearer, reducedCents: cents(one) }))
/** Total, tax, share and the shop's part of a line at 8.25 %. */
const parts = (one: PricedLine) => {
  const { totalCents, taxCents, payoutCents, shopCents } = lineTotals(one, 825)
  return [totalCents, taxCents, payoutCents, shopCents]
}
const anyReductions = fc.option(
  fc.array(fc.record({ bearer: fc.constantFrom('shared', 'shop', 'consignor'), part: fc.integer({ min: 0, max: 100 }) }), { maxLength: 2 }),
)
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
  it.each([
    ['shared', [2_700, 206, 1_496, 998], [1_800, 137, 832, 831]],
    ['shop', [2_700, 206, 1_663, 831], [1_800, 137, 924, 739]],
    ['consignor', [2_700, 206, 1_386, 1_108], [1_800, 137, 739, 924]],
  ] as const)('charge a tenth off to its bearer: %s', (bearer, ofA, ofB) => {
    expect(parts({ ...A, reductions: reduced(bearer, 300) })).toEqual(ofA)
    expect(parts({ ...B, reductions: reduced(bearer, 200) })).toEqual(ofB)
    expect(parts({ ...SHOPS, reductions: reduced(bearer, 100) })).toEqual([900, 69, 0, 831])
  })
  it('take one reduction after the other, each from its bearer', () =>
    expect(parts({ ...A, reductions: [...reduced('shop', 300), ...reduced('consignor', 300)] })).toEqual([2_400, 183, 1_386, 831]))
  it('pay a consignor nothing, never less, for goods given away at their cost, and their whole share at the shop’s', () => {
    expect(parts({ ...A, reductions: reduced('consignor', 3_000) })).toEqual([0, 0, 0, 0])
    expect(parts({ ...A, reductions: reduced('shop', 3_000) })).toEqual([0, 0, 1_663, -1_663])
    expect(parts({ ...B, reductions: reduced('shop', 1_200) })).toEqual([800, 61, 924, -185])
  })
  it('of reduced lines add up, and differ from those of a plain price only by who bears what', () => {
    fc.assert(
      fc.property(anyLine, anyReductions, fc.integer({ min: 0, max: 5_000 }), (one, wanted, rate) => {
        const gross = one.unitPriceCents * one.quantity
        const reductions = (wanted ?? []).map(({ bearer, part }) => ({ bearer, reducedCents: cents(Math.floor((gross * part) / 200)) }))
        const totals = lineTotals({ ...one, reductions }, rate)
        const plain = lineTotals(one, rate)
        expect(totals.totalCents).toBe(gross - reductions.reduce((sum, { reducedCents }) => sum + reducedCents, 0))
        expect(totals.subtotalCents + totals.taxCents).toBe(totals.totalCents)
        expect(totals.payoutCents + totals.shopCents).toBe(totals.subtotalCents)
        expect(totals.payoutCents).toBeGreaterThanOrEqual(0)
        expect(totals.payoutCents).toBeLessThanOrEqual(plain.payoutCents)
        if (reductions.every(({ bearer }) => bearer === 'shop')) expect(totals.payoutCents).toBe(plain.payoutCents)
        if (reductions.every(({ bearer }) => bearer === 'shared') && one.consignorId !== null)
          expect(totals.payoutCents).toBe(percentOf(totals.subtotalCents, one.consignorPercentage))
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

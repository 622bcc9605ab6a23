import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cents,
  centsFromDollars,
  dollarsFromCents,
  formatCents,
  formatRate,
  MAX_CENTS,
  parseDollars,
  parseSignedDollars,
  percentOf,
  plainDollars,
  preTaxOf,
  shareHalfUp,
  sumCents,
} from './money.ts'

const amount = fc.integer({ min: -MAX_CENTS, max: MAX_CENTS }).map(cents)

describe('money', () => {
  it('is read from typed text that may be negative', () => {
    expect(['12.5', ' -3.05', '−1', '-$2', '$1,000.00', '', '-', '--1', '1.005', '-x'].map(parseSignedDollars)).toEqual([
      1_250,
      -305,
      -100,
      -200,
      100_000,
      ...Array.from({ length: 5 }, () => undefined),
    ])
  })

  it('is rounded half up to the cent, and away from zero when it is negative', () => {
    expect(shareHalfUp(cents(5), 1, 2)).toBe(3)
    expect(shareHalfUp(cents(-5), 1, 2)).toBe(-3)
    expect(shareHalfUp(cents(4), 1, 3)).toBe(1)
    expect(percentOf(cents(333), 50)).toBe(167)
    expect(percentOf(cents(1_000), 33.33)).toBe(333)
  })

  it('that includes a tax of 8.25% gives the amount before tax', () => {
    expect(preTaxOf(cents(1_083), 825)).toBe(1_000)
    expect(preTaxOf(cents(1), 825)).toBe(1)
    expect(preTaxOf(cents(10_825), 825)).toBe(10_000)
    expect(preTaxOf(cents(999), 0)).toBe(999)
  })

  it('has a share that turns into its exact negative when the amount is reversed', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 10_000 }), (value, bps) => {
        expect(shareHalfUp(cents(-value), bps, 10_000) + shareHalfUp(value, bps, 10_000)).toBe(0)
      }),
    )
  })

  it('is rounded by at most half a cent, for every amount that a field may hold', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 20_000 }), (value, numerator, denominator) => {
        const exact = BigInt(value) * BigInt(numerator) * 2n
        const got = BigInt(shareHalfUp(value, numerator, denominator)) * BigInt(denominator) * 2n
        const off = exact - got
        expect(off <= BigInt(denominator) && off >= -BigInt(denominator)).toBe(true)
      }),
    )
  })

  it('comes back unchanged from dollars and, unless it is negative, from plain and formatted text', () => {
    fc.assert(
      fc.property(amount, (value) => {
        expect(centsFromDollars(dollarsFromCents(value))).toBe(value)
        if (value >= 0) {
          expect(parseDollars(plainDollars(value))).toBe(value)
          expect(parseDollars(formatCents(value))).toBe(value)
        }
      }),
    )
  })

  it('is shown with separators, two decimals and its sign', () => {
    const shown = [0, 5, 99, 100, -5, 99_999, 123_450, -100_000_000, 1_234_567_890].map((value) => formatCents(cents(value)))
    expect(shown).toEqual(['$0.00', '$0.05', '$0.99', '$1.00', '-$0.05', '$999.99', '$1,234.50', '-$1,000,000.00', '$12,345,678.90'])
    expect([0, 825, 1_000, 333, 10_000].map(formatRate)).toEqual(['0%', '8.25%', '10%', '3.33%', '100%'])
  })

  it('is read from typed text up to the most that a field holds', () => {
    expect(['.5', ' 12 ', '$ 7', '90,000,000.00'].map(parseDollars)).toEqual([50, 1_200, 700, MAX_CENTS])
    expect(parseDollars('90000000.01')).toBeUndefined()
    expect(centsFromDollars(90_000_000)).toBe(MAX_CENTS)
    expect([90_000_000.01, -90_000_000.01, Number.POSITIVE_INFINITY].map(centsFromDollars)).toEqual([undefined, undefined, undefined])
  })

  it.each([
    [1.005, 101],
    [0.1 + 0.2, 30],
    [19.99, 1999],
    [-19.99, -1999],
    [4.35, 435],
    [1e-9, 0],
  ])('of %d dollars in a REST body is %d cents', (dollars, expected) => {
    expect(centsFromDollars(dollars)).toBe(expected)
  })

  it.each(['', '.', '$', 'x12', '12x', '1.234', '1,23', 'abc', '-5', '1e3', '٣', '1 000'])('cannot be typed as %j', (text) => {
    expect(parseDollars(text)).toBeUndefined()
  })

  it('has no fractions of a cent and no unsafe sums', () => {
    expect(() => cents(0.5)).toThrow(RangeError)
    expect(() => sumCents([cents(Number.MAX_SAFE_INTEGER), cents(1)])).toThrow(RangeError)
    expect(centsFromDollars(Number.NaN)).toBeUndefined()
    expect(Object.is(cents(-0), 0)).toBe(true)
  })
})

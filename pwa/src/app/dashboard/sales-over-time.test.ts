import { cents } from '@shop/shared/kernel/money.ts'
import { FRESH_SALE, type Sale } from '@shop/shared/sales/schema.ts'
import { describe, expect, it } from 'vitest'
import { earningsOf, type Step, sumsOverTime, wordsOf } from './sales-over-time.ts'

const sale = (at: string, payoutCents: number, more: Partial<Sale> = {}) =>
  ({ ...FRESH_SALE, soldAtMs: Date.parse(at), payoutCents: cents(payoutCents), ...more }) as Sale

const salesOverTime = (sales: readonly Sale[], step: Step, nowMs: number, timeZone: string) =>
  sumsOverTime(earningsOf(sales), step, nowMs, timeZone)

const CHICAGO = 'America/Chicago'
const NOW = Date.parse('2026-11-21T18:00:00Z')

describe('sales over time', () => {
  it('counts days by the shop’s calendar, including the 25-hour day in November', () => {
    const sales = [
      sale('2026-11-21T05:59:59Z', 1), // still the 20th in Chicago
      sale('2026-11-21T06:00:00Z', 20),
      sale('2026-11-21T17:59:59Z', 300),
      sale('2026-11-08T05:59:59Z', 9_999), // the day before the first bar
    ]
    const bars = salesOverTime(sales, 'day', NOW, CHICAGO)
    expect(bars).toHaveLength(14)
    expect(bars.map(({ date }) => date)).toEqual(Array.from({ length: 14 }, (_, at) => `2026-11-${String(8 + at).padStart(2, '0')}`))
    expect(bars.slice(-2).map(({ amountCents, sales: count }) => [amountCents, count])).toEqual([
      [1, 1],
      [320, 2],
    ])
    expect(bars.slice(0, -2).every(({ sales: count }) => count === 0)).toBe(true)
    const hours = salesOverTime([], 'day', Date.parse('2026-11-10T18:00:00Z'), CHICAGO).map(
      ({ fromMs, toMs }) => (toMs - fromMs) / 3_600_000,
    )
    expect(hours.filter((length) => length === 25)).toHaveLength(1)
    expect(hours.filter((length) => length === 24)).toHaveLength(13)
  })

  it('counts weeks from Sunday and months from their first day, without gaps', () => {
    const weeks = salesOverTime([sale('2026-11-15T06:00:00Z', 5), sale('2026-11-15T05:59:59Z', 7)], 'week', NOW, CHICAGO)
    expect(weeks.at(-1)).toMatchObject({ date: '2026-11-15', amountCents: 5 })
    expect(weeks.at(-2)).toMatchObject({ date: '2026-11-08', amountCents: 7 })
    const months = salesOverTime([sale('2025-12-01T06:00:00Z', 3)], 'month', NOW, CHICAGO)
    expect(months[0]).toMatchObject({ date: '2025-12-01', amountCents: 3 })
    expect(months.at(-1)?.date).toBe('2026-11-01')
    for (const bars of [weeks, months]) {
      expect(bars).toHaveLength(12)
      for (const [at, bar] of bars.slice(1).entries()) expect(bar.fromMs).toBe(bars[at]?.toMs)
    }
  })

  it('leaves out undone sales, and counts the credited payout of an edited sale', () => {
    const booked = { soldQuantity: 1, salePriceCents: cents(100), shippingCostCents: cents(0), payoutCents: cents(50) }
    const sales = [sale('2026-11-21T17:00:00Z', 9, { voidedAtMs: 1 }), sale('2026-11-21T17:00:00Z', 70, { booked })]
    expect(salesOverTime(sales, 'day', NOW, CHICAGO).at(-1)).toMatchObject({ amountCents: 50, sales: 1 })
  })

  it('handles a calendar that skips a day', () => {
    const bars = salesOverTime([], 'day', Date.parse('2012-01-02T12:00:00Z'), 'Pacific/Apia')
    const skipped = bars.find(({ date }) => date === '2011-12-30')
    expect(skipped?.toMs).toBe(skipped?.fromMs)
    for (const [at, bar] of bars.slice(1).entries()) expect(bar.fromMs).toBe(bars[at]?.toMs)
  })

  it('labels days, weeks and months', () => {
    const word = (step: 'day' | 'week' | 'month') => wordsOf(salesOverTime([], step, NOW, CHICAGO).at(-1) as never, step)
    expect(word('day')).toEqual({ short: 'Nov 21', long: 'Saturday, November 21' })
    expect(word('week')).toEqual({ short: 'Nov 15', long: 'Week of November 15, 2026' })
    expect(word('month')).toEqual({ short: 'Nov', long: 'November 2026' })
  })
})

import { cents } from '@shop/shared/kernel/money.ts'
import { takingsOf } from '@shop/shared/pos/rules/takings.ts'
import type { PosSale } from '@shop/shared/pos/schema.ts'
import type { Refund } from '@shop/shared/sales/refund-schema.ts'
import { expect, it } from 'vitest'
import { dayFigures } from './day-figures.ts'

const CHICAGO = 'America/Chicago'
const figures = (sales: readonly PosSale[], nowMs: number, refunds: readonly Refund[] = []) =>
  dayFigures(takingsOf({ sales, refunds }), nowMs, CHICAGO)
let saleCount = 0
const sale = (at: string, totalCents: number, more: Partial<PosSale> = {}) =>
  ({
    id: String(saleCount++),
    taxCents: 0,
    payoutCents: 0,
    tenders: [],
    soldAtMs: Date.parse(at),
    totalCents: cents(totalCents),
    voidedAtMs: null,
    ...more,
  }) as unknown as PosSale

it('compares today with the same weekday up to the same time of day, by the shop’s clock', () => {
  const now = Date.parse('2026-11-27T20:00:00Z')
  const { today, weekAgo } = figures(
    [
      sale('2026-11-27T05:59:59Z', 1), // still Thursday in Chicago
      sale('2026-11-27T06:00:00Z', 1_000),
      sale('2026-11-27T19:00:00Z', 501),
      sale('2026-11-27T19:30:00Z', 9_999, { voidedAtMs: Date.parse('2026-11-27T19:40:00Z') }),
      sale('2026-11-20T06:00:00Z', 200),
      sale('2026-11-20T19:59:59Z', 300),
      sale('2026-11-20T20:00:00Z', 70_000), // later that day
    ],
    now,
  )
  expect(today).toEqual({ takenCents: 1_501, sales: 2, basketCents: 751 })
  expect(weekAgo).toEqual({ takenCents: 500, sales: 2, basketCents: 250 })
})

it('compares the same time of day across a clock change', () => {
  // Chicago leaves daylight time on 1 November 2026, so a day and a week earlier are an hour apart
  const now = Date.parse('2026-11-02T16:00:00Z') // 10:00 in Chicago
  const { weekAgo } = figures([sale('2026-10-26T14:59:59Z', 1), sale('2026-10-26T15:00:00Z', 20)], now)
  expect(weekAgo.takenCents).toBe(1)
})

it('takes a return from today’s takings, and not from the average or from the day of its sale', () => {
  const now = Date.parse('2026-11-27T20:00:00Z')
  const sold = sale('2026-11-20T18:00:00Z', 3_000)
  const tenders = [{ kind: 'cash', label: '', amountCents: cents(1_000) }]
  const back = { id: 'r', saleId: sold.id, atMs: Date.parse('2026-11-27T18:00:00Z'), lines: [], tenders } as unknown as Refund
  const { today, weekAgo } = figures([sold, sale('2026-11-27T19:00:00Z', 500)], now, [back])
  expect(today).toEqual({ takenCents: -500, sales: 1, basketCents: 500 })
  expect(weekAgo).toEqual({ takenCents: 3_000, sales: 1, basketCents: 3_000 })
})

it('has no average without a sale', () => {
  const { today } = figures([], Date.parse('2026-11-27T20:00:00Z'))
  expect(today).toEqual({ takenCents: 0, sales: 0, basketCents: 0 })
})

it('takes a void away from the day on which it is made, and from the count of sales only on the day of the sale', () => {
  const now = Date.parse('2026-11-27T20:00:00Z')
  const { today, weekAgo } = figures(
    [
      sale('2026-11-27T19:00:00Z', 1_000),
      sale('2026-11-20T18:00:00Z', 300, { voidedAtMs: Date.parse('2026-11-27T19:30:00Z') }),
      sale('2026-11-20T18:00:00Z', 500, { voidedAtMs: Date.parse('2026-11-20T18:05:00Z') }),
    ],
    now,
  )
  expect(today).toEqual({ takenCents: 700, sales: 1, basketCents: 1_000 })
  expect(weekAgo).toEqual({ takenCents: 300, sales: 1, basketCents: 300 })
})

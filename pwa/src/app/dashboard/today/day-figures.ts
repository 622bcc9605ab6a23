import { type Cents, cents, ZERO_CENTS } from '@shop/shared/kernel/money.ts'
import { dayBounds } from '@shop/shared/kernel/shop-day.ts'
import type { PosSale } from '@shop/shared/pos/schema.ts'
import { shifted, startOf, takingsOf } from '../sales-over-time.ts'

/** Takings of a day up to one moment. */
export type DayFigures = { readonly takenCents: Cents; readonly sales: number; readonly basketCents: Cents }

/** Returns today's figures, and those of the same weekday a week ago up to the same time of day. Void sales do not count. */
export function dayFigures(
  sales: readonly PosSale[],
  nowMs: number,
  timeZone: string,
): { readonly today: DayFigures; readonly weekAgo: DayFigures } {
  const { fromMs, toMs, date } = dayBounds(nowMs, timeZone)
  const weekAgoMs = startOf(shifted(date, -7), timeZone)
  // a till whose clock runs ahead sells "later today"
  return { today: between(sales, fromMs, toMs), weekAgo: between(sales, weekAgoMs, weekAgoMs + nowMs - fromMs) }
}

function between(sales: readonly PosSale[], fromMs: number, toMs: number): DayFigures {
  const amounts = takingsOf(sales).filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
  const takenCents = amounts.reduce((sum, { amountCents }) => cents(sum + amountCents), ZERO_CENTS)
  return { takenCents, sales: amounts.length, basketCents: cents(amounts.length === 0 ? 0 : Math.round(takenCents / amounts.length)) }
}

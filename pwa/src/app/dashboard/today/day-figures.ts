import { type Cents, cents, sumCents } from '@shop/shared/kernel/money.ts'
import { dayBounds } from '@shop/shared/kernel/shop-day.ts'
import { type Amount, shifted, startOf } from '../sales-over-time.ts'

/** Takings of a day up to one moment. */
export type DayFigures = { readonly takenCents: Cents; readonly sales: number; readonly basketCents: Cents }

/** Returns today's figures, and those of the same weekday a week ago up to the same time of day. */
export function dayFigures(
  takings: readonly Amount[],
  nowMs: number,
  timeZone: string,
): { readonly today: DayFigures; readonly weekAgo: DayFigures } {
  const { fromMs, toMs, date } = dayBounds(nowMs, timeZone)
  const weekAgoMs = startOf(shifted(date, -7), timeZone)
  // a till whose clock runs ahead sells "later today"
  return { today: between(takings, fromMs, toMs), weekAgo: between(takings, weekAgoMs, weekAgoMs + nowMs - fromMs) }
}

function between(takings: readonly Amount[], fromMs: number, toMs: number): DayFigures {
  const amounts = takings.filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
  const takenCents = sumCents(amounts.map(({ amountCents }) => amountCents))
  return { takenCents, sales: amounts.length, basketCents: cents(amounts.length === 0 ? 0 : Math.round(takenCents / amounts.length)) }
}

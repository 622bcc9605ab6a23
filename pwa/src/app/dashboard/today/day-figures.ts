import { type Cents, cents, sumCents } from '@shop/shared/kernel/money.ts'
import { dayBounds } from '@shop/shared/kernel/shop-day.ts'
import { isWithin } from '@shop/shared/pos/rules/counted-sales.ts'
import { type Amount, salesIn, shifted, startOf } from '../sales-over-time.ts'

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
  const period = { fromMs, toMs }
  const amounts = takings.filter(({ atMs }) => isWithin(atMs, period))
  const sumOf = (some: readonly Amount[]) => sumCents(some.map(({ amountCents }) => amountCents))
  const sales = amounts.reduce((sum, amount) => sum + salesIn(amount, period), 0)
  // the baskets of this day only: one of an earlier day that was voided since is no basket of it
  const baskets = sumOf(amounts.filter((amount) => salesIn(amount, period) !== 0))
  return { takenCents: sumOf(amounts), sales, basketCents: cents(sales === 0 ? 0 : Math.round(baskets / sales)) }
}

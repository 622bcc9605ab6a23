import { type Cents, cents, sumCents } from '@shop/shared/kernel/money.ts'
import { dayBounds } from '@shop/shared/kernel/shop-day.ts'
import { isWithin } from '@shop/shared/pos/rules/period.ts'
import { salesIn, type Taking, takingsIn } from '@shop/shared/pos/rules/takings.ts'
import { shifted, startOf } from '../sales-over-time.ts'

/** Takings of a day up to one moment. */
export type DayFigures = { readonly takenCents: Cents; readonly sales: number; readonly basketCents: Cents }

/** Returns today's figures, and those of the same weekday a week ago up to the same time of day. */
export function dayFigures(
  takings: readonly Taking[],
  nowMs: number,
  timeZone: string,
): { readonly today: DayFigures; readonly weekAgo: DayFigures } {
  const { fromMs, toMs, date } = dayBounds(nowMs, timeZone)
  const weekAgoMs = startOf(shifted(date, -7), timeZone)
  // a till whose clock runs ahead sells "later today"
  return { today: between(takings, fromMs, toMs), weekAgo: between(takings, weekAgoMs, weekAgoMs + nowMs - fromMs) }
}

function between(takings: readonly Taking[], fromMs: number, toMs: number): DayFigures {
  const period = { fromMs, toMs }
  const inside = takingsIn(takings, period)
  const sumOf = (some: readonly Taking[]) => sumCents(some.map(({ amountCents }) => amountCents))
  const sales = inside.reduce((sum, taking) => sum + salesIn(taking, period), 0)
  // the baskets of this day only: what was given back is no smaller basket
  const baskets = sumOf(inside.filter(({ kind, sale }) => kind === 'sale' && !isWithin(sale?.voidedAtMs ?? null, period)))
  return { takenCents: sumOf(inside), sales, basketCents: cents(sales === 0 ? 0 : Math.round(baskets / sales)) }
}

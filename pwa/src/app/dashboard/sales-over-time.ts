import { type Cents, cents, ZERO_CENTS } from '@shop/shared/kernel/money.ts'
import { boundsOfDate, wallClock } from '@shop/shared/kernel/shop-day.ts'
import { isWithin } from '@shop/shared/pos/rules/period.ts'
import { salesIn, type Taking } from '@shop/shared/pos/rules/takings.ts'
import { asBooked, type Sale } from '@shop/shared/sales/schema.ts'

export type Step = 'day' | 'week' | 'month'

/** Number of bars, the current period included. */
const BARS: Readonly<Record<Step, number>> = { day: 14, week: 12, month: 12 }

/** The amount that a sale adds to a bar, or that its return or void takes away. */
export type Amount = Pick<Taking, 'kind' | 'atMs' | 'soldAtMs' | 'amountCents'>

/** One bar: the sales between two moments, `fromMs` ≤ t < `toMs`. */
export type Bar = {
  /** First date in the shop's calendar, YYYY-MM-DD. */
  readonly date: string
  readonly fromMs: number
  readonly toMs: number
  readonly amountCents: Cents
  readonly sales: number
}

/** Date arithmetic at noon UTC, where every day has 24 hours. */
export const shifted = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** First dates of the bars, oldest first, then the date on which the last bar ends. */
function datesOf(step: Step, today: string): readonly string[] {
  const count = BARS[step]
  if (step === 'month') {
    const [year, month] = today.split('-').map(Number) as [number, number]
    return Array.from({ length: count + 1 }, (_, at) => new Date(Date.UTC(year, month - count + at, 1)).toISOString().slice(0, 10))
  }
  const days = step === 'day' ? 1 : 7
  // weeks begin on Sunday, as in US calendars
  const current = step === 'day' ? today : shifted(today, -new Date(`${today}T12:00:00Z`).getUTCDay())
  return Array.from({ length: count + 1 }, (_, at) => shifted(current, (at - count + 1) * days))
}

/** Returns the start of a date in a time zone. If the zone's calendar skips the date, returns the start of the next date. */
export function startOf(date: string, timeZone: string): number {
  const found = boundsOfDate(date, timeZone) ?? boundsOfDate(shifted(date, 1), timeZone)
  return found?.fromMs ?? Date.parse(`${date}T00:00:00Z`)
}

/** Returns the consignor's share of each standing sale, and what its returns took back of it. */
export const earningsOf = (sales: readonly Sale[]): readonly Amount[] =>
  sales.flatMap((sale) => {
    if (sale.voidedAtMs !== null) return []
    const { soldAtMs, refunded } = sale
    const earned: Amount = { kind: 'sale', atMs: soldAtMs, soldAtMs, amountCents: asBooked(sale).payoutCents }
    const takenBack = (refunded?.returns ?? []).map(
      ({ atMs, payoutCents }): Amount => ({ kind: 'return', atMs, soldAtMs, amountCents: cents(-payoutCents) }),
    )
    return [earned, ...takenBack]
  })

/** Sums amounts by day, week or month of the shop's calendar. The current period comes last. */
export function sumsOverTime(amounts: readonly Amount[], step: Step, nowMs: number, timeZone: string): readonly Bar[] {
  const dates = datesOf(step, wallClock(nowMs, timeZone).date)
  const starts = dates.map((date) => startOf(date, timeZone))
  const bars = dates.slice(0, -1).map((date, at) => ({
    date,
    fromMs: starts[at] as number,
    toMs: starts[at + 1] as number,
    amountCents: ZERO_CENTS,
    sales: 0,
  }))
  const firstMs = bars[0]?.fromMs ?? 0
  for (const amount of amounts) {
    const bar = amount.atMs < firstMs ? undefined : bars.find((one) => isWithin(amount.atMs, one))
    if (!bar) continue
    bar.amountCents = cents(bar.amountCents + amount.amountCents)
    bar.sales += salesIn(amount, bar)
  }
  return bars
}

const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
const FORMATS: Readonly<Record<Step, { readonly short: Intl.DateTimeFormat; readonly long: Intl.DateTimeFormat }>> = {
  day: { short: format({ month: 'short', day: 'numeric' }), long: format({ weekday: 'long', month: 'long', day: 'numeric' }) },
  week: { short: format({ month: 'short', day: 'numeric' }), long: format({ month: 'long', day: 'numeric', year: 'numeric' }) },
  month: { short: format({ month: 'short' }), long: format({ month: 'long', year: 'numeric' }) },
}

/** Labels of a bar: `short` below it, `long` for the table. */
export function wordsOf({ date }: Bar, step: Step): { readonly short: string; readonly long: string } {
  const at = Date.parse(`${date}T12:00:00Z`)
  const long = FORMATS[step].long.format(at)
  return { short: FORMATS[step].short.format(at), long: step === 'week' ? `Week of ${long}` : long }
}

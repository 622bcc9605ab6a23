import { type Cents, cents, formatCents, sumCents } from '@shop/shared/kernel/money.ts'
import type { Taking } from '@shop/shared/pos/rules/takings.ts'
import { balances } from '@shop/shared/sales/schema.ts'
import { useMemo } from 'react'
import { useLive } from '../../../sync/api.ts'
import { grouped } from '../../../ui/counted.ts'
import { MoneyText } from '../../../ui/money-text.tsx'
import { pendingPayouts } from '../../waiting.ts'
import classes from '../dashboard.module.css'
import { StatCard } from '../stat-card.tsx'
import { type DayFigures, dayFigures } from './day-figures.ts'

export type DayProps = {
  readonly takings: readonly Taking[]
  readonly nowMs: number
  readonly timeZone: string
  readonly isLoading: boolean
}

/** Today's takings beside those of a week ago at this time, and the money that the shop owes. */
export function FiguresSection({ takings, nowMs, timeZone, isLoading }: DayProps) {
  const { today, weekAgo } = useMemo(() => dayFigures(takings, nowMs, timeZone), [takings, nowMs, timeZone])
  const weekday = useMemo(() => new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone }).format(nowMs), [nowMs, timeZone])
  const { owed, requested } = useOwed()
  const before = (words: (day: DayFigures) => string) => `Last ${weekday} by now: ${words(weekAgo)}`
  return (
    <div className={classes.stats} aria-busy={isLoading}>
      <StatCard
        label="Takings"
        isLoading={isLoading}
        value={<MoneyText cents={today.takenCents} />}
        note={before(({ takenCents }) => formatCents(takenCents))}
        to="/pos/sales"
      />
      <StatCard label="Sales" isLoading={isLoading} value={grouped(today.sales)} note={before((day) => grouped(day.sales))} />
      <StatCard
        label="Average basket"
        isLoading={isLoading}
        value={today.sales === 0 ? '–' : <MoneyText cents={today.basketCents} />}
        note={before((day) => (day.sales === 0 ? 'none' : formatCents(day.basketCents)))}
      />
      <StatCard
        label="Owed to consignors"
        isLoading={isLoading}
        value={<MoneyText cents={owed} />}
        note={requested === 0 ? 'No payout is requested' : `${formatCents(requested)} of it requested`}
        to="/consignors"
      />
    </div>
  )
}

/** The money that consignors may still get, and the part that they have asked for. A consignor who owes the shop lowers nobody else's sum. */
function useOwed(): { readonly owed: Cents; readonly requested: Cents } {
  const all = useLive((view) => view.all(balances), [])
  const waiting = useLive(pendingPayouts, [])
  return useMemo(
    () => ({
      owed: sumCents(all.map(({ availableCents, heldCents }) => cents(Math.max(availableCents + heldCents, 0)))),
      requested: sumCents(waiting.map(({ amountCents }) => amountCents)),
    }),
    [all, waiting],
  )
}

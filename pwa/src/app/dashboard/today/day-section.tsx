import { Skeleton } from '@mantine/core'
import { formatCents, sumCents } from '@shop/shared/kernel/money.ts'
import { IconChartBar } from '@tabler/icons-react'
import { useMemo } from 'react'
import { counted } from '../../../ui/counted.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Section } from '../../../ui/page.tsx'
import { Bars } from '../bars.tsx'
import classes from '../dashboard.module.css'
import { sumsOverTime } from '../sales-over-time.ts'
import type { DayProps } from './figures-section.tsx'

/** Takings of the last two weeks, a bar per day. */
export function DaySection({ takings, nowMs, timeZone, isLoading }: DayProps) {
  const bars = useMemo(() => sumsOverTime(takings, 'day', nowMs, timeZone), [takings, nowMs, timeZone])
  const count = bars.reduce((sum, bar) => sum + bar.sales, 0)
  const title = `The last ${bars.length} days`
  if (isLoading)
    return (
      <Section title={title}>
        <Skeleton className={classes.chart ?? ''} />
      </Section>
    )
  if (count === 0)
    return (
      <Section title={title}>
        <EmptyState
          icon={<IconChartBar />}
          title={takings.length === 0 ? 'No sales yet' : 'No sales in these days'}
          hint="Each day’s takings are drawn here."
        />
      </Section>
    )
  return (
    <Section title={title} description={`${formatCents(sumCents(bars.map((bar) => bar.amountCents)))} from ${counted(count, 'sale')}`}>
      <Bars bars={bars} step="day" label="Takings by day" amountLabel="Takings" />
    </Section>
  )
}

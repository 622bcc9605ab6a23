import { SegmentedControl, Skeleton } from '@mantine/core'
import { formatCents, sumCents } from '@shop/shared/kernel/money.ts'
import { wallClock } from '@shop/shared/kernel/shop-day.ts'
import type { Sale } from '@shop/shared/sales/schema.ts'
import { IconChartBar } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useDevice, useLocalSetting } from '../../sync/api.ts'
import { counted } from '../../ui/counted.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Section } from '../../ui/page.tsx'
import { Link } from '../../ui/router.tsx'
import { useShopSettings } from '../../ui/use-shop-settings.ts'
import { Bars } from './bars.tsx'
import classes from './dashboard.module.css'
import { earningsOf, type Step, sumsOverTime } from './sales-over-time.ts'

const STEPS: readonly { readonly value: Step; readonly label: string }[] = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
]

type Props = { readonly sales: readonly Sale[]; readonly isLoading: boolean }

/** The consignor's earnings by day, week or month, as a chart and as a table. */
export function SalesChart({ sales, isLoading }: Props) {
  const { nowMs } = useDevice()
  const { timeZone } = useShopSettings()
  const [kept, setStep] = useLocalSetting<Step>('dashboard.chartBy', 'day')
  const step = STEPS.some(({ value }) => value === kept) ? kept : 'day'
  const today = wallClock(nowMs(), timeZone).date
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new day of the shop moves the bars
  const bars = useMemo(() => sumsOverTime(earningsOf(sales), step, nowMs(), timeZone), [sales, step, timeZone, today, nowMs])
  const count = bars.reduce((sum, bar) => sum + bar.sales, 0)
  const span = `the last ${bars.length} ${step}s`
  const hasSales = sales.some(({ voidedAtMs }) => voidedAtMs === null)
  return (
    <Section
      title="Your sales over time"
      {...(hasSales
        ? { description: `${formatCents(sumCents(bars.map((bar) => bar.amountCents)))} from ${counted(count, 'sale')} in ${span}` }
        : {})}
      {...(hasSales
        ? {
            actions: <SegmentedControl aria-label="Show by" value={step} onChange={(value) => setStep(value as Step)} data={[...STEPS]} />,
          }
        : {})}
    >
      {isLoading ? (
        <Skeleton className={classes.chart ?? ''} />
      ) : !hasSales ? (
        <EmptyState icon={<IconChartBar />} title="No sales yet" hint="Your share of each sale is drawn here, from the first one on." />
      ) : count === 0 ? (
        <EmptyState icon={<IconChartBar />} title={`Nothing was sold in ${span}`} />
      ) : (
        <Bars bars={bars} step={step} label={`Your sales by ${step}`} amountLabel="You earned" />
      )}
      {hasSales && (
        <Link to="/sales-history?tab=sales" className={classes.more ?? ''}>
          Each sale, cent by cent
        </Link>
      )}
    </Section>
  )
}

import { Button, Skeleton } from '@mantine/core'
import type { Stats } from '@shop/shared/analytics/calls.ts'
import { IconChartBar, IconChevronUp } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useLocalSetting } from '../sync/api.ts'
import { grouped } from '../ui/counted.ts'
import { Section } from '../ui/page.tsx'
import { useStats } from './use-stats.ts'
import classes from './visitors.module.css'

// lazy: the chart's code is larger than the rest of the screen's
const VisitorDetails = lazy(() => import('./visitor-details.tsx').catch(() => ({ default: DetailsAway })))

const FIGURES = [
  { key: 'activeNow', label: 'Active now' },
  { key: 'todayVisitors', label: 'Visitors today' },
  { key: 'todayViews', label: 'Views today' },
  { key: 'totalVisitors', label: 'Visitors in all' },
  { key: 'totalViews', label: 'Views in all' },
] as const satisfies readonly { key: keyof Stats; label: string }[]

export default function VisitorCard() {
  const { stats, hasFailed, isOnline } = useStats()
  const [isOpen, setOpen] = useLocalSetting('visitorDetails', false)
  return (
    <Section
      title="Visitors"
      description={descriptionOf(isOnline, stats !== null)}
      actions={
        stats && (
          <Button
            variant="default"
            aria-expanded={isOpen}
            leftSection={isOpen ? <IconChevronUp size="1.25rem" aria-hidden /> : <IconChartBar size="1.25rem" aria-hidden />}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide days and pages' : 'Show days and pages'}
          </Button>
        )
      }
    >
      {hasFailed && isOnline && (
        <p className={classes.problem} role="alert">
          Failed to load analytics
        </p>
      )}
      {(stats || isOnline) && !(hasFailed && !stats) && (
        <dl className={classes.figures}>
          {FIGURES.map(({ key, label }) => (
            <div key={key} className={classes.figure}>
              <dt>{label}</dt>
              <dd>{stats ? <Count value={stats[key]} isLive={key === 'activeNow'} /> : <Skeleton height="1.75rem" width="3rem" />}</dd>
            </div>
          ))}
        </dl>
      )}
      {stats && isOpen && (
        <Suspense fallback={<Skeleton height={320} role="status" aria-label="Loading" />}>
          <VisitorDetails stats={stats} />
        </Suspense>
      )}
    </Section>
  )
}

function descriptionOf(isOnline: boolean, hasFigures: boolean): string {
  if (isOnline) return 'Counted without names, cookies or anybody else’s service.'
  return hasFigures ? 'Offline: these are the figures as they were last read.' : 'Offline: the figures are read from the server.'
}

const Count = ({ value, isLive }: { readonly value: number; readonly isLive: boolean }) => (
  <span className={classes.count} data-live={(isLive && value > 0) || undefined}>
    {grouped(value)}
  </span>
)

const DetailsAway = () => <p className={classes.problem}>The chart could not be loaded.</p>

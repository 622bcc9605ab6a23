import { grouped } from '../ui/counted.ts'
import '@mantine/charts/styles.layer.css'
import { BarChart } from '@mantine/charts'
import { useReducedMotion } from '@mantine/hooks'
import type { Stats } from '@shop/shared/analytics/calls.ts'
import classes from './visitors.module.css'

const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const dayWords = (date: string) => day.format(new Date(`${date}T12:00:00Z`))

const SERIES = [
  { name: 'views', label: 'Views', color: 'var(--shop-border-strong)' },
  { name: 'visitors', label: 'Visitors', color: 'var(--shop-info)' },
]

export default function VisitorDetails({ stats: { days, topPages } }: { readonly stats: Stats }) {
  return (
    <div className={classes.details}>
      <DaysChart days={days} />
      <TopPages topPages={topPages} />
    </div>
  )
}

function DaysChart({ days }: Pick<Stats, 'days'>) {
  const isStill = useReducedMotion()
  return (
    <figure className={classes.chart}>
      <figcaption className={classes.title}>Last {days.length} days</figcaption>
      {/* the table below contains the same numbers */}
      <div aria-hidden="true">
        <BarChart
          h={260}
          data={days.map((one) => ({ ...one, date: dayWords(one.date) }))}
          dataKey="date"
          series={SERIES}
          withLegend
          tickLine="none"
          gridAxis="x"
          maxBarWidth={18}
          yAxisProps={{ allowDecimals: false, width: 44 }}
          barProps={{ isAnimationActive: !isStill }}
          barChartProps={{ accessibilityLayer: false }}
        />
      </div>
      <table className="shop-visually-hidden">
        <caption>Visits by day</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Visitors</th>
            <th scope="col">Views</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ date, visitors, views }) => (
            <tr key={date}>
              <th scope="row">{dayWords(date)}</th>
              <td>{visitors}</td>
              <td>{views}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}

/** The pages, each with a bar. The bar of the most visited page has the full length. */
function TopPages({ topPages }: Pick<Stats, 'topPages'>) {
  const mostViews = Math.max(1, ...topPages.map(({ views }) => views))
  return (
    <table className={classes.pages}>
      <caption className={classes.title}>Pages most looked at</caption>
      <thead>
        <tr>
          <th scope="col">Page</th>
          <th scope="col">Views</th>
        </tr>
      </thead>
      <tbody>
        {topPages.length === 0 && (
          <tr>
            <td colSpan={2}>No visits in these days</td>
          </tr>
        )}
        {topPages.map(({ path, views }) => (
          <tr key={path}>
            <td>
              <span className={classes.share} style={{ inlineSize: `${(100 * views) / mostViews}%` }} aria-hidden="true" />
              <bdi className={classes.path}>{path}</bdi>
            </td>
            <td>{grouped(views)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

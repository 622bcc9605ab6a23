import { Skeleton } from '@mantine/core'
import { formatCents } from '@shop/shared/kernel/money.ts'
import { type ComponentType, useEffect, useState } from 'react'
import classes from './dashboard.module.css'
import type { DrawingProps } from './sales-chart-drawing.tsx'
import { type Step, wordsOf } from './sales-over-time.ts'

const PERIODS: Readonly<Record<Step, string>> = { day: 'Day', week: 'Week', month: 'Month' }

/** Amounts over time as a chart, and as a table for screen readers and while the chart is missing. `label` names the table. */
export function Bars({ label, ...drawn }: DrawingProps & { readonly label: string }) {
  const { bars, step, amountLabel } = drawn
  const { Drawing, isMissing } = useDrawing()
  return (
    <>
      {!isMissing && (
        <div className={classes.chart} aria-hidden="true">
          {Drawing ? <Drawing {...drawn} /> : <Skeleton height="100%" />}
        </div>
      )}
      <div className={isMissing ? undefined : 'shop-visually-hidden'}>
        <table className={classes.numbers} aria-label={label}>
          <thead>
            <tr>
              <th scope="col">{PERIODS[step]}</th>
              <th scope="col">Sales</th>
              <th scope="col">{amountLabel}</th>
            </tr>
          </thead>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.date}>
                <th scope="row">{wordsOf(bar, step).long}</th>
                <td>{bar.sales}</td>
                <td>{formatCents(bar.amountCents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

/** Loads the chart library after the screen, because the library is large. Without it, the table shows. */
function useDrawing() {
  const [Drawing, setDrawing] = useState<ComponentType<DrawingProps> | null>(null)
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    let isGone = false
    import('./sales-chart-drawing.tsx').then(
      (module) => !isGone && setDrawing(() => module.SalesChartDrawing),
      () => !isGone && setMissing(true),
    )
    return () => {
      isGone = true
    }
  }, [])
  return { Drawing, isMissing }
}

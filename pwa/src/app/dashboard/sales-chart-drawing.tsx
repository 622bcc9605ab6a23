import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import { cents, formatCents } from '@shop/shared/kernel/money.ts'
import { type Bar, type Step, wordsOf } from './sales-over-time.ts'

/** `amountLabel`: words for the amounts, such as "You earned". */
export type DrawingProps = { readonly bars: readonly Bar[]; readonly step: Step; readonly amountLabel: string }

const AXIS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', notation: 'compact', maximumFractionDigits: 1 })

/** The bars, without animation. Screen readers get the table next to it. */
export function SalesChartDrawing({ bars, step, amountLabel }: DrawingProps) {
  return (
    <BarChart
      h="100%"
      data={bars.map((bar) => ({ label: wordsOf(bar, step).short, amount: bar.amountCents }))}
      dataKey="label"
      series={[{ name: 'amount', label: amountLabel, color: 'var(--mantine-primary-color-filled)' }]}
      valueFormatter={(value) => formatCents(cents(value))}
      yAxisProps={{ tickFormatter: (value: number) => AXIS.format(value / 100), width: 52 }}
      xAxisProps={{ minTickGap: 12 }}
      tickLine="none"
      gridAxis="x"
      maxBarWidth={36}
      tooltipAnimationDuration={0}
      barProps={{ isAnimationActive: false, radius: [3, 3, 0, 0] }}
      // not focusable, because the table contains all figures
      barChartProps={{ accessibilityLayer: false }}
    />
  )
}

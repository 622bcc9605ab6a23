import { TextInput } from '@mantine/core'
import type { DayRange } from '@shop/shared/kernel/shop-day.ts'

type Props = {
  readonly range: DayRange
  readonly onChange: (range: DayRange) => void
  /** The last day that can be the first. */
  readonly latest?: string
  readonly size?: string
}

/** First and last day of what a list shows. */
export function DayRangeFields({ range, onChange, latest, size }: Props) {
  return (
    <>
      <TextInput
        size={size}
        type="date"
        label="From"
        max={latest}
        value={range.from}
        onChange={(event) => onChange({ ...range, from: event.currentTarget.value })}
      />
      <TextInput
        size={size}
        type="date"
        label="To"
        value={range.to}
        onChange={(event) => onChange({ ...range, to: event.currentTarget.value })}
      />
    </>
  )
}

import { TextInput } from '@mantine/core'
import type { DayRange } from '@shop/shared/kernel/shop-day.ts'

type Props = {
  readonly range: DayRange
  readonly onChange: (range: DayRange) => void
  /** Latest choice for the first day. */
  readonly latest?: string
  readonly size?: string
}

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

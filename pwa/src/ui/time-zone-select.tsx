import { Select, type SelectProps } from '@mantine/core'

/** Entries drawn at once; typing narrows them. */
const SHOWN_MAX = 60

const zones = Intl.supportedValuesOf('timeZone')

/** Time zones by name, searchable; `America/New_York` is found by "new york". A zone that is set but not in the browser's list is kept. */
export function TimeZoneSelect({ value, ...props }: Omit<SelectProps, 'data' | 'searchable' | 'value'> & { readonly value: string }) {
  const names = zones.includes(value) || value === '' ? zones : [value, ...zones]
  return (
    <Select
      {...props}
      value={value}
      data={names.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
      searchable
      limit={SHOWN_MAX}
      allowDeselect={false}
      nothingFoundMessage="No such time zone"
      comboboxProps={{ withinPortal: true }}
    />
  )
}

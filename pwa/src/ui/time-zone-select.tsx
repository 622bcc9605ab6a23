import { Select, type SelectProps } from '@mantine/core'

/** Limit of listed zones; typing narrows the list. */
const SHOWN_MAX = 60

const zones = Intl.supportedValuesOf('timeZone')

/** Searchable time zones: "new york" finds `America/New_York`. A current value that the browser does not list stays. */
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

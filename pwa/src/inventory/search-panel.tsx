import { Button, Group, SegmentedControl, TextInput } from '@mantine/core'
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { AddressChange } from '../ui/use-address-state.ts'
import { type ConsignorChoice, ConsignorField, NO_CONSIGNOR } from './consignor-field.tsx'
import classes from './inventory.module.css'
import { type SourceFilter, sourceLabel } from './item-list.ts'
import { EMPTY_PANEL, type ItemSearchPanel } from './list-address.ts'

/** Pause after a keystroke before the search runs. It only saves work, because the replica answers immediately. */
const TYPING_PAUSE_MS = 120

const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'master', label: 'Master' },
  { value: 'consignor', label: 'Consignor' },
]

type Props = {
  /** The search to start with. */
  initial: ItemSearchPanel
  ownerName: (consignorId: string) => string
  onSearch: (panel: ItemSearchPanel, how: AddressChange) => void
}

/** Keeps the typed text in its own state, so that a keystroke does not render the table. The key `/` focuses the text field. */
export function SearchPanel({ initial, ownerName, onSearch }: Props) {
  const [panel, setPanel] = useState(initial)
  const [consignor, setConsignor] = useState<ConsignorChoice>({ text: '', uid: initial.consignorId })
  const textField = useRef<HTMLInputElement>(null)
  const searchSoon = useDebouncedCallback(onSearch, TYPING_PAUSE_MS)
  useHotkeys([['/', () => textField.current?.focus()]])

  const change = (changes: Partial<ItemSearchPanel>, how: AddressChange) => {
    const next = { ...panel, ...changes }
    setPanel(next)
    searchSoon(next, how)
    if (how === 'chosen') searchSoon.flush()
  }
  const clear = () => {
    setPanel(EMPTY_PANEL)
    setConsignor(NO_CONSIGNOR)
    searchSoon.cancel()
    onSearch(EMPTY_PANEL, 'chosen')
    textField.current?.focus()
  }

  return (
    <search className={classes.panel} aria-label="Search items">
      <TextInput
        ref={textField}
        className={classes.text}
        label="Search"
        placeholder="Name, barcode or title"
        leftSection={<IconSearch aria-hidden />}
        type="search"
        autoComplete="off"
        spellCheck={false}
        value={panel.text}
        onChange={({ currentTarget: { value } }) => change({ text: value }, 'typed')}
        onKeyDown={(event) => {
          if (event.key === 'Enter') searchSoon.flush()
        }}
      />
      <TextInput
        label="Location"
        autoComplete="off"
        value={panel.location}
        onChange={({ currentTarget: { value } }) => change({ location: value }, 'typed')}
      />
      <ConsignorField
        label="Consignor"
        value={
          consignor.text === '' && consignor.uid !== null
            ? { ...consignor, text: sourceLabel({ consignorId: consignor.uid }, ownerName) }
            : consignor
        }
        onChange={(choice) => {
          setConsignor(choice)
          if (choice.uid !== panel.consignorId) change({ consignorId: choice.uid }, 'chosen')
        }}
      />
      <Group gap="xs" wrap="nowrap" className={classes.filter}>
        <SegmentedControl
          aria-label="Filter"
          size="md"
          data={FILTERS}
          value={panel.filter}
          onChange={(filter) => change({ filter: filter as SourceFilter }, 'chosen')}
        />
        <Button variant="default" onClick={clear}>
          Clear
        </Button>
      </Group>
    </search>
  )
}

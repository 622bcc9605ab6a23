import { Button, Group, NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import { useDebouncedCallback, useHotkeys, useMediaQuery } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import type { AddressChange } from '../ui/use-address-state.ts'
import { useCategories } from '../ui/use-categories.ts'
import { type ConsignorChoice, ConsignorField, NO_CONSIGNOR } from './consignor-field.tsx'
import classes from './inventory.module.css'
import { AGES_DAYS, filtersInUse, NO_CATEGORY, type SourceFilter, type StockFilter, sourceLabel } from './item-list.ts'
import { EMPTY_PANEL, type ItemSearchPanel } from './list-address.ts'

/** Pause after a keystroke before the search runs. It only saves work, because the replica answers immediately. */
const TYPING_PAUSE_MS = 120

const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'master', label: 'Master' },
  { value: 'consignor', label: 'Consignor' },
]

const STOCKS = [
  { value: 'all', label: 'All stock' },
  { value: 'in', label: 'In stock' },
  { value: 'out', label: 'Sold out' },
]

const AGES = [{ value: '0', label: 'Any age' }, ...AGES_DAYS.map((days) => ({ value: `${days}`, label: `Over ${days} days` }))]

type Props = {
  /** The search to start with. */
  initial: ItemSearchPanel
  ownerName: (consignorId: string) => string
  onSearch: (panel: ItemSearchPanel, how: AddressChange) => void
}

/** Keeps the typed text in its own state, so that a keystroke does not render the table. The key `/` focuses the text field. On a phone the filters
 *  are behind a button. */
export function SearchPanel({ initial, ownerName, onSearch }: Props) {
  const [panel, setPanel] = useState(initial)
  const [consignor, setConsignor] = useState<ConsignorChoice>({ text: '', uid: initial.consignorId })
  const [isUnfolded, setUnfolded] = useState(false)
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const filtersId = useId()
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
  const choose = (choice: ConsignorChoice) => {
    setConsignor(choice)
    if (choice.uid !== panel.consignorId) change({ consignorId: choice.uid }, 'chosen')
  }
  const named =
    consignor.text === '' && consignor.uid !== null
      ? { ...consignor, text: sourceLabel({ consignorId: consignor.uid }, ownerName) }
      : consignor

  return (
    <search className={classes.panel} aria-label="Search items">
      <TextInput
        ref={textField}
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
      {isPhone && (
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal aria-hidden size={18} />}
          aria-expanded={isUnfolded}
          aria-controls={filtersId}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {filtersInUse(panel) === 0 ? 'Filters' : `Filters (${filtersInUse(panel)})`}
        </Button>
      )}
      <div id={filtersId} className={classes.filters} hidden={isPhone && !isUnfolded}>
        <FilterFields panel={panel} consignor={named} onChoose={choose} onChange={change} onClear={clear} />
      </div>
    </search>
  )
}

type FieldsProps = {
  panel: ItemSearchPanel
  consignor: ConsignorChoice
  onChoose: (choice: ConsignorChoice) => void
  onChange: (changes: Partial<ItemSearchPanel>, how: AddressChange) => void
  onClear: () => void
}

function FilterFields({ panel, consignor, onChoose, onChange, onClear }: FieldsProps) {
  return (
    <>
      <TextInput
        label="Location"
        autoComplete="off"
        value={panel.location}
        onChange={({ currentTarget: { value } }) => onChange({ location: value }, 'typed')}
      />
      <ConsignorField label="Consignor" value={consignor} onChange={onChoose} />
      <NativeSelect
        label="Stock"
        data={STOCKS}
        value={panel.stock}
        onChange={({ currentTarget: { value } }) => onChange({ stock: value as StockFilter }, 'chosen')}
      />
      <NativeSelect
        label="Age"
        data={AGES}
        value={`${panel.olderThanDays}`}
        onChange={({ currentTarget: { value } }) => onChange({ olderThanDays: Number(value) }, 'chosen')}
      />
      <CategoryFilter categoryId={panel.categoryId} onChange={(categoryId) => onChange({ categoryId }, 'chosen')} />
      <Group gap="xs" wrap="nowrap" className={classes.filter}>
        <SegmentedControl
          aria-label="Filter"
          size="md"
          data={FILTERS}
          value={panel.filter}
          onChange={(filter) => onChange({ filter: filter as SourceFilter }, 'chosen')}
        />
        <Button variant="default" onClick={onClear}>
          Clear
        </Button>
      </Group>
    </>
  )
}

/** Nothing in a shop without categories. */
function CategoryFilter({ categoryId, onChange }: { categoryId: string; onChange: (categoryId: string) => void }) {
  const { list, nameOf } = useCategories()
  if (list.length === 0 && categoryId === '') return null
  const isGone = categoryId !== '' && categoryId !== NO_CATEGORY && nameOf(categoryId) === ''
  const gone = isGone ? [{ value: categoryId, label: 'Deleted category' }] : []
  return (
    <NativeSelect
      className={classes.categoryFilter ?? ''}
      label="Category"
      data={[
        { value: '', label: 'All' },
        { value: NO_CATEGORY, label: 'No category' },
        ...gone,
        ...list.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={categoryId}
      onChange={({ currentTarget: { value } }) => onChange(value)}
    />
  )
}

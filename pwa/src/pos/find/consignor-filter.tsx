import { CloseButton, Combobox, TextInput, useCombobox } from '@mantine/core'
import { searchKey } from '@shop/shared/kernel/text.ts'
import { IconUser } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { Consignor } from '../queries.ts'

/** Suggestions shown at once. */
const SUGGESTIONS_MAX = 20

type Props = {
  readonly consignors: readonly Consignor[]
  readonly chosen: Consignor | null
  readonly onChoose: (consignor: Consignor | null) => void
  readonly label?: string
  readonly placeholder?: string
  readonly size?: string
}

/** Picks whose goods are rung up: type to narrow, choose, clear. */
export function ConsignorFilter({ consignors, chosen, onChoose, label = 'Consignor', placeholder = 'Consignor', size = 'lg' }: Props) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [text, setText] = useState<string | null>(null)
  const found = useMemo(() => {
    const wanted = searchKey(text ?? '')
    return consignors.filter((consignor) => searchKey(consignor.name).includes(wanted)).slice(0, SUGGESTIONS_MAX)
  }, [consignors, text])
  const choose = (consignor: Consignor | null) => {
    onChoose(consignor)
    setText(null)
    combobox.closeDropdown()
  }
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(uid) => choose(found.find((consignor) => consignor.uid === uid) ?? null)}
      transitionProps={{ duration: 0 }}
    >
      <Combobox.Target>
        <TextInput
          aria-label={label}
          size={size}
          placeholder={placeholder}
          leftSection={<IconUser stroke={1.5} />}
          value={text ?? chosen?.name ?? ''}
          onChange={(event) => {
            setText(event.currentTarget.value)
            combobox.openDropdown()
            combobox.selectFirstOption()
          }}
          onFocus={() => combobox.openDropdown()}
          onClick={() => combobox.openDropdown()}
          onBlur={() => {
            combobox.closeDropdown()
            if (text === '') onChoose(null)
            setText(null)
          }}
          rightSection={
            chosen && (
              <CloseButton
                aria-label={`Show all consignors instead of ${chosen.name}`}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(null)}
              />
            )
          }
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options mah="50dvh" style={{ overflowY: 'auto' }}>
          {found.map((consignor) => (
            <Combobox.Option key={consignor.uid} value={consignor.uid} active={consignor.uid === chosen?.uid}>
              <bdi>{consignor.name}</bdi>
            </Combobox.Option>
          ))}
          {found.length === 0 && <Combobox.Empty>Nobody is called that</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

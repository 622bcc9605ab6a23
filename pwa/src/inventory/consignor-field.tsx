import { Combobox, Text, TextInput, useCombobox } from '@mantine/core'
import { useState } from 'react'
import { type Suggestion, suggestionName, suggestionText } from './suggestions.ts'
import { useSuggestions } from './use-suggestions.ts'

/** The typed text and the picked person. Further typing clears the pick. */
export type ConsignorChoice = { readonly text: string; readonly uid: string | null }

export const NO_CONSIGNOR: ConsignorChoice = { text: '', uid: null }

type Props = {
  label: string
  value: ConsignorChoice
  onChange: (value: ConsignorChoice) => void
  error?: string | undefined
  description?: string | undefined
  required?: boolean
  autoFocus?: boolean
}

/** A text field with suggestions, from which a person must be picked. */
export function ConsignorField({ label, value, onChange, error, description, required, autoFocus }: Props) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [isFocused, setFocused] = useState(false)
  const { people, pending } = useSuggestions(value.text, isFocused && value.uid === null)
  const isAsking = value.text.trim() !== '' && value.uid === null

  const pick = (uid: string) => {
    const person = people.find((one) => one.uid === uid)
    if (person) onChange({ text: suggestionText(person), uid: person.uid })
    combobox.closeDropdown()
  }

  return (
    <Combobox store={combobox} onOptionSubmit={pick} withinPortal>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          {...(autoFocus ? { 'data-autofocus': true } : {})}
          label={label}
          placeholder="E-mail or username"
          description={description}
          value={value.text}
          error={error}
          withAsterisk={required ?? false}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            onChange({ text: event.currentTarget.value, uid: null })
            combobox.openDropdown()
            combobox.updateSelectedOptionIndex()
          }}
          onFocus={() => {
            setFocused(true)
            if (isAsking) combobox.openDropdown()
          }}
          onBlur={() => {
            setFocused(false)
            combobox.closeDropdown()
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isAsking}>
        {people.length === 0 ? (
          <Combobox.Empty role="status">{pending ? 'Searching...' : 'Nobody found with this e-mail, username or name'}</Combobox.Empty>
        ) : (
          <Combobox.Options aria-label="People" mah="40dvh" style={{ overflowY: 'auto' }}>
            {people.map((person) => (
              <Combobox.Option value={person.uid} key={person.uid}>
                <PersonLines person={person} />
              </Combobox.Option>
            ))}
          </Combobox.Options>
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}

function PersonLines({ person }: { person: Suggestion }) {
  return (
    <>
      <Text truncate>{suggestionName(person)}</Text>
      <Text size="sm" c="dimmed" truncate>
        {person.username ? `${person.email} · ${person.username}` : person.email}
      </Text>
    </>
  )
}

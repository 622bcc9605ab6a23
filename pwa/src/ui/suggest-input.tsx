import { TextInput, type TextInputProps } from '@mantine/core'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { Popup } from './popup.tsx'
import classes from './suggest-input.module.css'

export type Suggestion = { readonly id: string; readonly name: string }

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'onSelect' | 'role'> & {
  readonly value: string
  readonly onText: (text: string) => void
  readonly suggestions: readonly Suggestion[]
  readonly pickedId: string | null
  readonly onPick: (id: string) => void
  /** Shown in place of suggestions when there are none. */
  readonly nothing: string
  /** Accessible name of the list. */
  readonly listLabel: string
}

/** A field that suggests as one types: arrows choose, Enter picks, Esc closes. */
export function SuggestInput({ value, onText, suggestions, pickedId, onPick, nothing, listLabel, onBlur, onFocus, ...input }: Props) {
  const id = useId()
  const anchor = useRef<HTMLInputElement>(null)
  const { isOpen, active, open, openAtFirst, close, pick, onKeyDown } = useSuggestionList(suggestions, onPick)
  const activeOption = isOpen ? suggestions[active] : undefined
  return (
    <>
      <TextInput
        {...input}
        ref={anchor}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen && suggestions.length > 0 ? id : undefined}
        aria-autocomplete="list"
        aria-activedescendant={activeOption && `${id}-${activeOption.id}`}
        // Esc closes the list first, and only then the sheet around the field
        data-mantine-stop-propagation={isOpen || undefined}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => {
          onText(event.currentTarget.value)
          openAtFirst()
        }}
        onFocus={(event) => {
          // a failed check moves the focus here, and the list would cover its message
          if (!input.error) open()
          onFocus?.(event)
        }}
        onClick={open}
        onBlur={(event) => {
          close()
          onBlur?.(event)
        }}
        onKeyDown={onKeyDown}
      />
      <Popup isOpen={isOpen} onClose={close} anchor={anchor} label={listLabel} fit="anchor">
        {suggestions.length === 0 ? (
          <div className={classes.nothing} role="status">
            {nothing}
          </div>
        ) : (
          <div id={id} role="listbox" aria-label={listLabel}>
            {suggestions.map((suggestion, index) => (
              <Option
                key={suggestion.id}
                id={`${id}-${suggestion.id}`}
                suggestion={suggestion}
                isActive={index === active}
                isPicked={suggestion.id === pickedId}
                onPick={pick}
              />
            ))}
          </div>
        )}
      </Popup>
    </>
  )
}

/** State of the list below the field: `isOpen`, and the index of the suggestion that Enter picks (-1 for none). */
function useSuggestionList(suggestions: readonly Suggestion[], onPick: (id: string) => void) {
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const open = () => setOpen(true)
  const openAtFirst = () => {
    open()
    setActive(0)
  }
  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  const pick = (picked: Suggestion) => {
    onPick(picked.id)
    close()
  }
  const move = (step: 1 | -1) => {
    open()
    const count = suggestions.length
    if (count > 0) setActive((at) => (at === -1 && step === -1 ? count - 1 : (at + step + count) % count))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const picked = isOpen ? suggestions[active] : undefined
    // an input method owns the keys while it composes a word
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' && picked) pick(picked)
    else return
    event.preventDefault()
  }
  return { isOpen, active, open, openAtFirst, close, pick, onKeyDown }
}

type OptionProps = {
  readonly id: string
  readonly suggestion: Suggestion
  readonly isActive: boolean
  readonly isPicked: boolean
  readonly onPick: (suggestion: Suggestion) => void
}

function Option({ id, suggestion, isActive, isPicked, onPick }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys and keeps the focus
    // biome-ignore lint/a11y/useFocusableInteractive: the field names the active option
    <div
      id={id}
      role="option"
      aria-selected={isPicked}
      data-active={isActive || undefined}
      className={classes.option}
      // keeps the focus in the field, so that its blur does not close the list before the click
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onPick(suggestion)}
      ref={(element) => {
        if (isActive) element?.scrollIntoView({ block: 'nearest' })
      }}
    >
      <bdi>{suggestion.name}</bdi>
    </div>
  )
}

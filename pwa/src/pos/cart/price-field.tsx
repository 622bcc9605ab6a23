import { TextInput } from '@mantine/core'
import { type Cents, parseDollars, plainDollars } from '@shop/shared/kernel/money.ts'
import { useState } from 'react'

type Props = {
  readonly label: string
  readonly valueCents: Cents | null
  /** `isReadable` is false while the text is no amount; `valueCents` is null then. */
  readonly onChange: (valueCents: Cents | null, isReadable: boolean) => void
  readonly error?: string | undefined
  readonly size?: string
  readonly placeholder?: string
  readonly onEnter?: () => void
  readonly autoFocus?: boolean
  readonly isLabelShown?: boolean
  readonly className?: string
}

/** An amount in dollars. Every keystroke goes to `onChange`; an unreadable text shows a message and counts as null. */
export function PriceField({
  label,
  valueCents,
  onChange,
  error,
  size = 'md',
  placeholder = '0.00',
  onEnter,
  autoFocus,
  isLabelShown = false,
  className,
}: Props) {
  const [draft, setDraft] = useState<string | null>(null)
  const shown = valueCents === null ? '' : plainDollars(valueCents)
  // The text stays as typed while it parses to the value; a change from elsewhere replaces it.
  const isCurrent = draft !== null && (parseDollars(draft) ?? null) === valueCents
  const isUnreadable = draft !== null && draft.trim() !== '' && parseDollars(draft) === undefined
  return (
    <TextInput
      className={className}
      label={isLabelShown ? label : undefined}
      aria-label={isLabelShown ? undefined : label}
      size={size}
      inputMode="decimal"
      autoComplete="off"
      leftSection="$"
      placeholder={placeholder}
      maxLength={20}
      autoFocus={autoFocus}
      value={isCurrent || isUnreadable ? (draft ?? '') : shown}
      error={isUnreadable ? 'Please enter a valid amount' : error}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => {
        const text = event.currentTarget.value
        setDraft(text)
        const amount = parseDollars(text)
        onChange(amount ?? null, amount !== undefined || text.trim() === '')
      }}
      onBlur={() => setDraft((text) => (text !== null && parseDollars(text) === undefined && text.trim() !== '' ? text : null))}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        if (onEnter) onEnter()
        else event.currentTarget.blur()
      }}
    />
  )
}

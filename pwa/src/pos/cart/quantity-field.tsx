import { ActionIcon, TextInput } from '@mantine/core'
import { MAX_QUANTITY } from '@shop/shared/inventory/schema.ts'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './cart.module.css'

type Props = {
  readonly name: string
  readonly value: number
  readonly onChange: (value: number) => void
  readonly onDecrement: () => void
  readonly onInvalid: (message: string | null) => void
  readonly isWrong: boolean
}

/** Message for an invalid quantity; null for a valid one. */
export function quantityProblem(text: string): string | null {
  const trimmed = text.trim()
  if (!/^[+-]?\d+$/.test(trimmed)) return 'Quantity must be a whole number'
  const value = Number(trimmed)
  if (value < 1) return 'Quantity must be greater than 0'
  return value > MAX_QUANTITY ? `At most ${MAX_QUANTITY}` : null
}

/** A wrong number shows a message, leaves the cart unchanged, and stays in the field until the field is left. */
export function QuantityField({ name, value, onChange, onDecrement, onInvalid, isWrong }: Props) {
  const [draft, setDraft] = useState<string | null>(null)
  const leave = () => {
    setDraft(null)
    onInvalid(null)
  }
  return (
    <div className={classes.quantity}>
      <ActionIcon
        variant="default"
        className={classes.step}
        aria-label={value === 1 ? `Remove ${name}` : `One less of ${name}`}
        onClick={onDecrement}
      >
        <IconMinus />
      </ActionIcon>
      <TextInput
        className={classes.quantityInput}
        aria-label={`Quantity of ${name}`}
        size="md"
        inputMode="numeric"
        autoComplete="off"
        maxLength={10}
        error={isWrong}
        value={draft ?? String(value)}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          const text = event.currentTarget.value
          const problem = quantityProblem(text)
          setDraft(text)
          onInvalid(problem)
          if (problem === null) onChange(Number(text))
        }}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
          if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
            event.preventDefault()
            leave()
            onChange(Math.max(1, value + (event.key === 'ArrowUp' ? 1 : -1)))
          }
        }}
      />
      <ActionIcon variant="default" className={classes.step} aria-label={`One more of ${name}`} onClick={() => onChange(value + 1)}>
        <IconPlus />
      </ActionIcon>
    </div>
  )
}

import { ActionIcon, TextInput } from '@mantine/core'
import { type Cents, formatCents } from '@shop/shared/kernel/money.ts'
import type { SalePart } from '@shop/shared/sales/rules/left-of-sale.ts'
import type { Sale } from '@shop/shared/sales/schema.ts'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { Tag } from '../../ui/tag.tsx'
import classes from './return.module.css'

/** A sold line, what is left of it, and the pieces of it that came back now. */
export type ReturnLine = { readonly sold: Sale; readonly left: SalePart; readonly quantity: number; readonly amountCents: Cents }

type Props = { readonly lines: readonly ReturnLine[]; readonly onChange: (saleLineId: string, quantity: number) => void }

/** The lines of a sale with a stepper each. A line of which nothing is left only says so. */
export function ReturnLines({ lines, onChange }: Props) {
  return (
    <ul className={classes.lines} aria-label="What came back">
      {lines.map(({ sold, left, quantity, amountCents }) => {
        const isDone = left.quantity <= 0
        return (
          <li key={sold.id} className={classes.line} aria-disabled={isDone || undefined}>
            <span className={classes.name}>
              <bdi>{sold.itemName}</bdi>
              <small>
                {left.quantity} of {left.quantity + (sold.refunded?.quantity ?? 0)} left
              </small>
            </span>
            {isDone ? (
              <Tag tone="neutral">Returned</Tag>
            ) : (
              <>
                <Stepper name={sold.itemName} value={quantity} most={left.quantity} onChange={(next) => onChange(sold.id, next)} />
                <span className={classes.money} data-none={quantity === 0 || undefined}>
                  {formatCents(amountCents)}
                </span>
              </>
            )}
          </li>
        )
      })}
    </ul>
  )
}

type StepperProps = {
  readonly name: string
  readonly value: number
  readonly most: number
  readonly onChange: (value: number) => void
}

function Stepper({ name, value, most, onChange }: StepperProps) {
  const set = (next: number) => onChange(Math.min(Math.max(next, 0), most))
  return (
    <div className={classes.stepper}>
      <ActionIcon
        variant="default"
        className={classes.step}
        aria-label={`One less of ${name}`}
        aria-disabled={value === 0}
        onClick={() => set(value - 1)}
      >
        <IconMinus />
      </ActionIcon>
      <TextInput
        className={classes.pieces}
        aria-label={`Pieces of ${name}`}
        size="md"
        inputMode="numeric"
        autoComplete="off"
        maxLength={10}
        value={String(value)}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => set(Number(event.currentTarget.value.replace(/\D/g, '')))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
          event.preventDefault()
          set(value + (event.key === 'ArrowUp' ? 1 : -1))
        }}
      />
      <ActionIcon
        variant="default"
        className={classes.step}
        aria-label={`One more of ${name}`}
        aria-disabled={value === most}
        onClick={() => set(value + 1)}
      >
        <IconPlus />
      </ActionIcon>
    </div>
  )
}

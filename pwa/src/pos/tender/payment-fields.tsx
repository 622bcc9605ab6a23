import { Button, TextInput } from '@mantine/core'
import { type Cents, formatCents, plainDollars } from '@shop/shared/kernel/money.ts'
import type { RefObject } from 'react'
import classes from './tender.module.css'
import { TenderKinds } from './tender-kinds.tsx'
import { quickAmounts } from './tender-math.ts'
import type { TenderForm } from './use-tenders.ts'

type Props = {
  readonly form: TenderForm
  readonly amountField: RefObject<HTMLInputElement | null>
  readonly isBusy: boolean
  readonly isSettled: boolean
  /** Pays with a tapped amount of cash immediately. */
  readonly onCash: (givenCents: Cents) => void
}

export function PaymentFields({ form, amountField, isBusy, isSettled, onCash }: Props) {
  return (
    <>
      <TenderKinds group="till-paid-with" label="Paid with" value={form.kind} onChange={form.setKind} />
      {form.kind === 'cash' ? (
        <QuickCash leftCents={form.leftCents} isBusy={isBusy} isSettled={isSettled} onCash={onCash} />
      ) : (
        <TextInput
          size="lg"
          label={form.kind === 'card' ? 'Card (optional)' : 'Paid with'}
          placeholder={form.kind === 'card' ? 'Visa' : 'Gift card'}
          autoComplete="off"
          maxLength={100}
          value={form.label}
          onChange={(event) => form.setLabel(event.currentTarget.value)}
        />
      )}
      <TextInput
        ref={amountField}
        size="lg"
        className={classes.amount}
        label={form.kind === 'cash' ? 'Cash given' : 'Amount'}
        inputMode="decimal"
        autoComplete="off"
        leftSection="$"
        maxLength={20}
        placeholder={plainDollars(form.leftCents)}
        value={form.amountText}
        error={form.amountText === '' ? undefined : form.problem}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => form.setAmountText(event.currentTarget.value)}
      />
    </>
  )
}

type QuickCashProps = Pick<Props, 'isBusy' | 'isSettled' | 'onCash'> & { readonly leftCents: Cents }

/** The exact amount, and the notes a customer may hand over for it. */
function QuickCash({ leftCents, isBusy, isSettled, onCash }: QuickCashProps) {
  const state = { size: 'lg', disabled: isBusy, 'aria-disabled': !isSettled } as const
  return (
    <div className={classes.quick}>
      <Button variant="light" {...state} onClick={() => onCash(leftCents)}>
        Exact {formatCents(leftCents)}
      </Button>
      {quickAmounts(leftCents).map((given) => (
        <Button key={given} variant="default" {...state} onClick={() => onCash(given)}>
          {formatCents(given).replace(/\.00$/, '')}
        </Button>
      ))}
    </div>
  )
}

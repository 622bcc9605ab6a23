import { ActionIcon, Button } from '@mantine/core'
import { type Cents, formatCents } from '@shop/shared/kernel/money.ts'
import { tenderName } from '@shop/shared/pos/rules/tender-name.ts'
import type { Tender } from '@shop/shared/pos/schema.ts'
import { IconArrowLeft, IconX } from '@tabler/icons-react'
import { type Ref, useEffect, useRef } from 'react'
import { useDoubleTapGuard } from '../use-double-tap-guard.ts'
import { PaymentFields } from './payment-fields.tsx'
import classes from './tender.module.css'
import type { TakenPayments } from './use-taken-payments.ts'
import { type TenderForm, useTenders } from './use-tenders.ts'

type Props = {
  readonly totalCents: Cents
  readonly taken: TakenPayments
  readonly isBusy: boolean
  readonly problem: string | null
  readonly onBack: () => void
  readonly onComplete: (tenders: readonly Tender[]) => void
}

export function TenderPanel({ totalCents, taken, isBusy, problem, onBack, onComplete }: Props) {
  const form = useTenders(totalCents, taken)
  const isSettled = useDoubleTapGuard()
  const amountField = useRef<HTMLInputElement>(null)
  const submit = useRef<HTMLButtonElement>(null)
  // what costs nothing has no field of an amount
  useEffect(() => (amountField.current ?? submit.current)?.focus({ preventScroll: true }), [])
  const complete = () => {
    if (form.isEnough) onComplete(form.next ? [...form.tenders, form.next] : form.tenders)
    else if (form.next && form.problem === undefined) {
      form.add()
      amountField.current?.focus()
    }
  }
  const payCash = (givenCents: Cents) =>
    isSettled && onComplete([...form.tenders, { kind: 'cash', label: '', amountCents: form.leftCents, givenCents }])
  return (
    <form
      className={classes.panel}
      aria-label="Payment"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy && isSettled) complete()
      }}
    >
      <div className={classes.header}>
        <ActionIcon
          variant="subtle"
          color="gray"
          className={classes.back}
          aria-label="Back to the cart"
          aria-keyshortcuts="Escape"
          onClick={onBack}
        >
          <IconArrowLeft />
        </ActionIcon>
        <span className={classes.title}>{totalCents === 0 ? 'Nothing to pay' : form.tenders.length > 0 ? 'Still to pay' : 'To pay'}</span>
      </div>
      <div className={classes.body}>
        <output className={classes.due} aria-label="To pay" aria-live="polite">
          {formatCents(form.leftCents)}
        </output>
        {form.tenders.length > 0 && <TakenTenders tenders={form.tenders} totalCents={totalCents} onRemove={form.remove} />}
        {form.leftCents > 0 && (
          <PaymentFields form={form} amountField={amountField} isBusy={isBusy} isSettled={isSettled} onCash={payCash} />
        )}
        {form.changeCents > 0 && (
          <div className={classes.change}>
            <span>Change due</span>
            <strong>{formatCents(form.changeCents)}</strong>
          </div>
        )}
      </div>
      <div className={classes.footer} data-bottom-bar>
        {(problem || form.overCents > 0) && (
          <div className={classes.problem} role="alert">
            {problem ?? `${formatCents(form.overCents)} more was taken than the sale costs now. Take a payment back.`}
          </div>
        )}
        <SubmitButton ref={submit} form={form} isBusy={isBusy} isSettled={isSettled} />
      </div>
    </form>
  )
}

type TakenProps = {
  readonly tenders: readonly Tender[]
  readonly totalCents: Cents
  readonly onRemove: (index: number) => void
}

function TakenTenders({ tenders, totalCents, onRemove }: TakenProps) {
  return (
    <ul className={classes.taken} aria-label={`Paid so far of ${formatCents(totalCents)}`}>
      {tenders.map((tender, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tenders have no id, and the rows keep no state
        <li key={index}>
          <bdi>{tenderName(tender)}</bdi>
          <span>{formatCents(tender.amountCents)}</span>
          <ActionIcon
            variant="subtle"
            color="gray"
            className={classes.back}
            aria-label={`Take back ${tenderName(tender)}`}
            onClick={() => onRemove(index)}
          >
            <IconX />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
}

type SubmitProps = {
  readonly ref: Ref<HTMLButtonElement>
  readonly form: TenderForm
  readonly isBusy: boolean
  readonly isSettled: boolean
}

/** Completes the sale, or takes a partial payment. */
function SubmitButton({ ref, form, isBusy, isSettled }: SubmitProps) {
  const look = { ref, type: 'submit', className: classes.complete, size: 'lg', fullWidth: true, 'aria-disabled': !isSettled } as const
  if (form.isEnough || !form.next)
    return (
      <Button {...look} loading={isBusy} disabled={!form.isEnough} aria-keyshortcuts="F9">
        Complete Sale
      </Button>
    )
  return (
    <Button {...look} variant="light" disabled={form.problem !== undefined}>
      Take {formatCents(form.next.amountCents)}, then the rest
    </Button>
  )
}

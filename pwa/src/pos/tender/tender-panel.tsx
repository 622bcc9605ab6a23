import { ActionIcon, Button, TextInput } from '@mantine/core'
import { type Cents, formatCents, plainDollars } from '@shop/shared/kernel/money.ts'
import type { Tender } from '@shop/shared/pos/schema.ts'
import { IconArrowLeft, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useSettled } from '../use-settled.ts'
import classes from './tender.module.css'
import { quickAmounts, tenderName } from './tender-math.ts'
import type { TakenPayments } from './use-taken-payments.ts'
import { type TenderKind, useTenders } from './use-tenders.ts'

const KINDS: readonly { readonly kind: TenderKind; readonly name: string }[] = [
  { kind: 'cash', name: 'Cash' },
  { kind: 'card', name: 'Card' },
  { kind: 'other', name: 'Other' },
]

type Props = {
  readonly totalCents: Cents
  readonly taken: TakenPayments
  readonly isBusy: boolean
  readonly problem: string | null
  readonly onBack: () => void
  readonly onComplete: (tenders: readonly Tender[]) => void
}

/** How it is paid: cash with change, card, something else, or several of them. Lives beside the results, so that a scan goes on adding lines. */
export function TenderPanel({ totalCents, taken, isBusy, problem, onBack, onComplete }: Props) {
  const form = useTenders(totalCents, taken)
  const isSettled = useSettled()
  const amount = useRef<HTMLInputElement>(null)
  useEffect(() => amount.current?.focus({ preventScroll: true }), [])
  const complete = () => {
    if (form.isEnough) onComplete(form.next ? [...form.tenders, form.next] : form.tenders)
    else if (form.next && form.problem === undefined) {
      form.add()
      amount.current?.focus()
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
        <span className={classes.title}>{form.tenders.length > 0 ? 'Still to pay' : 'To pay'}</span>
      </div>
      <div className={classes.body}>
        <output className={classes.due} aria-label="To pay" aria-live="polite">
          {formatCents(form.leftCents)}
        </output>
        {form.tenders.length > 0 && <TakenTenders tenders={form.tenders} totalCents={totalCents} onRemove={form.remove} />}
        {form.leftCents > 0 && (
          <>
            <div className={classes.kinds} role="radiogroup" aria-label="Paid with">
              {KINDS.map(({ kind, name }) => (
                <label key={kind} className={classes.kind}>
                  <input type="radio" name="till-paid-with" checked={form.kind === kind} onChange={() => form.setKind(kind)} />
                  {name}
                </label>
              ))}
            </div>
            {form.kind === 'cash' && (
              <div className={classes.quick}>
                <Button variant="light" size="lg" disabled={isBusy} aria-disabled={!isSettled} onClick={() => payCash(form.leftCents)}>
                  Exact {formatCents(form.leftCents)}
                </Button>
                {quickAmounts(form.leftCents).map((given) => (
                  <Button
                    key={given}
                    variant="default"
                    size="lg"
                    disabled={isBusy}
                    aria-disabled={!isSettled}
                    onClick={() => payCash(given)}
                  >
                    {formatCents(given).replace(/\.00$/, '')}
                  </Button>
                ))}
              </div>
            )}
            {form.kind !== 'cash' && (
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
              ref={amount}
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
        )}
        {form.changeCents > 0 && (
          <div className={classes.change}>
            <span>Change due</span>
            <strong>{formatCents(form.changeCents)}</strong>
          </div>
        )}
      </div>
      <div className={classes.footer}>
        {(problem || form.overCents > 0) && (
          <div className={classes.problem} role="alert">
            {problem ?? `${formatCents(form.overCents)} more was taken than the sale costs now. Take a payment back.`}
          </div>
        )}
        {form.isEnough || !form.next ? (
          <Button
            type="submit"
            className={classes.complete}
            size="lg"
            fullWidth
            loading={isBusy}
            disabled={!form.isEnough}
            aria-disabled={!isSettled}
            aria-keyshortcuts="F9"
          >
            Complete Sale
          </Button>
        ) : (
          <Button
            type="submit"
            className={classes.complete}
            size="lg"
            fullWidth
            variant="light"
            disabled={form.problem !== undefined}
            aria-disabled={!isSettled}
          >
            Take {formatCents(form.next.amountCents)}, then the rest
          </Button>
        )}
      </div>
    </form>
  )
}

function TakenTenders({
  tenders,
  totalCents,
  onRemove,
}: {
  tenders: readonly Tender[]
  totalCents: Cents
  onRemove: (index: number) => void
}) {
  return (
    <ul className={classes.taken} aria-label={`Paid so far of ${formatCents(totalCents)}`}>
      {tenders.map((tender, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: payments have no id and are only added at the end
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

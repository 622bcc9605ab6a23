import { Stack, Text, TextInput } from '@mantine/core'
import { parseDollars, ZERO_CENTS } from '@shop/shared/kernel/money.ts'
import { moveCash } from '@shop/shared/pos/commands/move-cash.ts'
import type { CashMoveKind } from '@shop/shared/pos/shift-schema.ts'
import { type FormEvent, useRef, useState } from 'react'
import { useRunCommand } from '../../sync/api.ts'
import { FormFoot } from '../../ui/form-foot.tsx'
import { focusFirstWrong } from '../../ui/use-shop-form.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import type { OpenedShift } from './open-shift.ts'
import classes from './shift.module.css'
import type { Go } from './shift-views.ts'
import { MOVES } from './shift-words.ts'

type Props = { readonly shift: OpenedShift; readonly kind: CashMoveKind; readonly go: Go }

/** Records cash that was put into the drawer or taken out, or a drawer opened without a sale. */
export function MoveForm({ shift, kind, go }: Props) {
  const run = useRunCommand()
  const { submit, changed, busy, problem, forget } = useSubmit('Error: ')
  const form = useRef<HTMLFormElement>(null)
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const hasAmount = kind !== 'no_sale'
  const { button, effect, reason: example } = MOVES[kind]

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const amountCents = hasAmount ? parseDollars(amount) : ZERO_CENTS
    if (amountCents === undefined || (hasAmount && amountCents === 0))
      return focusFirstWrong(form.current, () => setWrong('Please enter an amount greater than 0'))
    const move = { shiftId: shift.id, kind, amountCents, reason }
    if (await submit(({ commandId, rowId }) => run(moveCash, { moveId: rowId, ...move }, { id: commandId }))) go.back()
  }
  return (
    <form ref={form} className={classes.form} onSubmit={(event) => void save(event)} noValidate>
      <Stack>
        <Text size="sm" c="dimmed">
          {effect}
        </Text>
        {shift.closedAtMs !== null && (
          <Text role="status">This shift was closed meanwhile. What you record stands beside its Z as later.</Text>
        )}
        {hasAmount && (
          <TextInput
            size="lg"
            label="Amount"
            data-autofocus
            inputMode="decimal"
            autoComplete="off"
            leftSection="$"
            maxLength={20}
            value={amount}
            error={wrong}
            onChange={(event) => {
              changed()
              setWrong(null)
              setAmount(event.currentTarget.value)
            }}
          />
        )}
        <TextInput
          size="md"
          label="Reason (optional)"
          {...(!hasAmount && { 'data-autofocus': true })}
          placeholder={example}
          autoComplete="off"
          maxLength={200}
          value={reason}
          onChange={(event) => {
            changed()
            setReason(event.currentTarget.value)
          }}
        />
      </Stack>
      <FormFoot problem={problem} onClear={forget} onCancel={go.back} busy={busy} label={button} />
    </form>
  )
}

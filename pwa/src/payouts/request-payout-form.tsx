import { Input, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { type Cents, formatCents } from '@shop/shared/kernel/money.ts'
import { requestPayout } from '@shop/shared/payouts/commands/request-payout.ts'
import { venmoChargeLink } from '@shop/shared/payouts/rules/payment-links.ts'
import { METHOD_NAME } from '@shop/shared/payouts/rules/payout-form.ts'
import { type PayoutMethod, paymentInfos } from '@shop/shared/payouts/schema.ts'
import { type FormEvent, useRef, useState } from 'react'
import { useLive, usePendingActions, useRunCommand, useSyncStatus } from '../sync/api.ts'
import { errorMessage, fieldsOf, isAnswer } from '../ui/error-message.ts'
import { FormFoot } from '../ui/form-foot.tsx'
import { useFormIds } from '../ui/use-form-ids.ts'
import { focusFirstWrong } from '../ui/use-shop-form.ts'
import { useShopSettings } from '../ui/use-shop-settings.ts'
import { checkPayoutForm, type PayoutFormErrors, type PayoutFormValues, startingValues, withMethod } from './payout-form-values.ts'
import { type Answer, useAnswer } from './use-answer.ts'

const METHODS: readonly PayoutMethod[] = ['cashapp', 'venmo']
const SUBMITTED = 'Payout request submitted successfully!'
const WAITING = 'Your payout request is saved on this device and is sent as soon as there is a connection.'

type Props = {
  readonly uid: string
  readonly availableCents: Cents
  readonly onClose: () => void
  readonly onDone: (message: string) => void
}

/** Asks for a payout, online only: the request is stored on this device, sent at once, and the form waits for the server's answer (decision 0008). */
export function RequestPayoutForm({ uid, availableCents, onClose, onDone }: Props) {
  const info = useLive((view) => view.get(paymentInfos, uid), [uid])
  const { shopVenmo, shopName } = useShopSettings()
  const [values, setValues] = useState<PayoutFormValues>(() => startingValues(availableCents, info))
  const [errors, setErrors] = useState<PayoutFormErrors>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [sentId, setSentId] = useState<string | null>(null)
  const { online } = useSyncStatus()
  const { dismiss } = usePendingActions()
  const ids = useFormIds()
  const form = useRef<HTMLFormElement>(null)
  // from the click until the answer: state would come too late for a second click
  const underWay = useRef(false)
  const run = useRunCommand()

  const change = (next: PayoutFormValues) => {
    ids.changed()
    setValues(next)
    setErrors({})
    setProblem(null)
  }
  const refused = (message: string, fields: Readonly<Record<string, string>> = {}) => {
    const { amount, paymentUsername: handle } = fields
    underWay.current = false
    setSentId(null)
    setProblem(message)
    setErrors({ ...(amount ? { amount } : {}), ...(handle ? { handle } : {}) })
    focusFirstWrong(form.current)
  }
  useAnswer(sentId, (answer: Answer) => {
    if (answer.kind !== 'refused') return onDone(answer.kind === 'done' ? SUBMITTED : WAITING)
    // the form says what happened: nothing is left to look at elsewhere
    void dismiss(answer.entry.id)
    ids.refused(true)
    refused(answer.entry.result?.message ?? 'Failed to create payout request', answer.entry.result?.fields)
  })

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (underWay.current) return
    const checked = checkPayoutForm(values, availableCents)
    if (!checked.ok) {
      setErrors(checked.errors)
      focusFirstWrong(form.current)
      return
    }
    underWay.current = true
    const { method, amountCents, handle } = checked
    const { commandId, rowId } = ids.current()
    // within the click, or the browser takes it for a pop-up (spec §5: before submitting)
    if (method === 'venmo') window.open(venmoChargeLink(amountCents, shopVenmo, `Payout ${shopName}`.trim()), '_blank', 'noopener')
    try {
      await run(requestPayout, { payoutId: rowId, uid, amountCents, method, handle }, { id: commandId })
      setSentId(commandId)
    } catch (thrown) {
      ids.refused(isAnswer(thrown))
      refused(errorMessage('Error: ', thrown), fieldsOf(thrown))
    }
  }
  const isBusy = sentId !== null
  return (
    <form ref={form} onSubmit={(event) => void send(event)} noValidate>
      <Stack>
        <Text>
          Available: <strong className="tabular">{formatCents(availableCents)}</strong>
        </Text>
        <Input.Wrapper label="Payment method" withAsterisk error={errors.method}>
          <SegmentedControl
            fullWidth
            aria-label="Payment method"
            disabled={isBusy}
            value={values.method}
            onChange={(method) => change(withMethod(values, method as PayoutMethod, info))}
            data={METHODS.map((method) => ({ value: method, label: METHOD_NAME[method] }))}
          />
        </Input.Wrapper>
        <TextInput
          label="Amount"
          withAsterisk
          inputMode="decimal"
          leftSection="$"
          disabled={isBusy}
          value={values.amount}
          error={errors.amount}
          onChange={(event) => change({ ...values, amount: event.currentTarget.value })}
        />
        {values.method !== '' && (
          <TextInput
            label={values.method === 'cashapp' ? 'CashTag' : 'Venmo username'}
            withAsterisk
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            disabled={isBusy}
            {...(values.method === 'venmo' ? { description: 'Venmo opens in a new tab to charge the shop.' } : {})}
            value={values.handle}
            error={errors.handle}
            onChange={(event) => change({ ...values, handle: event.currentTarget.value })}
          />
        )}
        <FormFoot
          problem={problem}
          onClear={() => setProblem(null)}
          onCancel={onClose}
          busy={isBusy}
          whyNot={online ? null : 'You are offline. A payout can be requested when there is a connection.'}
          label="Request Payout"
        />
      </Stack>
    </form>
  )
}

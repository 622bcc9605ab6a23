import { Input, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { type Cents, formatCents } from '@shop/shared/kernel/money.ts'
import { METHOD_NAME } from '@shop/shared/payouts/rules/payout-form.ts'
import type { PayoutMethod } from '@shop/shared/payouts/schema.ts'
import { useSyncStatus } from '../sync/api.ts'
import { FormFoot } from '../ui/form-foot.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { withMethod } from './payout-form-values.ts'
import { useRequestPayout } from './use-request-payout.ts'

const METHODS = (['cashapp', 'venmo'] as const).map((value) => ({ value, label: METHOD_NAME[value] }))

type Props = {
  readonly uid: string
  readonly availableCents: Cents
  readonly onClose: () => void
  readonly onDone: (message: string) => void
}

export default function RequestPayoutDialog(props: Props) {
  return (
    <FormModal title="Request Payout" onClose={props.onClose} size="md">
      <RequestPayoutForm {...props} />
    </FormModal>
  )
}

/** Works online only. It stores the request on this device, sends it immediately and waits for the server's answer (decision 0008). */
function RequestPayoutForm({ uid, availableCents, onClose, onDone }: Props) {
  const { info, values, change, errors, problem, clearProblem, form, isBusy, send } = useRequestPayout({ uid, availableCents, onDone })
  const { online } = useSyncStatus()
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
            data={METHODS}
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
          onClear={clearProblem}
          onCancel={onClose}
          busy={isBusy}
          whyNot={online ? null : 'You are offline. A payout can be requested when there is a connection.'}
          label="Request Payout"
        />
      </Stack>
    </form>
  )
}

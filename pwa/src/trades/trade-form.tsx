import { Button, Group, Stack, Text, TextInput, type TextInputProps } from '@mantine/core'
import { trackingWarning } from '@shop/shared/shipments/rules/tracking.ts'
import { MAX_TRACKING } from '@shop/shared/trades/rules/trade-form.ts'
import type { ReactNode } from 'react'
import { useSyncStatus } from '../sync/api.ts'
import { FormProblem } from '../ui/form-problem.tsx'
import type { useTradeForm } from './use-trade-form.ts'

type Props = Pick<ReturnType<typeof useTradeForm>, 'element' | 'busy' | 'problem' | 'forget'> & {
  readonly onSubmit: ReturnType<ReturnType<typeof useTradeForm>['sending']>
  readonly onClose: () => void
  /** What sends it. */
  readonly button: string
  /** Said while there is no connection. */
  readonly offline: string
  readonly children: ReactNode
}

/** A form about one trade, with its end: what went wrong, that it waits for a connection, and the two buttons. */
export function TradeForm({ element, busy, problem, forget, onSubmit, onClose, button, offline, children }: Props) {
  const { online } = useSyncStatus()
  return (
    <form ref={element} onSubmit={onSubmit} noValidate>
      <Stack>
        {children}
        <FormProblem text={problem} onClear={forget} />
        {!online && <Text c="dimmed">You are offline. {offline}</Text>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy} disabled={!online}>
            {button}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** A tracking number: goes into the field as it is typed or scanned. */
export function TrackingField(props: TextInputProps) {
  return (
    <TextInput
      withAsterisk
      autoCapitalize="characters"
      autoComplete="off"
      spellCheck={false}
      maxLength={MAX_TRACKING}
      data-autofocus
      {...props}
    />
  )
}

/** Says that a number does not look like one of the carrier's; it can be sent all the same. */
export function TrackingDoubt({ carrier, trackingNumber, verb }: { carrier: string; trackingNumber: string; verb: 'add' | 'upload' }) {
  const warning = trackingWarning(carrier, trackingNumber)
  if (warning === null) return null
  return (
    <Text role="status" size="sm" c="var(--shop-warn)">
      {warning} You can {verb} it as it is.
    </Text>
  )
}

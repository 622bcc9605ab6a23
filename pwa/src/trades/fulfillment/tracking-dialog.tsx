import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { trackingWarning } from '@shop/shared/shipments/rules/tracking.ts'
import { addTradeTracking } from '@shop/shared/trades/calls/fulfillment.ts'
import { MAX_TRACKING, TRACKING_MISSING, tradeTrackingSchema } from '@shop/shared/trades/rules/trade-form.ts'
import { TRADE_CARRIERS } from '@shop/shared/trades/schema.ts'
import { z } from 'zod'
import { useCall, useSyncStatus } from '../../sync/api.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { useShopForm } from '../../ui/use-shop-form.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { useFreshRows } from '../offers/use-offer-act.ts'
import type { OrderRow } from './order-list.ts'

/** Tracking from the admin view is always this carrier's (spec §9). */
const CARRIER = TRADE_CARRIERS[0]
const schema = z.object({ trackingNumber: tradeTrackingSchema(TRACKING_MISSING) })

type Props = { readonly order: OrderRow; readonly onClose: () => void; readonly onMessage: (text: string) => void }

/** Adds a tracking number to an order, which fulfils it. */
export function TrackingDialog(props: Props) {
  return (
    <FormModal title="Add Tracking" onClose={props.onClose} size="md">
      <TrackingForm {...props} />
    </FormModal>
  )
}

function TrackingForm({ order, onClose, onMessage }: Props) {
  const call = useCall()
  const { online } = useSyncStatus()
  const refresh = useFreshRows()
  const { submit, changed, busy, problem, forget } = useSubmit('Error: ')
  const { form, element, submit: check, refused } = useShopForm({ initialValues: { trackingNumber: '' }, schema, onChange: changed })
  const warning = trackingWarning(CARRIER, form.values.trackingNumber)

  const send = check(async (values) => {
    let message = ''
    const isDone = await submit(async () => {
      try {
        message = (await call(addTradeTracking, { params: { id: order.tradeId }, body: { ...schema.parse(values), carrier: CARRIER } }))
          .message
      } catch (thrown) {
        refused(thrown)
        throw thrown
      }
    })
    void refresh()
    if (!isDone) return
    onClose()
    onMessage(message)
  })
  return (
    <form ref={element} onSubmit={send} noValidate>
      <Stack>
        <Text>
          <bdi>{order.itemName}</bdi> <code>({order.tradeId.slice(0, 8)})</code>
        </Text>
        <TextInput
          label={`${CARRIER} tracking number`}
          withAsterisk
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={MAX_TRACKING}
          data-autofocus
          {...form.getInputProps('trackingNumber')}
        />
        {warning !== null && (
          <Text role="status" size="sm" c="var(--shop-warn)">
            {warning} You can add it as it is.
          </Text>
        )}
        <Text size="sm" c="dimmed">
          The order is then fulfilled, and its sellers are paid.
        </Text>
        <FormProblem text={problem} onClear={forget} />
        {!online && <Text c="dimmed">You are offline. Tracking can be added when there is a connection.</Text>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy} disabled={!online}>
            Add Tracking
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

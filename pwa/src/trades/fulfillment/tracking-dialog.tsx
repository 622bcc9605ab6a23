import { Text } from '@mantine/core'
import { addTrackingCall } from '@shop/shared/trades/calls/fulfillment.ts'
import { TRACKING_MISSING, tradeTrackingSchema } from '@shop/shared/trades/rules/trade-form.ts'
import { TRADE_CARRIERS } from '@shop/shared/trades/schema.ts'
import * as z from 'zod/mini'
import { useCall } from '../../sync/api.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import { TrackingDoubt, TrackingField, TradeForm, type TradeFormProps, useTradeForm } from '../trade-form.tsx'
import type { OrderRow } from './order-list.ts'

/** Carrier of the tracking numbers that admins add; a buyer's own label may be another carrier's. */
const CARRIER = TRADE_CARRIERS[0]
const schema = z.object({ trackingNumber: tradeTrackingSchema(TRACKING_MISSING) })

type Props = TradeFormProps & { readonly order: OrderRow }

/** Adds a tracking number to an order. The order is then fulfilled. */
export function TrackingDialog(props: Props) {
  return (
    <FormModal title="Add Tracking" onClose={props.onClose} size="md">
      <TrackingForm {...props} />
    </FormModal>
  )
}

function TrackingForm({ order, ...window }: Props) {
  const call = useCall()
  const { form, sending, ...state } = useTradeForm({ initialValues: { trackingNumber: '' }, schema, ...window })
  const send = sending((values) =>
    call(addTrackingCall, { params: { id: order.tradeId }, body: { ...schema.parse(values), carrier: CARRIER } }),
  )
  return (
    <TradeForm
      {...state}
      onSubmit={send}
      onClose={window.onClose}
      button="Add Tracking"
      offline="Tracking can be added when there is a connection."
    >
      <Text>
        <bdi>{order.itemName}</bdi> <code>({order.tradeId.slice(0, 8)})</code>
      </Text>
      <TrackingField label={`${CARRIER} tracking number`} {...form.getInputProps('trackingNumber')} />
      <TrackingDoubt carrier={CARRIER} trackingNumber={form.values.trackingNumber} verb="add" />
      <Text size="sm" c="dimmed">
        The order is then fulfilled, and its sellers are paid.
      </Text>
    </TradeForm>
  )
}

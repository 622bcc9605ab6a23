import { NativeSelect, Text } from '@mantine/core'
import { attachLabelCall } from '@shop/shared/trades/calls/trades.ts'
import { labelFormSchema } from '@shop/shared/trades/rules/trade-form.ts'
import { TRADE_CARRIERS, type Trade } from '@shop/shared/trades/schema.ts'
import { useCall } from '../../sync/api.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import { LabelFileField } from '../../ui/label-file-field.tsx'
import { TrackingDoubt, TrackingField, TradeForm, type TradeFormProps, useTradeForm } from '../trade-form.tsx'
import { shownTradeId } from '../trade-words.tsx'

type Props = TradeFormProps & { readonly trade: Trade }
type Values = { trackingNumber: string; carrier: string; labelFile: File | null }

/** Uploads the label of a buyer who provides the shipping. */
export function LabelDialog(props: Props) {
  return (
    <FormModal title={props.trade.label ? 'Replace Shipping Label' : 'Upload Shipping Label'} onClose={props.onClose} size="md">
      <LabelForm {...props} />
    </FormModal>
  )
}

function LabelForm({ trade, ...window }: Props) {
  const call = useCall()
  const { form, sending, ...state } = useTradeForm<Values>({
    initialValues: { trackingNumber: trade.trackingNumber, carrier: trade.carrier || TRADE_CARRIERS[0], labelFile: null },
    schema: labelFormSchema,
    ...window,
  })
  const send = sending((values) => call(attachLabelCall, { params: { id: trade.id }, body: labelFormSchema.parse(values) }))
  return (
    <TradeForm
      {...state}
      onSubmit={send}
      onClose={window.onClose}
      button={trade.label ? 'Replace Label' : 'Upload Label'}
      offline="The label can be uploaded when there is a connection."
    >
      <Text>
        <bdi>{trade.itemName}</bdi> <span className="tabular">({shownTradeId(trade)})</span>
      </Text>
      <TrackingField label="Tracking number" {...form.getInputProps('trackingNumber')} />
      <NativeSelect label="Carrier" withAsterisk data={[...TRADE_CARRIERS]} {...form.getInputProps('carrier')} />
      <TrackingDoubt carrier={form.values.carrier} trackingNumber={form.values.trackingNumber} verb="upload" />
      <LabelFileField seenBy="Only you and the shop can see it." inputProps={form.getInputProps('labelFile')} />
    </TradeForm>
  )
}

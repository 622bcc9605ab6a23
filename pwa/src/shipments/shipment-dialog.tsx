import { Stack } from '@mantine/core'
import { editShipment } from '@shop/shared/shipments/commands/edit-shipment.ts'
import { submitShipment } from '@shop/shared/shipments/commands/submit-shipment.ts'
import { shipmentFormSchema } from '@shop/shared/shipments/rules/shipment-form.ts'
import type { Shipment } from '@shop/shared/shipments/schema.ts'
import { useRunCommand } from '../sync/api.ts'
import { DraftNote } from '../ui/draft-note.tsx'
import { FormFoot } from '../ui/form-foot.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { useShopForm } from '../ui/use-shop-form.ts'
import { useSubmit } from '../ui/use-submit.ts'
import { BoxFields } from './box-fields.tsx'
import { carrierOf, changesOf, valuesOf } from './shipment-form-values.ts'

type FormProps = {
  /** Owner of the box. */
  readonly uid: string
  /** Shipment to change; null for a new one. */
  readonly shipment: Shipment | null
  readonly onClose: () => void
  readonly onDone: (message: string) => void
}
type Props = Omit<FormProps, 'shipment'> & { readonly shipment?: Shipment | null }

export default function ShipmentDialog({ shipment = null, ...props }: Props) {
  return (
    <FormModal title={shipment ? 'Edit Shipment' : 'Submit Shipment'} onClose={props.onClose} size="md">
      <ShipmentForm shipment={shipment} {...props} />
    </FormModal>
  )
}

/** Works offline: the outbox sends the shipment later. */
function ShipmentForm({ uid, shipment, onClose, onDone }: FormProps) {
  const run = useRunCommand()
  const { submit, changed, busy, problem, forget } = useSubmit(shipment ? 'Error updating shipment: ' : 'Error: ')
  const {
    form,
    element,
    submit: check,
    draftNote,
    endDraft,
  } = useShopForm({
    draft: shipment ? `shipment ${shipment.id}` : 'shipment',
    initialValues: valuesOf(shipment),
    schema: shipmentFormSchema,
    onChange: changed,
  })
  const send = check(async (values) => {
    const isDone = await submit(({ commandId, rowId }) => {
      if (shipment) return run(editShipment, { id: shipment.id, changes: changesOf(shipment, values) }, { id: commandId })
      const args = { id: rowId, uid, carrier: carrierOf(values), trackingNumber: values.trackingNumber }
      return run(submitShipment, args, { id: commandId })
    })
    if (!isDone) return
    endDraft()
    onDone(shipment ? 'Shipment updated successfully' : 'Shipment submitted successfully!')
  })
  const cancel = () => {
    endDraft()
    onClose()
  }
  return (
    <form ref={element} onSubmit={send} noValidate>
      <Stack>
        <DraftNote {...draftNote} />
        <BoxFields values={form.values} inputProps={form.getInputProps} printedOn="As printed on the label or the receipt" verb="submit" />
        <FormFoot problem={problem} onClear={forget} onCancel={cancel} busy={busy} label={shipment ? 'Save' : 'Submit Shipment'} />
      </Stack>
    </form>
  )
}

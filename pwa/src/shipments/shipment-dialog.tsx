import type { Shipment } from '@shop/shared/shipments/schema.ts'
import { FormModal } from '../ui/form-modal.tsx'
import { ShipmentForm } from './shipment-form.tsx'

type Props = {
  readonly uid: string
  readonly shipment?: Shipment | null
  readonly onClose: () => void
  readonly onDone: (message: string) => void
}

/** The form over whatever screen asked for it. */
export default function ShipmentDialog({ uid, shipment = null, onClose, onDone }: Props) {
  return (
    <FormModal title={shipment ? 'Edit Shipment' : 'Submit Shipment'} onClose={onClose} size="md">
      <ShipmentForm uid={uid} shipment={shipment} onClose={onClose} onDone={onDone} />
    </FormModal>
  )
}

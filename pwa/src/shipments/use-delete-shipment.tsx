import { removeShipment } from '@shop/shared/shipments/commands/remove-shipment.ts'
import { postalLabels } from '@shop/shared/shipments/label-schema.ts'
import { isPending } from '@shop/shared/shipments/rules/status.ts'
import { carrierWord } from '@shop/shared/shipments/rules/tracking.ts'
import type { Shipment } from '@shop/shared/shipments/schema.ts'
import { useLive, useRunCommand } from '../sync/api.ts'
import { useConfirm } from '../ui/confirm.tsx'
import { errorMessage } from '../ui/error-message.ts'

const LABEL_USED_UP = 'Its postal label is used up: the shop has paid its postage, and nobody can take it for another box.'
const LABEL_GOES_TOO = 'Its postal label is deleted too.'

type Words = {
  /** Name shown before carrier and number; absent in a consignor's own list. */
  readonly ownerOf?: (shipment: Shipment) => string
  /** Sentence that states the consequence. */
  readonly effect: string
}

export function useDeleteShipment(show: (message: string) => void, { ownerOf, effect }: Words): (shipment: Shipment) => Promise<void> {
  const confirm = useConfirm()
  const run = useRunCommand()
  const labels = useLive((view) => view.all(postalLabels), [])
  return async (shipment) => {
    const hasLabel = labels.some(({ shipmentId }) => shipmentId === shipment.id)
    const isSure = await confirm({
      title: 'Delete this shipment?',
      body: (
        <>
          <p>
            <bdi>
              {ownerOf && `${ownerOf(shipment)}: `}
              {carrierWord(shipment.carrier)} {shipment.trackingNumber}
            </bdi>
          </p>
          <p>{effect} This cannot be undone.</p>
          {hasLabel && <p>{isPending(shipment) ? LABEL_USED_UP : LABEL_GOES_TOO}</p>}
        </>
      ),
      confirmLabel: 'Delete',
      tone: 'bad',
    })
    if (!isSure) return
    try {
      await run(removeShipment, { id: shipment.id })
      show('Shipment deleted successfully')
    } catch (thrown) {
      show(errorMessage('Error deleting shipment: ', thrown))
    }
  }
}

import { removeShipment } from '@shop/shared/shipments/commands/remove-shipment.ts'
import { carrierWord } from '@shop/shared/shipments/rules/tracking.ts'
import type { Shipment } from '@shop/shared/shipments/schema.ts'
import { useRunCommand } from '../sync/api.ts'
import { useConfirm } from '../ui/confirm.tsx'
import { errorMessage } from '../ui/error-message.ts'

type Words = {
  /** Name shown before carrier and number; absent in a consignor's own list. */
  readonly ownerOf?: (shipment: Shipment) => string
  /** Sentence that states the consequence. */
  readonly effect: string
}

export function useDeleteShipment(show: (message: string) => void, { ownerOf, effect }: Words): (shipment: Shipment) => Promise<void> {
  const confirm = useConfirm()
  const run = useRunCommand()
  return async (shipment) => {
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

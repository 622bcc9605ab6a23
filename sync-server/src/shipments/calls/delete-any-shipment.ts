import { deleteAnyShipment } from '@shop/shared/shipments/calls.ts'
import { removeShipment } from '@shop/shared/shipments/commands/remove-shipment.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { readShipment } from '../rest-shipments.ts'

/** DELETE /shipments/admin/{id}. */
export const deleteAnyShipmentCall = implementCall(deleteAnyShipment, async ({ params, actor, platform }) => {
  const before = () => readShipment(platform, params.id)
  await platform.runCommand(actor, removeShipment, { id: params.id }, { before })
  return { message: 'Shipment deleted successfully' }
})

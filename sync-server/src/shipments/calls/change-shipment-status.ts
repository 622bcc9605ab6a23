import { changeShipmentStatus } from '@shop/shared/shipments/calls.ts'
import { setShipmentStatus } from '@shop/shared/shipments/commands/set-shipment-status.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { readShipment } from '../rest-shipments.ts'

/** PATCH /shipments/admin/{id}/status. */
export const changeShipmentStatusCall = implementCall(changeShipmentStatus, async ({ params, body, actor, platform }) => {
  const { id } = await readShipment(platform, params.id)
  await platform.runCommand(actor, setShipmentStatus, { id, isDelivered: body.delivered, isProcessed: body.processed })
  return { message: 'Shipment updated successfully', shipment: await readShipment(platform, id) }
})

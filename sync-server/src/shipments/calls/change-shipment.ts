import { changeShipment } from '@shop/shared/shipments/calls.ts'
import { editShipment } from '@shop/shared/shipments/commands/edit-shipment.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { readShipment } from '../rest-shipments.ts'

/** PATCH /shipments/{userId}/{id}. */
export const changeShipmentCall = implementCall(changeShipment, async ({ params, body, actor, platform }) => {
  const { id } = await readShipment(platform, params.id, params.userId.toLowerCase())
  await platform.runCommand(actor, editShipment, { id, changes: body })
  return { message: 'Shipment updated successfully', shipment: await readShipment(platform, id) }
})

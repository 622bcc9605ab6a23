import { createShipment } from '@shop/shared/shipments/calls.ts'
import { submitShipment } from '@shop/shared/shipments/commands/submit-shipment.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { readShipment } from '../rest-shipments.ts'

/** POST /shipments/{userId}. */
export const createShipmentCall = implementCall(createShipment, async ({ params, body, actor, platform, newId }) => {
  const id = body.id ?? newId()
  const { carrier, trackingNumber } = body
  await platform.runCommand(actor, submitShipment, { id, uid: params.userId.toLowerCase(), carrier, trackingNumber }, { id: body.id })
  return { message: 'Shipment submitted successfully!', shipment: await readShipment(platform, id) }
})

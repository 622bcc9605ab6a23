import { defineRefusals } from '../kernel/errors.ts'

/** Refusals of shipments. */
export const shipmentRefusals = defineRefusals({
  SHIPMENT_NOT_FOUND: { status: 404, message: 'This shipment does not exist (any more).' },
  SHIPMENT_EXISTS: { status: 409, message: 'This shipment was already submitted.' },
  TOO_MANY_SHIPMENTS: {
    status: 409,
    message: 'You have reported very many boxes that the shop has not received yet. Please wait until it has, or delete some.',
  },
  /** A consignor can edit and delete a shipment only while it is pending. */
  SHIPMENT_CLOSED: { status: 409, message: 'This shipment has already been received. It cannot be changed any more.' },
})

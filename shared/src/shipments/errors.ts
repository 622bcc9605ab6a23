import { defineRefusals } from '../kernel/errors.ts'

/** Refusals of shipments. */
export const shipmentRefusals = defineRefusals({
  SHIPMENT_NOT_FOUND: { status: 404, message: 'This shipment does not exist (any more).' },
  SHIPMENT_EXISTS: { status: 409, message: 'This shipment was already submitted.' },
  /** A consignor can edit and delete a shipment only while it is pending. */
  SHIPMENT_CLOSED: { status: 409, message: 'This shipment has already been received. It cannot be changed any more.' },
})

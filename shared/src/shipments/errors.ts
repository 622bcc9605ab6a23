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
  /** The number of a box with one of the shop's postal labels is the label's. */
  NUMBER_OF_LABEL: { status: 409, message: 'This box has one of the shop’s postal labels, which decides its carrier and tracking number.' },
  NO_LABEL: {
    status: 409,
    message: 'The shop has no postal label left. Please ask the shop for more, or send the box with a label of your own.',
  },
  LABELS_IN_USE: {
    status: 409,
    message: 'You have taken many postal labels for boxes that the shop has not received yet. Please use those first, or ask the shop.',
  },
  FIRST_LABELS_IN_USE: {
    status: 409,
    message:
      'You have taken the postal labels that everybody gets at the beginning. You can take more when the shop has received your first box.',
  },
  LABEL_EXISTS: { status: 409, message: 'The shop already has a postal label with this tracking number.' },
  TOO_MANY_LABELS: { status: 409, message: 'The shop has very many free postal labels. Please add more when consignors have taken some.' },
  POSTAL_LABEL_NOT_FOUND: { status: 404, message: 'This postal label does not exist (any more).' },
})

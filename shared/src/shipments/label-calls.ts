import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { kernelRefusals } from '../kernel/errors.ts'
import { idSchema } from '../kernel/ids.ts'
import { fileOf } from '../kernel/upload.ts'
import { tradeRefusals } from '../trades/errors.ts'
import { LABEL_FILE } from '../trades/rules/trade-form.ts'
import { restShipmentSchema } from './calls.ts'
import { shipmentRefusals } from './errors.ts'
import { carrierSchema, trackingNumberSchema } from './rules/shipment-form.ts'

const {
  NO_LABEL,
  LABELS_IN_USE,
  FIRST_LABELS_IN_USE,
  LABEL_EXISTS,
  TOO_MANY_LABELS,
  POSTAL_LABEL_NOT_FOUND,
  SHIPMENT_EXISTS,
  TOO_MANY_SHIPMENTS,
} = shipmentRefusals

const labelPath = z.object({ id: z.string() })
const messageAnswer = z.object({ message: z.string() })

/** The form to add a postal label: its file, and the carrier and tracking number that the file shows. */
export const labelFileFormSchema = z.object({
  carrier: carrierSchema,
  trackingNumber: trackingNumberSchema,
  labelFile: fileOf(LABEL_FILE),
})

/** Adds a postal label to the shop's stock. */
export const addLabelCall = defineCall({
  name: 'shipments.addLabel',
  method: 'POST',
  path: '/postal-labels',
  access: 'admin',
  summary:
    'Adds a prepaid postal label for one box, which consignors take from their dashboard: a PDF, or a picture, of which only the pixels are kept.',
  multipart: { files: { labelFile: LABEL_FILE } },
  cost: 'upload',
  body: labelFileFormSchema,
  output: z.object({ message: z.string(), id: z.string() }),
  refusals: { LABEL_EXISTS, TOO_MANY_LABELS, LABEL_UNREADABLE: tradeRefusals.LABEL_UNREADABLE, TOO_LARGE: kernelRefusals.TOO_LARGE },
})

/** Deletes a postal label. */
export const removeLabelCall = defineCall({
  name: 'shipments.removeLabel',
  method: 'DELETE',
  path: '/postal-labels/{id}',
  access: 'admin',
  summary: 'Deletes a postal label and its file, also one that a consignor took.',
  params: labelPath,
  output: messageAnswer,
  refusals: { POSTAL_LABEL_NOT_FOUND },
})

/** Takes a postal label for a new box. */
export const takeLabelCall = defineCall({
  name: 'shipments.takeLabel',
  method: 'POST',
  path: '/postal-labels/take',
  access: 'user',
  summary: 'Takes the next free postal label and submits a shipment with its carrier and tracking number. Each label is given out once.',
  body: z.object({ id: z.optional(idSchema) }),
  output: z.object({ message: z.string(), labelId: z.string(), shipment: restShipmentSchema }),
  refusals: { NO_LABEL, LABELS_IN_USE, FIRST_LABELS_IN_USE, SHIPMENT_EXISTS, TOO_MANY_SHIPMENTS },
})

/** Downloads a postal label. Returns the file itself. */
export const downloadPostalLabelCall = defineCall({
  name: 'shipments.downloadLabel',
  method: 'GET',
  path: '/postal-labels/{id}/file',
  access: 'user',
  summary: 'Returns the label’s file to the consignor who took it and to admins.',
  params: labelPath,
  output: z.unknown(),
  refusals: { POSTAL_LABEL_NOT_FOUND },
})

import * as z from 'zod/mini'
import { accountRefusals } from '../accounts/errors.ts'
import { defineCall } from '../kernel/define-call.ts'
import { idSchema } from '../kernel/ids.ts'
import { shipmentRefusals } from './errors.ts'
import { carrierSchema, trackingNumberSchema } from './rules/shipment-form.ts'

const { SHIPMENT_NOT_FOUND, SHIPMENT_EXISTS, SHIPMENT_CLOSED, TOO_MANY_SHIPMENTS } = shipmentRefusals
const { ACCOUNT_NOT_FOUND } = accountRefusals

/** A flag in a REST body: 'yes', 'no', true or false. */
const flagSchema = z.pipe(
  z.union([z.enum(['yes', 'no']), z.boolean()], 'Please send yes or no'),
  z.transform((value) => value === true || value === 'yes'),
)

/** A shipment in a REST body. */
export const restShipmentSchema = z.object({
  id: z.string(),
  userId: z.string(),
  username: z.string(),
  carrier: z.string(),
  trackingNumber: z.string(),
  delivered: z.enum(['yes', 'no']),
  processed: z.enum(['yes', 'no']),
  status: z.enum(['pending', 'processed', 'delivered']),
  timestamp: z.string(),
  shippedDate: z.string(),
})
/** A shipment in a REST body. */
export type RestShipment = z.infer<typeof restShipmentSchema>

/** Maximum number of shipments in one list. A list leaves out the oldest. */
export const SHIPMENT_LIST_LIMIT = 5_000

const ownerPath = z.object({ userId: z.string() })
const ownPath = z.object({ userId: z.string(), id: z.string() })
const listAnswer = z.object({ shipments: z.array(restShipmentSchema) })
const shipmentAnswer = z.object({ message: z.string(), shipment: restShipmentSchema })
const messageAnswer = z.object({ message: z.string() })

/** Reports a box that is on its way. */
export const submitShipmentCall = defineCall({
  name: 'shipments.createShipment',
  method: 'POST',
  path: '/shipments/{userId}',
  access: { ownerParam: 'userId' },
  summary: 'Submits a shipment: a box that is on its way to the shop.',
  params: ownerPath,
  body: z.object({ id: z.optional(idSchema), carrier: carrierSchema, trackingNumber: trackingNumberSchema }),
  output: shipmentAnswer,
  refusals: { SHIPMENT_EXISTS, TOO_MANY_SHIPMENTS, ACCOUNT_NOT_FOUND },
})

/** Lists one user's shipments. */
export const listShipmentsCall = defineCall({
  name: 'shipments.listShipments',
  method: 'GET',
  path: '/shipments/{userId}',
  access: { ownerParam: 'userId' },
  summary: `Lists one user's shipments, newest first; at most ${SHIPMENT_LIST_LIMIT}.`,
  params: ownerPath,
  output: listAnswer,
  refusals: { ACCOUNT_NOT_FOUND },
})

/** Lists one user's shipments for the sales history. */
export const listShipmentHistoryCall = defineCall({
  name: 'shipments.listShipmentHistory',
  method: 'GET',
  path: '/sales/shipments/{id}',
  access: { ownerParam: 'id' },
  summary: 'Lists one user’s shipments for the sales history.',
  params: z.object({ id: z.string() }),
  output: listAnswer,
  refusals: { ACCOUNT_NOT_FOUND },
})

/** Edits a pending shipment. */
export const editShipmentCall = defineCall({
  name: 'shipments.changeShipment',
  method: 'PATCH',
  path: '/shipments/{userId}/{id}',
  access: { ownerParam: 'userId' },
  summary: 'Changes the given fields of a shipment that has not been received yet.',
  params: ownPath,
  body: z.partial(z.object({ carrier: carrierSchema, trackingNumber: trackingNumberSchema })),
  output: shipmentAnswer,
  refusals: { SHIPMENT_NOT_FOUND, SHIPMENT_CLOSED },
})

/** Deletes a pending shipment. */
export const removeShipmentCall = defineCall({
  name: 'shipments.deleteShipment',
  method: 'DELETE',
  path: '/shipments/{userId}/{id}',
  access: { ownerParam: 'userId' },
  summary: 'Deletes a shipment that has not been received yet.',
  params: ownPath,
  output: messageAnswer,
  refusals: { SHIPMENT_NOT_FOUND, SHIPMENT_CLOSED },
})

/** Lists everybody's shipments. */
export const listAllShipmentsCall = defineCall({
  name: 'shipments.listAllShipments',
  method: 'GET',
  path: '/shipments/admin/all',
  access: 'admin',
  cost: 'search',
  summary: `Lists all shipments, newest first; at most ${SHIPMENT_LIST_LIMIT}.`,
  output: listAnswer,
})

/** Sets whether a shipment is delivered or processed. */
export const setShipmentStatusCall = defineCall({
  name: 'shipments.changeShipmentStatus',
  method: 'PATCH',
  path: '/shipments/admin/{id}/status',
  access: 'admin',
  summary: 'Sets whether a shipment is delivered or processed; each can change alone.',
  params: z.object({ id: z.string() }),
  body: z
    .object({ delivered: z.optional(flagSchema), processed: z.optional(flagSchema) })
    .check(z.refine((body) => body.delivered !== undefined || body.processed !== undefined, 'Please send delivered or processed')),
  output: shipmentAnswer,
  refusals: { SHIPMENT_NOT_FOUND },
})

/** Deletes any shipment. */
export const removeAnyShipmentCall = defineCall({
  name: 'shipments.deleteAnyShipment',
  method: 'DELETE',
  path: '/shipments/admin/{id}',
  access: 'admin',
  summary: 'Deletes a shipment, received or not.',
  params: z.object({ id: z.string() }),
  output: messageAnswer,
  refusals: { SHIPMENT_NOT_FOUND },
})

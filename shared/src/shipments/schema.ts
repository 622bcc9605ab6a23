import * as z from 'zod/mini'
import { defineCollection } from '../kernel/define-collection.ts'
import { idSchema } from '../kernel/ids.ts'

/** Maximum lengths of a carrier's name and a tracking number, in characters. */
export const SHIPMENT_LIMITS = { carrier: 60, trackingNumber: 100 } as const

/** Maximum number of shipments that one consignor reports before the shop receives some. Every admin's device keeps all of them. */
export const MAX_PENDING_SHIPMENTS = 200

/** Carriers that the form lists. Any other carrier is free text. */
export const CARRIERS = ['USPS', 'UPS', 'FEDEX'] as const

/** A box that a consignor sent to the shop. */
export const shipmentSchema = z.object({
  id: idSchema,
  /** The consignor. */
  uid: idSchema,
  /** One of CARRIERS, or a name as typed. */
  carrier: z.string(),
  /** As typed, but trimmed. */
  trackingNumber: z.string(),
  isDelivered: z.boolean(),
  isProcessed: z.boolean(),
  /** Time of the report, in milliseconds since 1970. */
  submittedAtMs: z.number(),
  /** Time of the last edit or change of state. */
  updatedAtMs: z.number(),
})
/** A box that a consignor sent to the shop. */
export type Shipment = z.infer<typeof shipmentSchema>

/** Shipments: admins see all, consignors see their own. */
export const shipments = defineCollection({
  name: 'shipments',
  schema: shipmentSchema,
  indexes: ['uid'],
  audience: (shipment) => ['admins', `user:${shipment.uid}`],
  userFields: 'all',
})

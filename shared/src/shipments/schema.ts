import * as z from 'zod/mini'
import { defineCollection } from '../kernel/define-collection.ts'
import { idSchema } from '../kernel/ids.ts'

/** Maximum length of a carrier's name and of a tracking number, in characters. */
export const SHIPMENT_LIMITS = { carrier: 60, trackingNumber: 100 } as const

/** Carriers the form knows by name; any other is free text. */
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
  /** Time the consignor reported it, milliseconds since 1970. */
  submittedAtMs: z.number(),
  /** Time of its last edit or change of state. */
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

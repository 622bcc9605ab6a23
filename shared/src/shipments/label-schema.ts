import * as z from 'zod/mini'
import { defineCollection } from '../kernel/define-collection.ts'
import { idSchema } from '../kernel/ids.ts'

/** Maximum number of free labels, all of which the taking of one locks. */
export const MAX_FREE_LABELS = 500

/** Maximum number of labels that one consignor has taken for boxes that the shop has not received. Each one cost the shop its postage. */
export const MAX_OPEN_LABELS = 20
/** The same for a consignor of whom the shop has received no box: where sign-up is open, strangers make accounts to take the stock. */
export const MAX_FIRST_LABELS = 2

/** A prepaid postal label for one box to the shop. The shop's store has its file. */
export const postalLabelSchema = z.object({
  id: idSchema,
  state: z.enum(['free', 'taken']),
  /** Carrier and tracking number of the box that gets the label. */
  carrier: z.string(),
  trackingNumber: z.string(),
  /** The tracking number without spaces and marks, by which a second label with it is found. */
  numberKey: z.string(),
  /** The stored file; `name`: its name in the store. */
  file: z.object({ name: z.string(), type: z.string(), sizeBytes: z.number() }),
  addedAtMs: z.number(),
  /** The consignor who took the label, and the shipment that was made with it; null while the label is free. */
  uid: z.nullable(idSchema),
  shipmentId: z.nullable(idSchema),
  takenAtMs: z.nullable(z.number()),
})
/** A prepaid postal label for one box to the shop. */
export type PostalLabel = z.infer<typeof postalLabelSchema>

/** Postal labels: admins see all, consignors the ones they took. */
export const postalLabels = defineCollection({
  name: 'postalLabels',
  schema: postalLabelSchema,
  indexes: ['state', 'numberKey', 'uid', 'shipmentId'],
  audience: ({ uid }) => (uid === null ? ['admins'] : ['admins', `user:${uid}`]),
  userFields: 'all',
})

/** Id of the one row of the stock of labels. */
export const LABEL_STOCK_ID = 'shop'

/** Maximum number of free labels that everybody is told of: whether there is one. Admins count the labels themselves. */
export const MAX_SHOWN_FREE_LABELS = 1

/** Number of free postal labels, `MAX_SHOWN_FREE_LABELS` at most; one row for the whole shop. */
export const labelStockSchema = z.object({ id: z.literal(LABEL_STOCK_ID), freeCount: z.int() })
/** Number of free postal labels, `MAX_SHOWN_FREE_LABELS` at most. */
export type LabelStock = z.infer<typeof labelStockSchema>

/** The stock of postal labels: everybody sees whether there is one to take. */
export const labelStocks = defineCollection({
  name: 'labelStocks',
  schema: labelStockSchema,
  audience: () => ['everyone'],
  userFields: 'all',
})

import * as z from 'zod/mini'
import { defineCollection } from '../kernel/define-collection.ts'
import { centsSchema, nonNegativeCentsSchema, positiveCentsSchema } from '../kernel/money.ts'
import { snapshotText } from '../kernel/text.ts'

/** Place of goods that came back: on the shelf, at the repairer's, with their consignor, or gone. Only goods on the shelf are in stock again. */
export const refundGoodsSchema = z.enum(['shelf', 'repair', 'owner', 'gone'])
/** Place of goods that came back. */
export type RefundGoods = z.infer<typeof refundGoodsSchema>

/** One payment to a customer who brings goods back. The amount is what left the shop. */
export const refundTenderSchema = z.object({
  kind: z.enum(['cash', 'card', 'other']),
  label: snapshotText(100),
  amountCents: positiveCentsSchema,
})
/** One payment to a customer who brings goods back. */
export type RefundTender = z.infer<typeof refundTenderSchema>

/** A returned line as the books took it. Its parts come from what was booked for the sold line; what the till gave beyond them is the excess. */
export const refundLineSchema = z.object({
  /** The sold line, by its id in `sales`; it may be unknown here. */
  saleLineId: z.string(),
  itemId: z.nullable(z.string()),
  itemName: z.string(),
  /** Number of pieces taken back from the sold line; 0 when only money went back, or when all had come back already. */
  quantity: z.int(),
  /** Money taken back from the sold line, tax-inclusive. */
  amountCents: nonNegativeCentsSchema,
  taxCents: centsSchema,
  /** Money taken back from the consignor. */
  payoutCents: centsSchema,
  /** Money given beyond what was left of the sold line: the shop's loss. */
  excessCents: nonNegativeCentsSchema,
  /** Number of pieces that came back beyond what was left of the sold line. Absent in rows of older releases. */
  excessQuantity: z.optional(z.int()),
  goods: refundGoodsSchema,
  reason: z.string(),
})
/** A returned line as the books took it. */
export type RefundLine = z.infer<typeof refundLineSchema>

/** Goods that a customer brought back, and the money given for them, once and for all. */
export const refundSchema = z.object({
  id: z.string(),
  /** The POS sale; it may be unknown here. */
  saleId: z.string(),
  /** Receipt number of the sale. */
  receiptNumber: z.string(),
  lines: z.array(refundLineSchema),
  tenders: z.array(refundTenderSchema),
  /** The shift whose drawer gave the cash; null or absent for none. */
  shiftId: z.nullish(z.string()),
  atMs: z.number(),
  byUid: z.string(),
})
/** Goods that a customer brought back, and the money given for them. */
export type Refund = z.infer<typeof refundSchema>

/** Returns of goods, for admins. */
export const refunds = defineCollection({ name: 'refunds', schema: refundSchema, indexes: ['saleId'] })

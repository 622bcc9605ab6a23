import * as z from 'zod/mini'
import { MAX_QUANTITY } from '../inventory/schema.ts'
import { defineCollection } from '../kernel/define-collection.ts'
import { idSchema } from '../kernel/ids.ts'
import { centsSchema, nonNegativeCentsSchema, positiveCentsSchema } from '../kernel/money.ts'
import { snapshotText } from '../kernel/text.ts'
import { discountSchema, reductionsSchema } from '../sales/reduction-schema.ts'
import { percentSchema } from '../sales/schema.ts'

/** Maximum number of lines in one cart or sale. The largest known sale had 731. */
export const MAX_LINES = 1_000
/** Maximum number of tenders of one sale. */
export const MAX_TENDERS = 20

/** One line of a cart: a snapshot of the item and its price. */
export const cartLineSchema = z.object({
  /** Identifies the line within its cart and its sale. A parked cart can be sold twice, so ids in `sales` come from `saleLineId`. */
  id: idSchema,
  /** Null for a line without an inventory item. */
  itemId: z.nullable(idSchema),
  itemName: snapshotText(500).check(z.refine((text) => text !== '', 'Please enter a name')),
  barcode: snapshotText(100),
  imageUrl: snapshotText(2_000),
  location: snapshotText(200),
  /** Owner of the goods; null for the shop's own goods. */
  consignorId: z.nullable(idSchema),
  consignorName: snapshotText(500),
  /** Tax-inclusive price of one piece; null until entered. */
  unitPriceCents: z.nullable(nonNegativeCentsSchema),
  quantity: z.int().check(z.minimum(1), z.maximum(MAX_QUANTITY)),
  /** Null for none. Absent in what a device of an earlier release saves, which does not change it. */
  discount: z.nullish(discountSchema),
})
/** A line of a cart. */
export type CartLine = z.infer<typeof cartLineSchema>

/** A cart: open on a device, parked for any device, or ended. Saved whole (law *Carts*). */
export const cartSchema = z.object({
  id: idSchema,
  status: z.enum(['open', 'parked', 'completed', 'discarded']),
  /** Name that a cashier gave to the parked cart; '' for none. */
  label: snapshotText(100),
  /** The device that has the cart open, or had it open last. */
  clientId: idSchema,
  lines: z.array(cartLineSchema).check(z.maxLength(MAX_LINES)),
  consignorPercentage: percentSchema,
  /** Discount on all lines, after their own; null or absent as for a line. */
  discount: z.nullish(discountSchema),
  /** The sale of the cart; null until it is sold. */
  saleId: z.nullable(idSchema),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
  byUid: z.string(),
})
/** A cart. */
export type Cart = z.infer<typeof cartSchema>

/** Days for which an ended cart is kept for devices that still have it open. A later sale or save of a sold cart is recognised without the cart. */
export const ENDED_CART_DAYS = 30

/** Carts, for admins. */
export const carts = defineCollection({ name: 'carts', schema: cartSchema })

/** One tender of a sale. Cash may have the amount given: change = givenCents − amountCents. Other kinds may have a label ("Visa", "Gift card"). */
export const tenderSchema = z
  .object({
    kind: z.enum(['cash', 'card', 'other']),
    label: snapshotText(100),
    amountCents: positiveCentsSchema,
    givenCents: z.nullable(positiveCentsSchema),
  })
  .check(
    z.refine((tender) => tender.givenCents === null || (tender.kind === 'cash' && tender.givenCents >= tender.amountCents), {
      message: 'The amount given is less than what is paid in cash',
      path: ['givenCents'],
    }),
  )
/** One tender of a sale. */
export type Tender = z.infer<typeof tenderSchema>

/** A line as sold: a snapshot with everything that its postings need. */
export const posSaleLineSchema = z.object({
  id: idSchema,
  itemId: z.nullable(idSchema),
  itemName: snapshotText(500).check(z.refine((text) => text !== '', 'Please enter a name')),
  barcode: snapshotText(100),
  imageUrl: snapshotText(2_000),
  consignorId: z.nullable(idSchema),
  consignorName: snapshotText(500),
  /** Price of one piece before reductions, tax-inclusive. */
  unitPriceCents: positiveCentsSchema,
  /** Null or absent for none. */
  reductions: reductionsSchema,
  quantity: z.int('Quantity must be a whole number').check(z.minimum(1, 'Quantity must be greater than 0'), z.maximum(MAX_QUANTITY)),
  /** Consignor's share of the pre-tax price, percent; 0 for the shop's own goods. */
  consignorPercentage: percentSchema,
})
/** A sold line as the till sends it. */
export type PosSaleLine = z.infer<typeof posSaleLineSchema>

/** A completed POS sale, as the receipt shows it. Its lines are also rows of `sales`. */
export const posSaleSchema = z.object({
  id: idSchema,
  /** Id for people: `POS-` and the timestamp. */
  displayId: z.string(),
  /** Series and counter of the device (law *Receipts*). */
  receiptNumber: z.string(),
  cartId: idSchema,
  lines: z.array(posSaleLineSchema),
  tenders: z.array(tenderSchema),
  taxRateBps: z.int(),
  totalCents: centsSchema,
  subtotalCents: centsSchema,
  taxCents: centsSchema,
  payoutCents: centsSchema,
  consignorPercentage: percentSchema,
  soldAtMs: z.number(),
  byUid: z.string(),
  /** True when the books have a posting of its tenders, as for every sale but those of releases that posted none. */
  tendersPosted: z.optional(z.boolean()),
  /** The shift whose drawer took its cash; null or absent for none. */
  shiftId: z.nullish(idSchema),
  voidedAtMs: z.nullable(z.number()),
  voidedByUid: z.nullable(z.string()),
  /** The shift whose drawer gave the cash of a void back; null or absent for none. */
  voidShiftId: z.nullish(idSchema),
})
/** A completed POS sale. */
export type PosSale = z.infer<typeof posSaleSchema>

/** Completed POS sales, for admins. */
export const posSales = defineCollection({ name: 'posSales', schema: posSaleSchema, indexes: ['cartId', 'receiptNumber'] })

const rungUpSaleSchema = z.omit(posSaleSchema, { tendersPosted: true, voidedAtMs: true, voidedByUid: true, voidShiftId: true })
/** A POS sale as the till rang it up. */
export type RungUpSale = z.infer<typeof rungUpSaleSchema>

/** A POS sale that arrived from a former admin (law *Facts*). The sale moved the stock, but it pays nobody until an admin accepts it. */
export const suspendedSaleSchema = z.extend(rungUpSaleSchema, {
  /** Time at which the server received the sale; null on the device that sold it, and for sales of earlier versions. `soldAtMs` is the device's claim. */
  receivedAtMs: z.nullable(z.number()),
  settledAtMs: z.nullable(z.number()),
  settledByUid: z.nullable(z.string()),
  settlement: z.nullable(z.enum(['accepted', 'rejected'])),
})
/** A POS sale that arrived from a former admin. */
export type SuspendedSale = z.infer<typeof suspendedSaleSchema>

/** Suspended POS sales, waiting and settled, for admins. */
export const suspendedSales = defineCollection({ name: 'suspendedSales', schema: suspendedSaleSchema })

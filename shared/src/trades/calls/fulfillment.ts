import * as z from 'zod/mini'
import { defineCall } from '../../kernel/define-call.ts'
import { kernelRefusals } from '../../kernel/errors.ts'
import { limitQuery, pageQuery } from '../../kernel/page-query.ts'
import { tradeRefusals } from '../errors.ts'
import { ORDER_PAGE } from '../rules/limits.ts'
import { TRACKING_MISSING, tradeTrackingSchema } from '../rules/trade-form.ts'
import { tradeStatusSchema } from '../schema.ts'

const { TRADE_NOT_FOUND, TRADE_CHANGED, TRADE_MOVED_ON, HAS_TRACKING, LABEL_MISSING } = tradeRefusals
const { PAYOUTS_CLOSED } = kernelRefusals

const path = z.object({ id: z.string() })
const done = z.object({ message: z.string() })

/** An order in the admins' fulfilment list. Amounts are in cents. */
export const fulfillmentOrderSchema = z.object({
  tradeId: z.string(),
  itemName: z.string(),
  imageUrl: z.string(),
  totalQuantity: z.number(),
  buyerUID: z.string(),
  buyerUsername: z.string(),
  buyerEmail: z.string(),
  shippingAddress: z.object({
    name: z.string(),
    address1: z.string(),
    address2: z.string(),
    city: z.string(),
    state: z.string(),
    zip: z.string(),
    country: z.string(),
  }),
  sellers: z.array(
    z.object({
      sellerUID: z.string(),
      sellerUsername: z.string(),
      sellerEmail: z.string(),
      quantityOffered: z.number(),
      barcode1: z.string(),
      barcode2: z.string(),
      totalValue: z.number(),
      commission: z.number(),
      sellerPayout: z.number(),
    }),
  ),
  totalItemCost: z.number(),
  totalCommission: z.number(),
  shippingCost: z.number(),
  totalCost: z.number(),
  providesOwnShipping: z.boolean(),
  hasLabel: z.boolean(),
  status: tradeStatusSchema,
  trackingNumber: z.string(),
  carrier: z.string(),
  createdAt: z.string(),
})
/** An order in the admins' fulfilment list. */
export type FulfillmentOrder = z.infer<typeof fulfillmentOrderSchema>

/** Lists orders to ship and shipped orders. */
export const listFulfillmentOrdersCall = defineCall({
  name: 'trades.listFulfillmentOrders',
  method: 'GET',
  path: '/trades/admin/fulfillment-orders',
  access: 'admin',
  cost: 'search',
  summary: `Lists committed trades: first those to ship, oldest first, then fulfilled ones; ${ORDER_PAGE.usual} a page.`,
  query: z.object({
    page: pageQuery,
    limit: limitQuery(ORDER_PAGE),
  }),
  output: z.object({ orders: z.array(fulfillmentOrderSchema), hasMore: z.boolean() }),
})

/** Records that the shop shipped an order. */
export const addTrackingCall = defineCall({
  name: 'trades.addTradeTracking',
  method: 'POST',
  path: '/trades/admin/{id}/tracking',
  access: 'admin',
  summary: 'Adds a USPS tracking number to an order. This fulfils the order and pays its sellers.',
  params: path,
  body: z.object({ trackingNumber: tradeTrackingSchema(TRACKING_MISSING), carrier: z.nullish(z.literal('USPS', 'The carrier is USPS')) }),
  output: done,
  refusals: { TRADE_NOT_FOUND, TRADE_CHANGED, TRADE_MOVED_ON, HAS_TRACKING, PAYOUTS_CLOSED },
})

/** Records that the shop shipped an order with the buyer's label. */
export const markShippedCall = defineCall({
  name: 'trades.markTradeShipped',
  method: 'POST',
  path: '/trades/admin/{id}/shipped',
  access: 'admin',
  summary: 'Marks an order with the buyer’s own label as shipped. This fulfils the order and pays its sellers.',
  params: path,
  /** `trackingNumber` (optional): the number on the label that the admin saw. The call is refused when the buyer has replaced the label. */
  body: z.object({ trackingNumber: z.nullish(z.string()) }),
  output: done,
  refusals: { TRADE_NOT_FOUND, TRADE_CHANGED, TRADE_MOVED_ON, LABEL_MISSING, PAYOUTS_CLOSED },
})

/** Deletes a trade and reverses its effects. */
export const removeTradeCall = defineCall({
  name: 'trades.deleteTrade',
  method: 'DELETE',
  path: '/trades/admin/{id}/cancel',
  access: 'admin',
  summary: 'Deletes a trade for good: refunds the buyer, restores inventory and reverses the sellers’ payouts.',
  params: path,
  output: done,
  refusals: { TRADE_NOT_FOUND, TRADE_CHANGED },
})

import * as z from 'zod/mini'
import { commissionPayerSchema, offerStatusSchema, sideSchema, tradeStatusSchema } from '../schema.ts'

/** Steps of a negotiation in REST bodies, with prices in cents and times in ISO 8601. */
const restHistorySchema = z.array(z.object({ by: sideSchema, act: z.string(), price: z.number(), at: z.string() }))

/** One seller's part of a trade in the buyer's REST bodies, with prices in cents. */
export const restOfferOfTradeSchema = z.object({
  offerId: z.string(),
  quantity: z.number(),
  quantityOffered: z.number(),
  pricePerItem: z.number(),
  counterPrice: z.nullable(z.number()),
  status: offerStatusSchema,
  lastCounteredBy: z.nullable(sideSchema),
  itemName: z.string(),
  imageUrl: z.string(),
  history: restHistorySchema,
})

/** A trade in the buyer's REST bodies, with amounts in cents. */
export const restTradeSchema = z.object({
  tradeId: z.string(),
  itemName: z.string(),
  itemBarcode: z.string(),
  itemLink: z.string(),
  imageUrl: z.string(),
  quantity: z.number(),
  requestedQuantity: z.number(),
  acceptedQuantity: z.number(),
  pricePerItem: z.number(),
  itemCost: z.number(),
  shippingCost: z.number(),
  commission: z.number(),
  commissionPaidBy: commissionPayerSchema,
  totalCost: z.number(),
  status: tradeStatusSchema,
  providesOwnShipping: z.boolean(),
  shippingAddress: z.object({
    name: z.string(),
    street: z.string(),
    city: z.string(),
    state: z.string(),
    zip: z.string(),
    country: z.string(),
  }),
  trackingNumber: z.string(),
  carrier: z.string(),
  hasLabel: z.boolean(),
  createdAt: z.string(),
  expiresAt: z.string(),
  offers: z.array(restOfferOfTradeSchema),
})
/** A trade in the buyer's REST bodies. */
export type RestTrade = z.infer<typeof restTradeSchema>

/** An offer in the seller's REST bodies, with amounts in cents. */
export const restOfferSchema = z.extend(restOfferOfTradeSchema, {
  tradeId: z.string(),
  itemBarcode: z.string(),
  itemLink: z.string(),
  itemCost: z.number(),
  commission: z.number(),
  sellerPayout: z.number(),
  tradeStatus: tradeStatusSchema,
  trackingNumber: z.string(),
  carrier: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
})
/** An offer in the seller's REST bodies. */
export type RestOffer = z.infer<typeof restOfferSchema>

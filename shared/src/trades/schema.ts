import * as z from 'zod/mini'
import { itemTextsSchema } from '../inventory/schema.ts'
import { defineCollection } from '../kernel/define-collection.ts'
import { idSchema } from '../kernel/ids.ts'
import { centsSchema, nonNegativeCentsSchema, positiveCentsSchema } from '../kernel/money.ts'

/** Status of a trade (decision 0017). `pending`: nobody has accepted yet; `partial`: some sellers have accepted, and open offers are left. */
export const tradeStatusSchema = z.enum([
  'pending',
  'partial',
  'awaiting_shipping',
  'shipping_uploaded',
  'fulfilled',
  'declined',
  'cancelled',
  'expired',
])
/** Status of a trade. */
export type TradeStatus = z.infer<typeof tradeStatusSchema>

/** Status of an offer. */
export const offerStatusSchema = z.enum(['pending', 'countered', 'accepted', 'declined', 'expired'])
/** Status of an offer. */
export type OfferStatus = z.infer<typeof offerStatusSchema>

/** A side of an offer. */
export const sideSchema = z.enum(['buyer', 'seller'])
/** A side of an offer. */
export type Side = z.infer<typeof sideSchema>

/** Side that pays the commission. */
export const commissionPayerSchema = z.enum(['seller', 'buyer'])

/** Carriers of a trade. Orders that the shop ships go by USPS. */
export const TRADE_CARRIERS = ['USPS', 'UPS', 'FedEx'] as const

/** Destination of a trade: a copy of the address in the request. */
export const shippingAddressSchema = z.object({
  name: z.string(),
  street: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  country: z.string(),
})
/** Destination of a trade. */
export type ShippingAddress = z.infer<typeof shippingAddressSchema>

/** One step of a negotiation. `isAutomatic`: true for an answer of the seller's price rule; only the seller and admins receive this field. */
const historyEntrySchema = z.object({
  by: sideSchema,
  act: z.enum(['offer', 'counter', 'accept', 'decline']),
  priceCents: centsSchema,
  atMs: z.number(),
  isAutomatic: z.optional(z.boolean()),
})
/** One step of a negotiation. */
export type HistoryEntry = z.infer<typeof historyEntrySchema>

/** Money of an accepted offer, frozen at its acceptance. If the seller pays the commission, item cost = payout + commission, else item cost =
 *  payout. */
export const offerBreakdownSchema = z.object({
  quantity: z.int(),
  priceCents: centsSchema,
  itemCostCents: centsSchema,
  commissionCents: centsSchema,
  payoutCents: centsSchema,
  atMs: z.number(),
})
/** Money of an accepted offer. */
export type OfferBreakdown = z.infer<typeof offerBreakdownSchema>

/** Pieces that an acceptance took out of an item. The item's texts are kept, so that the pieces can return even when the item was deleted. */
const takenSchema = z.object({ itemId: idSchema, quantity: z.int(), texts: itemTextsSchema })

/** One seller's part of a trade, as the seller and admins see it. It reveals nothing about the buyer (law *Anonymity*). */
export const offerSchema = z.object({
  /** A UUIDv4, because it reveals neither time nor device. */
  id: idSchema,
  tradeId: idSchema,
  sellerUid: idSchema,
  itemName: z.string(),
  itemBarcode: z.string(),
  itemLink: z.string(),
  imageUrl: z.string(),
  /** Number of pieces that the trade requests from all sellers. */
  quantity: z.int(),
  /** Number of pieces that this seller may sell; after the acceptance, the number of pieces taken. */
  quantityOffered: z.int(),
  /** Price per piece in the buyer's request. */
  pricePerItemCents: positiveCentsSchema,
  /** The buyer's latest price for this offer. */
  bidCents: positiveCentsSchema,
  /** The latest counter of either side; null before the first counter. */
  counterPriceCents: z.nullable(positiveCentsSchema),
  lastCounteredBy: z.nullable(sideSchema),
  status: offerStatusSchema,
  history: z.array(historyEntrySchema),
  /** Money of the accepted offer; null before the acceptance. */
  breakdown: z.nullable(offerBreakdownSchema),
  /** Items from which the pieces were taken, for admins. */
  taken: z.array(takenSchema),
  commissionBps: z.int(),
  commissionPaidBy: commissionPayerSchema,
  tradeStatus: tradeStatusSchema,
  trackingNumber: z.string(),
  carrier: z.string(),
  requestedAtMs: z.number(),
  updatedAtMs: z.number(),
  /** Time at which the offer expires without an answer. */
  expiresAtMs: z.number(),
})
/** One seller's part of a trade. */
export type Offer = z.infer<typeof offerSchema>

/** Offers: admins see all, sellers see their own without `taken`. The buyer sees them as `Trade.offers`. */
export const offers = defineCollection({
  name: 'offers',
  schema: offerSchema,
  indexes: ['tradeId', 'sellerUid'],
  audience: (offer) => ['admins', `user:${offer.sellerUid}`],
  userFields: [
    'tradeId',
    'sellerUid',
    'itemName',
    'itemBarcode',
    'itemLink',
    'imageUrl',
    'quantity',
    'quantityOffered',
    'pricePerItemCents',
    'bidCents',
    'counterPriceCents',
    'lastCounteredBy',
    'status',
    'history',
    'breakdown',
    'commissionBps',
    'commissionPaidBy',
    'tradeStatus',
    'trackingNumber',
    'carrier',
    'requestedAtMs',
    'updatedAtMs',
    'expiresAtMs',
  ],
})

/** One seller's part of a trade, as the buyer sees it. It reveals nothing about the seller (law *Anonymity*). */
const offerOfTradeSchema = z.object({
  id: idSchema,
  quantityOffered: z.int(),
  bidCents: centsSchema,
  counterPriceCents: z.nullable(centsSchema),
  lastCounteredBy: z.nullable(sideSchema),
  status: offerStatusSchema,
  history: z.array(historyEntrySchema),
  /** Accepted pieces and price; null before the acceptance. */
  accepted: z.nullable(z.object({ quantity: z.int(), priceCents: centsSchema, itemCostCents: centsSchema })),
})
/** One seller's part of a trade, as its buyer sees it. */
export type OfferOfTrade = z.infer<typeof offerOfTradeSchema>

/** Money of a trade after an acceptance: total = item cost + shipping, plus the commission if the buyer pays it. */
const tradeVersionSchema = z.object({
  atMs: z.number(),
  quantity: z.int(),
  itemCostCents: centsSchema,
  shippingCents: centsSchema,
  commissionCents: centsSchema,
  payoutCents: centsSchema,
  totalCents: centsSchema,
})

/** The buyer's own shipping label. `name`: name of the stored file. */
export const labelSchema = z.object({ name: z.string(), type: z.string(), sizeBytes: z.number() })
/** The buyer's own shipping label. */
export type Label = z.infer<typeof labelSchema>

/** A trade, as its buyer and admins see it. It reveals nothing about the sellers (law *Anonymity*). */
export const tradeSchema = z.object({
  /** A UUIDv4. Screens show its first 8 characters. */
  id: idSchema,
  buyerUid: idSchema,
  itemName: z.string(),
  itemBarcode: z.string(),
  itemLink: z.string(),
  imageUrl: z.string(),
  /** Number of pieces in the request. */
  requestedQuantity: z.int(),
  /** Number of wanted pieces; in an order, the number of accepted pieces. */
  quantity: z.int(),
  acceptedQuantity: z.int(),
  /** Price per piece in the request. */
  pricePerItemCents: positiveCentsSchema,
  providesOwnShipping: z.boolean(),
  shippingAddress: shippingAddressSchema,
  commissionBps: z.int(),
  commissionPaidBy: commissionPayerSchema,
  status: tradeStatusSchema,
  /** While offers are open, these four amounts are the most that the trade may cost; in an order, they are its cost (see `rules/money.ts`). */
  itemCostCents: nonNegativeCentsSchema,
  shippingCents: nonNegativeCentsSchema,
  commissionCents: nonNegativeCentsSchema,
  totalCents: nonNegativeCentsSchema,
  /** The buyer's hold at this moment. */
  heldCents: nonNegativeCentsSchema,
  offers: z.array(offerOfTradeSchema),
  versions: z.array(tradeVersionSchema),
  trackingNumber: z.string(),
  carrier: z.string(),
  label: z.nullable(labelSchema),
  cancelReason: z.string(),
  requestedAtMs: z.number(),
  updatedAtMs: z.number(),
  /** Time at which the trade expires or shrinks to its accepted part, if no side acts before. */
  expiresAtMs: z.number(),
  fulfilledAtMs: z.nullable(z.number()),
  /** The end time of which the last reminder was sent; null before the first reminder. */
  remindedOfMs: z.nullable(z.number()),
})
/** A trade. */
export type Trade = z.infer<typeof tradeSchema>

/** Trades: admins see all, buyers see their own. Sellers see offers instead. */
export const trades = defineCollection({
  name: 'trades',
  schema: tradeSchema,
  indexes: ['buyerUid'],
  audience: (trade) => ['admins', `user:${trade.buyerUid}`],
  userFields: 'all',
})

/** Price rule: prices at which a seller's offers for one barcode are answered automatically; null for never. `declineBelowCents` is at most
 *  `acceptAtCents`. */
export const autoPriceSchema = z.object({
  id: idSchema,
  uid: idSchema,
  barcode1: z.string(),
  /** Accepts at this price per piece or more. */
  acceptAtCents: z.nullable(positiveCentsSchema),
  /** Declines below this price per piece. */
  declineBelowCents: z.nullable(positiveCentsSchema),
})
/** Prices at which a seller's offers are answered automatically. */
export type AutoPrice = z.infer<typeof autoPriceSchema>

/** Price rules: sellers see their own, admins see all. */
export const autoPrices = defineCollection({
  name: 'autoPrices',
  schema: autoPriceSchema,
  indexes: ['uid', 'barcode1'],
  audience: (rule) => ['admins', `user:${rule.uid}`],
  userFields: 'all',
})

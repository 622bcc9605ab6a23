import * as z from 'zod/mini'
import { itemTextsSchema } from '../inventory/schema.ts'
import { defineCollection } from '../kernel/define-collection.ts'
import { idSchema } from '../kernel/ids.ts'
import { centsSchema, nonNegativeCentsSchema, positiveCentsSchema } from '../kernel/money.ts'

/** What a trade can be. `pending`: asked, nobody accepted yet, countered or not. `partial`: some accepted, others may still. The statuses `accepted`,
 *  `countered`, `shipped` and `completed` of spec §4 never last: a trade passes through them in one step (decision 0017). */
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
/** What a trade can be. */
export type TradeStatus = z.infer<typeof tradeStatusSchema>

/** What an offer can be (spec §4). */
export const offerStatusSchema = z.enum(['pending', 'countered', 'accepted', 'declined', 'expired'])
/** What an offer can be. */
export type OfferStatus = z.infer<typeof offerStatusSchema>

/** A side of an offer. */
export const sideSchema = z.enum(['buyer', 'seller'])
/** A side of an offer. */
export type Side = z.infer<typeof sideSchema>

/** Who takes the commission upon themselves (design §6). */
export const commissionPayerSchema = z.enum(['seller', 'buyer'])

/** Carriers of a trade (spec §9); admin tracking is always USPS. */
export const TRADE_CARRIERS = ['USPS', 'UPS', 'FedEx'] as const

/** Where a trade is sent: a copy of the buyer's address as it was when the trade was asked for. */
export const shippingAddressSchema = z.object({
  name: z.string(),
  street: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  country: z.string(),
})
/** Where a trade is sent. */
export type ShippingAddress = z.infer<typeof shippingAddressSchema>

/** One step of a negotiation. `isAutomatic`: by the seller's price rule; only the seller and admins are told. */
const historyEntrySchema = z.object({
  by: sideSchema,
  act: z.enum(['offer', 'counter', 'accept', 'decline']),
  priceCents: centsSchema,
  atMs: z.number(),
  isAutomatic: z.optional(z.boolean()),
})
/** One step of a negotiation. */
export type HistoryEntry = z.infer<typeof historyEntrySchema>

/** What an accepted offer comes to, frozen when it was accepted: item cost = payout + commission, unless the buyer pays the commission on top. */
export const offerBreakdownSchema = z.object({
  quantity: z.int(),
  priceCents: centsSchema,
  itemCostCents: centsSchema,
  commissionCents: centsSchema,
  payoutCents: centsSchema,
  atMs: z.number(),
})
/** What an accepted offer comes to. */
export type OfferBreakdown = z.infer<typeof offerBreakdownSchema>

/** Pieces an acceptance took out of an item, with the item's texts, so that they can go back even when it was deleted meanwhile. */
const takenSchema = z.object({ itemId: idSchema, quantity: z.int(), texts: itemTextsSchema })

/** One seller's part of a trade, as its seller and admins see it. Says nothing of the buyer (design §6). */
export const offerSchema = z.object({
  /** A UUIDv4: says nothing of when or by whom. */
  id: idSchema,
  tradeId: idSchema,
  sellerUid: idSchema,
  itemName: z.string(),
  itemBarcode: z.string(),
  itemLink: z.string(),
  imageUrl: z.string(),
  /** Pieces the trade asks for in all. */
  quantity: z.int(),
  /** Pieces this seller may sell: what was held when the trade was asked for, never more than is still wanted; once accepted, what was taken. */
  quantityOffered: z.int(),
  /** The price per piece the buyer asked with. */
  pricePerItemCents: positiveCentsSchema,
  /** The last price the buyer named for this offer. */
  bidCents: positiveCentsSchema,
  /** The last counter, by whichever side; null before the first. */
  counterPriceCents: z.nullable(positiveCentsSchema),
  lastCounteredBy: z.nullable(sideSchema),
  status: offerStatusSchema,
  history: z.array(historyEntrySchema),
  /** Null until it is accepted. */
  breakdown: z.nullable(offerBreakdownSchema),
  /** Where the pieces came from; for admins. */
  taken: z.array(takenSchema),
  commissionBps: z.int(),
  commissionPaidBy: commissionPayerSchema,
  tradeStatus: tradeStatusSchema,
  trackingNumber: z.string(),
  carrier: z.string(),
  requestedAtMs: z.number(),
  updatedAtMs: z.number(),
  /** An offer nobody answered by then expires. */
  expiresAtMs: z.number(),
})
/** One seller's part of a trade. */
export type Offer = z.infer<typeof offerSchema>

/** Offers: admins see all, a seller sees the own ones without where in the stock the pieces came from. The buyer reads them as `Trade.offers`. */
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

/** One seller's part of a trade, as its buyer sees it. Says nothing of the seller (design §6). */
const offerOfTradeSchema = z.object({
  id: idSchema,
  quantityOffered: z.int(),
  bidCents: centsSchema,
  counterPriceCents: z.nullable(centsSchema),
  lastCounteredBy: z.nullable(sideSchema),
  status: offerStatusSchema,
  history: z.array(historyEntrySchema),
  /** Pieces and price agreed on; null until it is accepted. */
  accepted: z.nullable(z.object({ quantity: z.int(), priceCents: centsSchema, itemCostCents: centsSchema })),
})
/** One seller's part of a trade, as its buyer sees it. */
export type OfferOfTrade = z.infer<typeof offerOfTradeSchema>

/** What a trade came to with each acceptance, frozen: total = item cost + shipping, and the commission on top when the buyer pays it. */
const tradeVersionSchema = z.object({
  atMs: z.number(),
  quantity: z.int(),
  itemCostCents: centsSchema,
  shippingCents: centsSchema,
  commissionCents: centsSchema,
  payoutCents: centsSchema,
  totalCents: centsSchema,
})

/** The label a buyer uploaded: how its file is called in the store, and what it is. */
export const labelSchema = z.object({ name: z.string(), type: z.string(), sizeBytes: z.number() })
/** The label a buyer uploaded. */
export type Label = z.infer<typeof labelSchema>

/** A trade, as its buyer and admins see it (spec §3). Says nothing of the sellers (design §6). */
export const tradeSchema = z.object({
  /** A UUIDv4; its first 8 characters are shown (design §9). */
  id: idSchema,
  buyerUid: idSchema,
  itemName: z.string(),
  itemBarcode: z.string(),
  itemLink: z.string(),
  imageUrl: z.string(),
  /** Pieces asked for. */
  requestedQuantity: z.int(),
  /** Pieces wanted; after a partial trade shrank to its covered part, those it got. */
  quantity: z.int(),
  acceptedQuantity: z.int(),
  /** The price per piece it was asked for with. */
  pricePerItemCents: positiveCentsSchema,
  providesOwnShipping: z.boolean(),
  shippingAddress: shippingAddressSchema,
  commissionBps: z.int(),
  commissionPaidBy: commissionPayerSchema,
  status: tradeStatusSchema,
  /** While offers are open: what it comes to at most, which is what is held; afterwards what it came to (see `rules/money.ts`). */
  itemCostCents: nonNegativeCentsSchema,
  shippingCents: nonNegativeCentsSchema,
  commissionCents: nonNegativeCentsSchema,
  totalCents: nonNegativeCentsSchema,
  /** What is held of the buyer's balance at this moment. */
  heldCents: nonNegativeCentsSchema,
  offers: z.array(offerOfTradeSchema),
  versions: z.array(tradeVersionSchema),
  trackingNumber: z.string(),
  carrier: z.string(),
  label: z.nullable(labelSchema),
  cancelReason: z.string(),
  requestedAtMs: z.number(),
  updatedAtMs: z.number(),
  /** Nobody did anything with it by then: it expires, or shrinks to what was accepted. */
  expiresAtMs: z.number(),
  fulfilledAtMs: z.nullable(z.number()),
  /** Who is to answer was reminded that it would end at this moment; null for not yet. */
  remindedOfMs: z.nullable(z.number()),
})
/** A trade. */
export type Trade = z.infer<typeof tradeSchema>

/** Trades: admins see all, a buyer sees the own ones. Sellers read theirs as offers. */
export const trades = defineCollection({
  name: 'trades',
  schema: tradeSchema,
  indexes: ['buyerUid'],
  audience: (trade) => ['admins', `user:${trade.buyerUid}`],
  userFields: 'all',
})

/** At which prices a seller's offers for one barcode are answered without asking; null for never. `declineBelowCents` is at most `acceptAtCents`. */
export const autoPriceSchema = z.object({
  id: idSchema,
  uid: idSchema,
  barcode1: z.string(),
  /** At this price per piece or more: accepted. */
  acceptAtCents: z.nullable(positiveCentsSchema),
  /** Below this price per piece: declined. */
  declineBelowCents: z.nullable(positiveCentsSchema),
})
/** At which prices a seller's offers are answered without asking. */
export type AutoPrice = z.infer<typeof autoPriceSchema>

/** Price rules: each seller sees the own ones, admins all. Buyers never learn of them. */
export const autoPrices = defineCollection({
  name: 'autoPrices',
  schema: autoPriceSchema,
  indexes: ['uid', 'barcode1'],
  audience: (rule) => ['admins', `user:${rule.uid}`],
  userFields: 'all',
})

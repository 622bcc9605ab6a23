import * as z from 'zod/mini'
import { defineCall } from '../../kernel/define-call.ts'
import { kernelRefusals } from '../../kernel/errors.ts'
import { tradeRefusals } from '../errors.ts'
import { TRADE_LIST_LIMIT } from '../rules/limits.ts'
import { BUYER_COUNTER_MISSING, priceSchema, SELLER_COUNTER_MISSING, shownTotalSchema } from '../rules/trade-form.ts'
import { offerStatusSchema, tradeStatusSchema } from '../schema.ts'
import { restOfferSchema, restTradeSchema } from './rest.ts'

const { TRADE_NOT_FOUND, OFFER_NOT_FOUND, TRADE_CHANGED, OFFER_MOVED_ON, OFFER_EXPIRED, WAITING_FOR_BUYER, WAITING_FOR_SELLER } =
  tradeRefusals
const { OUT_OF_STOCK, BALANCE_MISSING, TOTAL_CHANGED, TOO_MANY_COUNTERS } = tradeRefusals
const { PAYOUTS_CLOSED } = kernelRefusals

const path = z.object({ id: z.string() })
/** Optional: the price that the person saw, in cents. If the price has changed, the offer is not accepted. */
const seenBody = z.object({ price: z.nullish(z.number()) })
const ANSWERED = { TRADE_NOT_FOUND, OFFER_NOT_FOUND, TRADE_CHANGED, OFFER_MOVED_ON, OFFER_EXPIRED, WAITING_FOR_BUYER, WAITING_FOR_SELLER }
/** Outcome of an answer, which the page shows before the changed rows arrive. */
const answered = z.object({ message: z.string(), offerStatus: offerStatusSchema, tradeStatus: tradeStatusSchema })

/** Lists the caller's negotiations as buyer and as seller. */
export const listMyOffersCall = defineCall({
  name: 'trades.listMyOffers',
  method: 'GET',
  path: '/trades/offers/my-offers',
  access: 'user',
  summary: `Lists the trades the caller asked for (sent) and the offers the caller got (received), newest first; at most ${TRADE_LIST_LIMIT} each. Neither list names the other side.`,
  output: z.object({ sent: z.array(restTradeSchema), received: z.array(restOfferSchema) }),
})

/** Lists the caller's accepted offers, as a seller. */
export const listCompletedOffersCall = defineCall({
  name: 'trades.listCompletedOffers',
  method: 'GET',
  path: '/trades/offers/completed',
  access: 'user',
  summary: `Lists the offers the caller accepted as a seller, newest first; at most ${TRADE_LIST_LIMIT}.`,
  output: z.object({ offers: z.array(restOfferSchema) }),
})

/** Counts the offers that wait for the caller. */
export const countPendingOffersCall = defineCall({
  name: 'trades.countPendingOffers',
  method: 'GET',
  path: '/trades/offers/pending-count',
  access: 'user',
  summary: 'Counts the offers that wait for the caller’s answer, as seller and as buyer.',
  output: z.object({ count: z.number() }),
})

/** Accepts an offer as its seller. */
export const acceptOfferCall = defineCall({
  name: 'trades.acceptOffer',
  method: 'POST',
  path: '/trades/offers/{id}/accept',
  access: 'user',
  summary: 'Accepts an offer as its seller: the pieces leave the inventory.',
  params: path,
  body: seenBody,
  output: answered,
  refusals: { ...ANSWERED, OUT_OF_STOCK },
})

/** Declines an offer as its seller. */
export const declineOfferCall = defineCall({
  name: 'trades.declineOffer',
  method: 'POST',
  path: '/trades/offers/{id}/decline',
  access: 'user',
  summary: 'Declines an offer as its seller.',
  params: path,
  output: answered,
  refusals: ANSWERED,
})

/** Counters an offer as its seller. */
export const counterOfferCall = defineCall({
  name: 'trades.counterOffer',
  method: 'POST',
  path: '/trades/offers/{id}/counter',
  access: 'user',
  summary: 'Counters an offer as its seller with another price per piece, in cents.',
  params: path,
  body: z.object({ counterPrice: priceSchema(SELLER_COUNTER_MISSING) }),
  output: answered,
  refusals: { ...ANSWERED, TOO_MANY_COUNTERS },
})

/** Accepts a counter as the buyer. */
export const acceptCounterCall = defineCall({
  name: 'trades.acceptCounter',
  method: 'POST',
  path: '/trades/offers/{id}/accept-counter',
  access: 'user',
  summary: 'Accepts a seller’s counter as the buyer and adjusts the hold to its total.',
  params: path,
  /** `totalCost` (optional): the hold that the person saw, in cents. A larger hold is refused. */
  body: z.extend(seenBody, { totalCost: shownTotalSchema }),
  output: answered,
  refusals: { ...ANSWERED, OUT_OF_STOCK, BALANCE_MISSING, TOTAL_CHANGED, PAYOUTS_CLOSED },
})

/** Declines a counter as the buyer. */
export const declineCounterCall = defineCall({
  name: 'trades.declineCounter',
  method: 'POST',
  path: '/trades/offers/{id}/decline-counter',
  access: 'user',
  summary: 'Declines a seller’s counter as the buyer: the offer ends.',
  params: path,
  output: answered,
  refusals: ANSWERED,
})

/** Counters a counter as the buyer. */
export const counterAsBuyerCall = defineCall({
  name: 'trades.buyerCounter',
  method: 'POST',
  path: '/trades/offers/{id}/buyer-counter',
  access: 'user',
  summary: 'Counters as the buyer with another price per piece, in cents, and adjusts the hold at once.',
  params: path,
  body: z.object({ counterPrice: priceSchema(BUYER_COUNTER_MISSING) }),
  output: answered,
  refusals: { ...ANSWERED, TOO_MANY_COUNTERS, BALANCE_MISSING, PAYOUTS_CLOSED },
})

import type { Cents } from '@shop/shared/kernel/money.ts'
import type { RestOffer, RestTrade } from '@shop/shared/trades/calls/rest.ts'
import { TRADE_LIST_LIMIT } from '@shop/shared/trades/rules/limits.ts'
import { askedCents } from '@shop/shared/trades/rules/machine.ts'
import { offerMoney } from '@shop/shared/trades/rules/money.ts'
import type { HistoryEntry, Offer, OfferOfTrade, OfferStatus, Trade } from '@shop/shared/trades/schema.ts'
import { namedColumns } from '../platform/database/collection-table.ts'
import type { Db } from '../platform/database/sql.ts'
import { offersTable, tradesTable } from './tables.ts'

const isoOf = (atMs: number) => new Date(atMs).toISOString()
const historyOf = (history: readonly HistoryEntry[]) =>
  history.map(({ by, act, priceCents, atMs }) => ({ by, act, price: priceCents, at: isoOf(atMs) }))

/** Answers the price of a trade: that of its accepted offers, or that of the request if no offer is accepted or the prices differ. */
function standingCents({ offers, pricePerItemCents }: Trade): Cents {
  const [price, ...others] = new Set(offers.flatMap(({ accepted }) => accepted?.priceCents ?? []))
  return price !== undefined && others.length === 0 ? price : pricePerItemCents
}

const restOfferOfTrade = (trade: Trade, offer: OfferOfTrade): RestTrade['offers'][number] => ({
  offerId: offer.id,
  quantity: trade.requestedQuantity,
  quantityOffered: offer.quantityOffered,
  pricePerItem: offer.accepted?.priceCents ?? offer.bidCents,
  counterPrice: offer.counterPriceCents,
  status: offer.status,
  lastCounteredBy: offer.lastCounteredBy,
  itemName: trade.itemName,
  imageUrl: trade.imageUrl,
  history: historyOf(offer.history),
})

/** Converts a trade to its buyer's REST body, without data about the sellers (law *Anonymity*). */
export function restTrade(trade: Trade): RestTrade {
  return {
    tradeId: trade.id,
    itemName: trade.itemName,
    itemBarcode: trade.itemBarcode,
    itemLink: trade.itemLink,
    imageUrl: trade.imageUrl,
    quantity: trade.quantity,
    requestedQuantity: trade.requestedQuantity,
    acceptedQuantity: trade.acceptedQuantity,
    pricePerItem: standingCents(trade),
    itemCost: trade.itemCostCents,
    shippingCost: trade.shippingCents,
    commission: trade.commissionCents,
    commissionPaidBy: trade.commissionPaidBy,
    totalCost: trade.totalCents,
    status: trade.status,
    providesOwnShipping: trade.providesOwnShipping,
    shippingAddress: trade.shippingAddress,
    trackingNumber: trade.trackingNumber,
    carrier: trade.carrier,
    hasLabel: trade.label !== null,
    createdAt: isoOf(trade.requestedAtMs),
    expiresAt: isoOf(trade.expiresAtMs),
    offers: trade.offers.map((offer) => restOfferOfTrade(trade, offer)),
  }
}

/** Converts an offer to its seller's REST body, without data about the buyer (law *Anonymity*). */
export function restOffer(offer: Offer): RestOffer {
  const { itemCostCents, commissionCents, payoutCents } = offer.breakdown ?? offerMoney(askedCents(offer), offer.quantityOffered, offer)
  return {
    offerId: offer.id,
    tradeId: offer.tradeId,
    itemName: offer.itemName,
    itemBarcode: offer.itemBarcode,
    itemLink: offer.itemLink,
    imageUrl: offer.imageUrl,
    quantity: offer.quantity,
    quantityOffered: offer.quantityOffered,
    pricePerItem: offer.breakdown?.priceCents ?? offer.bidCents,
    counterPrice: offer.counterPriceCents,
    status: offer.status,
    lastCounteredBy: offer.lastCounteredBy,
    itemCost: itemCostCents,
    commission: commissionCents,
    sellerPayout: payoutCents,
    tradeStatus: offer.tradeStatus,
    trackingNumber: offer.trackingNumber,
    carrier: offer.carrier,
    createdAt: isoOf(offer.requestedAtMs),
    expiresAt: isoOf(offer.expiresAtMs),
    history: historyOf(offer.history),
  }
}

/** Reads a buyer's trades, newest first. */
export const readTradesOf = (db: Db, uid: string): Promise<Trade[]> =>
  db
    .selectFrom('trades')
    .select(namedColumns(tradesTable))
    .where('buyer_uid', '=', uid)
    .orderBy('requested_at_ms', 'desc')
    .orderBy('id')
    .limit(TRADE_LIST_LIMIT)
    .execute()

/** Reads a seller's offers, newest first, optionally of one status. */
export function readOffersOf(db: Db, uid: string, status?: OfferStatus): Promise<Offer[]> {
  const all = db.selectFrom('offers').select(namedColumns(offersTable)).where('seller_uid', '=', uid)
  const offers = status === undefined ? all : all.where('status', '=', status)
  return offers.orderBy('requested_at_ms', 'desc').orderBy('id').limit(TRADE_LIST_LIMIT).execute()
}

import { createHash } from 'node:crypto'
import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { tradeRefusals } from '@shop/shared/trades/errors.ts'
import { sellersAndItemsOf } from '@shop/shared/trades/rules/order.ts'
import type { TradeReference } from '@shop/shared/trades/rules/working-trade.ts'
import type { Offer, Trade } from '@shop/shared/trades/schema.ts'
import { namedColumns } from '../platform/database/collection-table.ts'
import type { Db } from '../platform/database/sql.ts'
import { offersTable, tradesTable } from './tables.ts'

/** Derives a UUIDv4 from a text. A repeated request gets the same id, and the id reveals no time. */
export function randomOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The id of the trade that a buyer asks for under an id of the buyer's choice. */
export const tradeIdOf = (uid: string, askedId: string): string => randomOf(`${uid} ${askedId}`)

/** Reads a trade. Refuses TRADE_NOT_FOUND. */
export async function requireTrade(db: Db, id: string): Promise<Trade> {
  const trades = db.selectFrom('trades').select(namedColumns(tradesTable))
  const trade = await trades.where('id', '=', id.toLowerCase()).executeTakeFirst()
  if (!trade) throw refusal(tradeRefusals, 'TRADE_NOT_FOUND')
  return trade
}

/** Reads a buyer's own trade. Refuses FORBIDDEN for another buyer's trade. */
export async function requireOwnTrade(db: Db, id: string, uid: string): Promise<Trade> {
  const trade = await requireTrade(db, id)
  if (trade.buyerUid !== uid) throw refusal(kernelRefusals, 'FORBIDDEN')
  return trade
}

/** Makes the reference of a trade, for the commands that change it. */
export const referenceOf = (trade: Trade): TradeReference => ({ tradeId: trade.id, buyerUid: trade.buyerUid, barcode: trade.itemBarcode })

export const readOffers = (db: Db, tradeId: string): Promise<Offer[]> =>
  db.selectFrom('offers').select(namedColumns(offersTable)).where('trade_id', '=', tradeId).orderBy('id').execute()

/** Reads the reference of an order: with the sellers whom it pays, and the ids of the items whose pieces it took. */
export async function orderReferenceOf(db: Db, id: string) {
  const trade = await requireTrade(db, id)
  return { ...referenceOf(trade), ...sellersAndItemsOf(await readOffers(db, trade.id)) }
}

/** Reads the reference of an offer. Refuses OFFER_NOT_FOUND. */
export async function offerReferenceOf(db: Db, id: string) {
  const reference = await db
    .selectFrom('offers')
    .innerJoin('trades', 'trades.id', 'offers.trade_id')
    .select(['offers.id as offerId', 'offers.seller_uid as sellerUid'])
    .select(['trades.id as tradeId', 'trades.buyer_uid as buyerUid', 'trades.item_barcode as barcode'])
    .where('offers.id', '=', id.toLowerCase())
    .executeTakeFirst()
  if (!reference) throw refusal(tradeRefusals, 'OFFER_NOT_FOUND')
  return reference
}

/** True when some trade shows this label. */
export async function isLabelOfTrade(db: Db, name: string): Promise<boolean> {
  const trades = db
    .selectFrom('trades')
    .select('id')
    .where((eb) => eb(eb.ref('label', '->>').key('name'), '=', name))
  return (await trades.limit(1).executeTakeFirst()) !== undefined
}

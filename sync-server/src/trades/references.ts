import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { tradeRefusals } from '@shop/shared/trades/errors.ts'
import type { TradeReference } from '@shop/shared/trades/rules/working-trade.ts'
import type { Offer, Trade } from '@shop/shared/trades/schema.ts'
import { selectRows } from '../platform/database/collection-table.ts'
import { type Db, sql } from '../platform/database/sql.ts'
import { offersTable, tradesTable } from './tables.ts'

/** A trade. Refuses TRADE_NOT_FOUND. */
export async function requireTrade(db: Db, id: string): Promise<Trade> {
  const [trade] = await selectRows(db, tradesTable, sql`where id = ${id.toLowerCase()}`)
  if (!trade) throw refusal(tradeRefusals, 'TRADE_NOT_FOUND')
  return trade
}

/** One's own trade. Refuses FORBIDDEN for somebody else's. */
export async function requireOwnTrade(db: Db, id: string, uid: string): Promise<Trade> {
  const trade = await requireTrade(db, id)
  if (trade.buyerUid !== uid) throw refusal(kernelRefusals, 'FORBIDDEN')
  return trade
}

/** What a command needs to name a trade. */
export const referenceOf = (trade: Trade): TradeReference => ({ tradeId: trade.id, buyerUid: trade.buyerUid, barcode: trade.itemBarcode })

/** The offers of a trade. */
export const readOffers = (db: Db, tradeId: string): Promise<Offer[]> =>
  selectRows(db, offersTable, sql`where trade_id = ${tradeId} order by id`)

/** What a command needs to name a trade with the sellers it pays. */
export async function orderReferenceOf(db: Db, id: string) {
  const trade = await requireTrade(db, id)
  const accepted = (await readOffers(db, trade.id)).filter(({ breakdown }) => breakdown)
  return {
    trade,
    reference: { ...referenceOf(trade), sellerUids: [...new Set(accepted.map(({ sellerUid }) => sellerUid))] },
    itemIds: [...new Set(accepted.flatMap(({ taken }) => taken.map(({ itemId }) => itemId)))],
  }
}

/** What a command needs to name an offer. Refuses OFFER_NOT_FOUND. */
export async function offerReferenceOf(db: Db, id: string) {
  const { rows } = await sql<TradeReference & { offerId: string; sellerUid: string }>`select offers.id as "offerId", trades.id as "tradeId",
    trades.buyer_uid as "buyerUid", trades.item_barcode as barcode, offers.seller_uid as "sellerUid"
    from offers join trades on trades.id = offers.trade_id where offers.id = ${id.toLowerCase()}`.execute(db)
  if (!rows[0]) throw refusal(tradeRefusals, 'OFFER_NOT_FOUND')
  return rows[0]
}

/** Whether some trade shows this label. */
export async function isLabelOfTrade(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`select 1 from trades where label ->> 'name' = ${name} limit 1`.execute(db)
  return rows.length > 0
}

import { randomUUID } from 'node:crypto'
import { inventoryRefusals } from '@shop/shared/inventory/errors.ts'
import { sameBarcode } from '@shop/shared/inventory/rules/barcodes.ts'
import type { InputOf } from '@shop/shared/kernel/define-call.ts'
import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { listMarketplaceItemsCall, requestTradeCall, setAutoPriceCall } from '@shop/shared/trades/calls/marketplace.ts'
import { requestTrade } from '@shop/shared/trades/commands/request-trade.ts'
import { setAutoPrice } from '@shop/shared/trades/commands/set-auto-price.ts'
import { tradeRefusals } from '@shop/shared/trades/errors.ts'
import { MAX_OPEN_TRADES, MAX_TRADES_A_DAY } from '@shop/shared/trades/rules/limits.ts'
import { shippingAddressSchema, type Trade } from '@shop/shared/trades/schema.ts'
import * as z from 'zod/mini'
import { namedColumns } from '../../platform/database/collection-table.ts'
import type { Db, Tx } from '../../platform/database/sql.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { readMarketplace, sellersOf } from '../listing.ts'
import { randomOf, tradeIdOf } from '../references.ts'
import { restTrade } from '../rest-trades.ts'
import { tradesTable } from '../tables.ts'

/** GET /marketplace/items. */
export const handleListMarketplaceItems = implementCall(listMarketplaceItemsCall, ({ query, actor, platform }) =>
  readMarketplace(platform.db, { uid: actor.uid, ...query }),
)

type Asking = InputOf<typeof requestTradeCall>['body']

/** POST /trades/request. Offers get random ids, because ids derived from the seller could be guessed. The trade's id is a hash, because both sides
 *  see it, and an id that the caller chose could contain a message (law *Anonymity*). */
export const handleRequestTrade = implementCall(requestTradeCall, async ({ body, actor, platform, newId }) => {
  const tradeId = body.id === undefined ? randomOf(newId()) : tradeIdOf(actor.uid, body.id)
  const own = () => readOwn(platform.db, tradeId, actor.uid)
  const known = await own()
  if (known && !asksFor(known, body)) throw refusal(tradeRefusals, 'TRADE_EXISTS')
  if (!known) {
    const sellers = await sellersOf(platform.db, actor.uid, body.itemBarcode)
    const { itemBarcode: barcode, quantity, pricePerItem: pricePerItemCents, providesOwnShipping, shippingAddress } = body
    const args = { tradeId, buyerUid: actor.uid, barcode, quantity, pricePerItemCents, providesOwnShipping, shippingAddress }
    try {
      const asked = sellers.map((uid) => ({ uid, offerId: randomUUID() }))
      await platform.runCommand(
        actor,
        requestTrade,
        { ...args, sellers: asked, shownTotalCents: body.totalCost },
        { also: (tx) => requireRoom(tx, actor.uid, platform.nowMs()) },
      )
    } catch (error) {
      // a copy of this request may have run first at the same moment
      const first = await own()
      if (!first || !asksFor(first, body)) throw error
    }
  }
  const trade = await own()
  // an admin may have deleted the trade at the same moment
  if (!trade) throw refusal(tradeRefusals, 'TRADE_CHANGED')
  return { message: `Trade request submitted successfully! Trade ID: ${tradeId}`, tradeId, trade: restTrade(trade) }
})

/** True when a trade is the one that a request asks for. The request's id may belong to another trade. */
function asksFor(trade: Trade, { itemBarcode, quantity, pricePerItem, providesOwnShipping, shippingAddress }: Asking): boolean {
  return (
    sameBarcode(trade.itemBarcode, itemBarcode) &&
    trade.requestedQuantity === quantity &&
    trade.pricePerItemCents === pricePerItem &&
    trade.providesOwnShipping === providesOwnShipping &&
    z.keyof(shippingAddressSchema).options.every((field) => trade.shippingAddress[field] === shippingAddress[field])
  )
}

async function readOwn(db: Db, tradeId: string, uid: string): Promise<Trade | undefined> {
  const trades = db.selectFrom('trades').select(namedColumns(tradesTable))
  return trades.where('id', '=', tradeId).where('buyer_uid', '=', uid).executeTakeFirst()
}

const DAY_MS = 86_400_000

/** Counts a buyer's trades, with the one just requested. The request has locked the buyer's balance, so requests at the same moment are counted one
 *  after the other. */
async function requireRoom(tx: Tx, uid: string, nowMs: number): Promise<void> {
  const own = tx.selectFrom('trades').where('buyer_uid', '=', uid)
  const { open, today } = await own
    .select((eb) => eb.fn.countAll<number>().filterWhere('status', 'in', ['pending', 'partial']).as('open'))
    .select((eb) =>
      eb.fn
        .countAll<number>()
        .filterWhere('requested_at_ms', '>', nowMs - DAY_MS)
        .as('today'),
    )
    .executeTakeFirstOrThrow()
  if (open > MAX_OPEN_TRADES) throw refusal(tradeRefusals, 'TOO_MANY_TRADES')
  if (today > MAX_TRADES_A_DAY) throw refusal(tradeRefusals, 'TOO_MANY_TRADES_TODAY')
}

/** PUT /marketplace/auto-prices/{itemId}. */
export const handleSetAutoPrice = implementCall(setAutoPriceCall, async ({ params, body, actor, platform }) => {
  const itemId = params.itemId.toLowerCase()
  const item = await platform.db.selectFrom('items').select('consignor_id').where('id', '=', itemId).executeTakeFirst()
  if (!item) throw refusal(inventoryRefusals, 'ITEM_NOT_FOUND')
  if (item.consignor_id !== actor.uid) throw refusal(kernelRefusals, 'FORBIDDEN')
  await platform.runCommand(actor, setAutoPrice, {
    uid: actor.uid,
    itemId,
    acceptAtCents: body.acceptAt,
    declineBelowCents: body.declineBelow,
  })
  return { message: body.acceptAt === null && body.declineBelow === null ? 'Price rule removed' : 'Price rule saved' }
})

import * as z from 'zod/mini'
import { addItem, moveStock } from '../../inventory/rules/stock.ts'
import { items } from '../../inventory/schema.ts'
import { byId, type CommandContext, type CommandTx, defineCommand } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { ZERO_CENTS } from '../../kernel/money.ts'
import { post, reversed } from '../../sales/rules/ledger.ts'
import { audit } from '../../settings/rules/audit.ts'
import { tradeRefusals } from '../errors.ts'
import { sidesOfOrder } from '../rules/acceptance.ts'
import { holdTo, loadTrade, requireMove } from '../rules/working-trade.ts'
import { type Offer, offers, trades } from '../schema.ts'
import { orderReference, requireSellers, touchesOfOrder } from './ship-trade.ts'

/** Deletes a trade in any state: reverses payments, releases the hold and returns the pieces, for which a deleted item is added again; a seller's
 *  balance may fall below zero. Refuses TRADE_NOT_FOUND, TRADE_CHANGED. */
export const removeTrade = defineCommand({
  name: 'trades.remove',
  args: z.object({ ...orderReference, itemIds: z.array(idSchema).check(z.maxLength(100_000)) }),
  roles: ['admin'],
  channel: 'server',
  refusals: ['TRADE_NOT_FOUND', 'TRADE_CHANGED'],
  touches: (args) => [...touchesOfOrder(args), ...args.itemIds.map((id) => byId(items, id))],
  run(tx, args, ctx) {
    const work = loadTrade(tx, args)
    requireMove(ctx, 'remove', work.trade)
    requireSellers(work, args.sellerUids)
    if (work.trade.status === 'fulfilled') {
      post(tx, ctx, { kind: 'trade_deleted', sourceId: args.tradeId, sides: reversed(sidesOfOrder(work)) })
      work.trade = { ...work.trade, heldCents: work.trade.totalCents }
    }
    holdTo(tx, ctx, work, ZERO_CENTS)
    for (const offer of work.offers.values()) giveBack(tx, ctx, offer, args.itemIds)
    for (const { id } of work.offers.values()) tx.remove(offers, id)
    tx.remove(trades, args.tradeId)
    const { buyerUid, itemName, itemBarcode, quantity, totalCents, status } = work.trade
    audit(tx, ctx, {
      action: 'trades.remove',
      subject: args.tradeId,
      before: { buyerUid, itemName, itemBarcode, quantity, totalCents, status },
    })
  },
})

function giveBack(tx: CommandTx, ctx: CommandContext, { taken, sellerUid, tradeId }: Offer, itemIds: readonly string[]): void {
  for (const { itemId, quantity, texts } of taken) {
    if (!itemIds.includes(itemId)) throw refusal(tradeRefusals, 'TRADE_CHANGED')
    const item = tx.get(items, itemId)
    const back = { kind: 'trade_return', sourceId: tradeId } as const
    if (item) moveStock(tx, ctx, item, { ...back, deltaCount: quantity })
    else addItem(tx, ctx, { ...back, id: itemId, consignorId: sellerUid, texts, quantity })
  }
}

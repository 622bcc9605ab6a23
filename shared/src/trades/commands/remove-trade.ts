import * as z from 'zod/mini'
import { addItem, moveStock } from '../../inventory/rules/stock.ts'
import { type CommandContext, type CommandTx, defineCommand } from '../../kernel/define-command.ts'
import { ZERO_CENTS } from '../../kernel/money.ts'
import { post, reversed } from '../../sales/rules/ledger.ts'
import { audit } from '../../settings/rules/audit.ts'
import { sidesOfOrder } from '../rules/acceptance.ts'
import { heldOf, orderReference, requireSellers, takenFrom, touchesOfOrder } from '../rules/order.ts'
import { holdTo, loadTrade, requireMove } from '../rules/working-trade.ts'
import { type Offer, offers, trades } from '../schema.ts'

/** Deletes a trade in any state: reverses payments, releases the hold and returns the pieces, for which a deleted item is added again; a seller's
 *  balance may fall below zero. Refuses TRADE_NOT_FOUND, TRADE_CHANGED. */
export const removeTrade = defineCommand({
  name: 'trades.remove',
  args: z.object(orderReference),
  roles: ['admin'],
  channel: 'server',
  refusals: ['TRADE_NOT_FOUND', 'TRADE_CHANGED'],
  touches: touchesOfOrder,
  run(tx, args, ctx) {
    const work = loadTrade(tx, args)
    requireMove(ctx, 'remove', work.trade)
    requireSellers(work, args.sellerUids)
    const isShipped = work.trade.status === 'fulfilled'
    if (isShipped) {
      post(tx, ctx, { kind: 'trade_deleted', sourceId: args.tradeId, sides: reversed(sidesOfOrder(work)) })
      work.trade = { ...work.trade, heldCents: work.trade.totalCents }
    }
    holdTo(tx, ctx, work, ZERO_CENTS)
    for (const offer of work.offers.values()) giveBack(tx, ctx, offer, { isShipped, itemIds: args.itemIds })
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

type Back = { readonly isShipped: boolean; readonly itemIds: readonly string[] }

function giveBack(tx: CommandTx, ctx: CommandContext, offer: Offer, { isShipped, itemIds }: Back): void {
  for (const one of offer.taken) {
    const { itemId, quantity, texts } = one
    const item = takenFrom(tx, one, itemIds)
    const back = { kind: 'trade_return', sourceId: offer.tradeId } as const
    if (!item) addItem(tx, ctx, { ...back, id: itemId, consignorId: offer.sellerUid, texts, quantity })
    else moveStock(tx, ctx, item, { ...back, deltaCount: quantity, promisedDelta: isShipped ? 0 : -heldOf(item, offer, one) })
  }
}

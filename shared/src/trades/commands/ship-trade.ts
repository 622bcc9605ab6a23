import * as z from 'zod/mini'
import { moveStock } from '../../inventory/rules/stock.ts'
import { type CommandContext, type CommandTx, defineCommand } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { ZERO_CENTS } from '../../kernel/money.ts'
import { post } from '../../sales/rules/ledger.ts'
import { audit } from '../../settings/rules/audit.ts'
import { plainTrackingNumber } from '../../shipments/rules/tracking.ts'
import { tradeRefusals } from '../errors.ts'
import { sidesOfOrder } from '../rules/acceptance.ts'
import { heldOf, type OrderReference, orderReference, requireSellers, takenFrom, touchesOfOrder } from '../rules/order.ts'
import { tradeReference } from '../rules/reference.ts'
import { loadTrade, requireMove, requireMover, saveTrade, touchesOfTrade, type WorkingTrade } from '../rules/working-trade.ts'
import { labelSchema, type Offer, TRADE_CARRIERS } from '../schema.ts'

const carrier = z.enum(TRADE_CARRIERS)

/** Attaches the buyer's own label, or replaces it until the order ships. Refuses TRADE_NOT_FOUND, TRADE_CHANGED, TRADE_MOVED_ON, NOT_OWN_SHIPPING,
 *  FORBIDDEN. */
export const attachLabel = defineCommand({
  name: 'trades.attachLabel',
  args: z.object({ ...tradeReference, trackingNumber: z.string(), carrier, label: labelSchema }),
  roles: ['user', 'admin'],
  channel: 'server',
  refusals: ['TRADE_NOT_FOUND', 'TRADE_CHANGED', 'TRADE_MOVED_ON', 'NOT_OWN_SHIPPING', 'FORBIDDEN'],
  touches: touchesOfTrade,
  run(tx, args, ctx) {
    const work = loadTrade(tx, args)
    requireMover(ctx, work.trade.buyerUid)
    requireMove(ctx, 'uploadLabel', work.trade)
    const { trackingNumber, label } = args
    work.trade = { ...work.trade, status: 'shipping_uploaded', trackingNumber, carrier: args.carrier, label }
    saveTrade(tx, ctx, work)
  },
})

/** Fulfils an order: the hold pays the sellers, the commission and the shipping. */
function fulfil(tx: CommandTx, ctx: CommandContext, work: WorkingTrade, args: OrderReference): void {
  requireSellers(work, args.sellerUids)
  for (const offer of work.offers.values()) leaveShelf(tx, ctx, offer, args)
  post(tx, ctx, { kind: 'trade_fulfilled', sourceId: work.trade.id, sides: sidesOfOrder(work) })
  work.trade = { ...work.trade, status: 'fulfilled', heldCents: ZERO_CENTS, fulfilledAtMs: ctx.nowMs }
  saveTrade(tx, ctx, work)
}

/** Takes the promised pieces off the shelf. The stock lacks them since the acceptance. */
function leaveShelf(tx: CommandTx, ctx: CommandContext, offer: Offer, { tradeId, itemIds }: OrderReference): void {
  for (const one of offer.taken) {
    const item = takenFrom(tx, one, itemIds)
    if (item) moveStock(tx, ctx, item, { deltaCount: 0, promisedDelta: -heldOf(item, offer, one), kind: 'trade', sourceId: tradeId })
  }
}

/** Records the tracking number of an order that an admin shipped, and fulfils the order. Refuses TRADE_NOT_FOUND, TRADE_CHANGED, TRADE_MOVED_ON,
 *  HAS_TRACKING. */
export const addTracking = defineCommand({
  name: 'trades.addTracking',
  args: z.object({ ...orderReference, trackingNumber: z.string(), carrier }),
  roles: ['admin'],
  channel: 'server',
  paysOut: true,
  refusals: ['TRADE_NOT_FOUND', 'TRADE_CHANGED', 'TRADE_MOVED_ON', 'HAS_TRACKING'],
  touches: touchesOfOrder,
  run(tx, args, ctx) {
    const work = loadTrade(tx, args)
    requireMove(ctx, 'addTracking', work.trade)
    work.trade = { ...work.trade, trackingNumber: args.trackingNumber, carrier: args.carrier }
    fulfil(tx, ctx, work, args)
    audit(tx, ctx, { action: 'trades.addTracking', subject: args.tradeId, after: { trackingNumber: args.trackingNumber } })
  },
})

/** Error message for a label that the buyer has replaced meanwhile. */
const LABEL_REPLACED = 'The buyer has replaced the label meanwhile. Please look at the new one before you ship.'

/** Fulfils an order that an admin shipped with the buyer's label. Refuses TRADE_NOT_FOUND, TRADE_MOVED_ON, LABEL_MISSING, and TRADE_CHANGED also when
 *  the label no longer has `trackingNumber`. */
export const markShipped = defineCommand({
  name: 'trades.markShipped',
  args: z.object({ ...orderReference, trackingNumber: z.nullish(z.string()) }),
  roles: ['admin'],
  channel: 'server',
  paysOut: true,
  refusals: ['TRADE_NOT_FOUND', 'TRADE_CHANGED', 'TRADE_MOVED_ON', 'LABEL_MISSING'],
  touches: touchesOfOrder,
  run(tx, args, ctx) {
    const work = loadTrade(tx, args)
    requireMove(ctx, 'markShipped', work.trade)
    const { trackingNumber: seen } = args
    if (seen && plainTrackingNumber(seen) !== plainTrackingNumber(work.trade.trackingNumber))
      throw refusal(tradeRefusals, 'TRADE_CHANGED', { message: LABEL_REPLACED })
    fulfil(tx, ctx, work, args)
    audit(tx, ctx, { action: 'trades.markShipped', subject: args.tradeId })
  },
})

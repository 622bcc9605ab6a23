import * as z from 'zod/mini'
import { promisedOf } from '../../inventory/rules/recent-moves.ts'
import { moveStock } from '../../inventory/rules/stock.ts'
import { type Item, items } from '../../inventory/schema.ts'
import { byId, type CommandContext, type CommandTx, defineCommand } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { ZERO_CENTS } from '../../kernel/money.ts'
import { post } from '../../sales/rules/ledger.ts'
import { balances } from '../../sales/schema.ts'
import { audit } from '../../settings/rules/audit.ts'
import { plainTrackingNumber } from '../../shipments/rules/tracking.ts'
import { tradeRefusals } from '../errors.ts'
import { sidesOfOrder } from '../rules/acceptance.ts'
import { MAX_SELLERS } from '../rules/limits.ts'
import { tradeReference } from '../rules/reference.ts'
import { loadTrade, requireMove, requireMover, saveTrade, touchesOfTrade, type WorkingTrade } from '../rules/working-trade.ts'
import { labelSchema, type Offer, TRADE_CARRIERS } from '../schema.ts'

const carrier = z.enum(TRADE_CARRIERS)

/** Arguments that name a trade, the sellers it pays and the items it took. The server locks balances and items before the command runs. */
export const orderReference = {
  ...tradeReference,
  sellerUids: z.array(idSchema).check(z.maxLength(MAX_SELLERS)),
  itemIds: z.array(idSchema).check(z.maxLength(100_000)),
}
type OrderReference = z.infer<z.ZodMiniObject<typeof orderReference>>

/** Names the rows of a move that pays sellers or reverses their payments. */
export const touchesOfOrder = (args: OrderReference) => [
  ...touchesOfTrade(args),
  ...args.sellerUids.map((uid) => byId(balances, uid)),
  ...args.itemIds.map((id) => byId(items, id)),
]

/** Refuses TRADE_CHANGED when the trade pays a seller who is not named. */
export function requireSellers(work: WorkingTrade, sellerUids: readonly string[]): void {
  for (const { sellerUid, breakdown } of work.offers.values())
    if (breakdown && !sellerUids.includes(sellerUid)) throw refusal(tradeRefusals, 'TRADE_CHANGED')
}

type Taken = Offer['taken'][number]

/** Gets the item that an acceptance took pieces of; undefined when it was deleted. Refuses TRADE_CHANGED when the item is not named. */
export function takenFrom(tx: CommandTx, { itemId }: Taken, itemIds: readonly string[]): Item | undefined {
  if (!itemIds.includes(itemId)) throw refusal(tradeRefusals, 'TRADE_CHANGED')
  return tx.get(items, itemId)
}

/** Counts the pieces that an order no longer holds. An item that was deleted meanwhile and added again holds none for it. */
export const heldOf = (item: Item, { quantity }: Taken): number => Math.min(quantity, promisedOf(item))

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
  for (const { taken } of work.offers.values()) for (const one of taken) leaveShelf(tx, ctx, one, args)
  post(tx, ctx, { kind: 'trade_fulfilled', sourceId: work.trade.id, sides: sidesOfOrder(work) })
  work.trade = { ...work.trade, status: 'fulfilled', heldCents: ZERO_CENTS, fulfilledAtMs: ctx.nowMs }
  saveTrade(tx, ctx, work)
}

/** Takes the promised pieces off the shelf. The stock lacks them since the acceptance. */
function leaveShelf(tx: CommandTx, ctx: CommandContext, taken: Taken, { tradeId, itemIds }: OrderReference): void {
  const item = takenFrom(tx, taken, itemIds)
  if (item) moveStock(tx, ctx, item, { deltaCount: 0, promisedDelta: -heldOf(item, taken), kind: 'trade', sourceId: tradeId })
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

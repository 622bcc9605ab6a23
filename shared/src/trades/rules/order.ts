import * as z from 'zod/mini'
import { promisedOf } from '../../inventory/rules/recent-moves.ts'
import { type Item, items } from '../../inventory/schema.ts'
import { byId, type CommandTx, type Touch } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { balances } from '../../sales/schema.ts'
import { tradeRefusals } from '../errors.ts'
import type { Offer } from '../schema.ts'
import { MAX_SELLERS } from './limits.ts'
import { tradeReference } from './reference.ts'
import { touchesOfTrade, type WorkingTrade } from './working-trade.ts'

/** Arguments that name a trade, the sellers it pays and the items it took. The server locks balances and items before the command runs. */
export const orderReference = {
  ...tradeReference,
  sellerUids: z.array(idSchema).check(z.maxLength(MAX_SELLERS)),
  itemIds: z.array(idSchema).check(z.maxLength(100_000)),
}
/** Names a trade, the sellers it pays and the items it took. */
export type OrderReference = z.infer<z.ZodMiniObject<typeof orderReference>>

/** Lists the sellers and the items of an order, from the trade's offers. */
export function sellersAndItemsOf(offers: readonly Offer[]): Pick<OrderReference, 'sellerUids' | 'itemIds'> {
  const accepted = offers.filter(({ breakdown }) => breakdown)
  return {
    sellerUids: [...new Set(accepted.map(({ sellerUid }) => sellerUid))],
    itemIds: [...new Set(accepted.flatMap(({ taken }) => taken.map(({ itemId }) => itemId)))],
  }
}

/** Names the rows of a move that pays sellers or reverses their payments. */
export const touchesOfOrder = (args: OrderReference): Touch[] => [
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

/** Counts the pieces that an accepted offer holds of an item until its order ships. An item that was added again after the acceptance holds none. */
export const heldOf = (item: Item, { breakdown }: Offer, { quantity }: Taken): number =>
  breakdown && breakdown.atMs >= item.createdAtMs ? Math.min(quantity, promisedOf(item)) : 0

import * as z from 'zod/mini'
import type { PosSale } from '../../pos/schema.ts'
import type { Goods } from '../../sales/rules/returned-pieces.ts'
import { saleReferenceOf } from '../../sales/rules/sale-reference.ts'
import type { Discrepancy, DiscrepancyKind } from '../schema.ts'

/** Ways to settle a discrepancy. `write_off` adds the pieces in question to the stock, `correct_count` books a count, `undo_sale` voids the whole
 *  sale, `accept` changes nothing in the books. */
export const settleActionSchema = z.enum(['write_off', 'correct_count', 'undo_sale', 'accept'])
/** Ways to settle a discrepancy. */
export type SettleAction = z.infer<typeof settleActionSchema>

const ACTIONS: Readonly<Record<DiscrepancyKind, readonly SettleAction[]>> = {
  negative_stock: ['write_off', 'correct_count', 'undo_sale', 'accept'],
  sold_before_recount: ['write_off', 'correct_count', 'undo_sale', 'accept'],
  moved_before_recount: ['write_off', 'correct_count', 'accept'],
  late_recount: ['correct_count', 'accept'],
  missing_item: ['correct_count', 'undo_sale', 'accept'],
  missing_consignor: ['undo_sale', 'accept'],
  role_withdrawn: ['undo_sale', 'accept'],
  cart_sold_twice: ['undo_sale', 'accept'],
  // `sales.settleSuspendedSale` settles this discrepancy together with its sale
  sale_suspended: [],
  void_withdrawn: ['undo_sale', 'accept'],
  owner_differs: ['undo_sale', 'accept'],
  refunded_twice: ['accept'],
  refund_without_sale: ['accept'],
  refund_withdrawn: ['accept'],
  shift_withdrawn: ['accept'],
  drawer_twice: ['accept'],
}

/** Lists the ways to settle this discrepancy, in menu order. */
export function settleActionsOf(discrepancy: Pick<Discrepancy, 'kind' | 'saleId'>): readonly SettleAction[] {
  return ACTIONS[discrepancy.kind].filter((action) => action !== 'undo_sale' || discrepancy.saleId !== null)
}

/** Makes the arguments of `inventory.settleDiscrepancy`. `sale`: the discrepancy's POS sale, and `goods`: where its goods are, for `undo_sale`
 *  only. */
export function settleArgs(
  discrepancy: Pick<Discrepancy, 'id' | 'itemId'>,
  choice: { action: SettleAction; note?: string; countedQuantity?: number | undefined; goods?: Goods },
  sale?: Pick<PosSale, 'id' | 'lines'> | undefined,
) {
  return {
    discrepancyId: discrepancy.id,
    action: choice.action,
    note: choice.note ?? '',
    itemId: discrepancy.itemId,
    sale: choice.action === 'undo_sale' && sale ? { ...saleReferenceOf(sale), goods: choice.goods ?? 'back' } : null,
    ...(choice.countedQuantity === undefined ? {} : { countedQuantity: choice.countedQuantity }),
  }
}

import * as z from 'zod/mini'
import { byField, byId, type CommandContext, type CommandTx, defineCommand } from '../../kernel/define-command.ts'
import { idSchema } from '../../kernel/ids.ts'
import { audit, differing } from '../../settings/rules/audit.ts'
import { promisedOf, wasCountedSince } from '../rules/recent-moves.ts'
import { isOpenAboutTheBooks, recount } from '../rules/recount.ts'
import { moveStock, openDiscrepancy, removeFromStock, requireItem, shortOf } from '../rules/stock.ts'
import {
  discrepancies,
  type Item,
  type ItemChanges,
  itemChangesSchema,
  items,
  MAX_QUANTITY,
  quantitySchema,
  shownQuantity,
} from '../schema.ts'

/** Writes only the given fields of an item, so that two admins can edit different fields. Refuses ITEM_NOT_FOUND. */
export const editItem = defineCommand({
  name: 'inventory.edit',
  args: z
    .object({
      id: idSchema,
      changes: itemChangesSchema,
      /** Signed number of pieces added or taken. If it takes more than the books have, it opens the discrepancy `negative_stock`, unless the item was
       *  counted after the command's time. */
      quantityDelta: z.optional(z.int('Please enter a whole number').check(z.minimum(-MAX_QUANTITY), z.maximum(MAX_QUANTITY))),
      /** Quantity to show from now on. Unless it is shown already, the command books the difference between it and the stock; of an oversold item, and
       *  while a question about its pieces is open, it is a count of the shelf without what is promised (see `recount`), which answers the question. */
      targetQuantity: z.optional(quantitySchema),
      /** Number of pieces that a person counted on the shelf at the command's time (see `recount`). */
      countedQuantity: z.optional(quantitySchema),
    })
    .check(
      z.refine((args) => [args.quantityDelta, args.targetQuantity, args.countedQuantity].filter((one) => one !== undefined).length <= 1, {
        message: 'Either change the quantity or enter a count',
        path: ['countedQuantity'],
      }),
    ),
  version: 2,
  // before, items had no category and no condition
  upgrades: { 1: (args) => args },
  roles: ['admin'],
  datedBy: 'till',
  refusals: ['ITEM_NOT_FOUND'],
  touches: ({ id, targetQuantity, countedQuantity }) =>
    (countedQuantity ?? targetQuantity) === undefined ? [byId(items, id)] : [byId(items, id), byField(discrepancies, 'itemId', id)],
  run(tx, { id, changes, quantityDelta = 0, targetQuantity, countedQuantity }, ctx) {
    const item = requireItem(tx, id)
    const isOther = targetQuantity !== undefined && targetQuantity !== shownQuantity(item)
    // a write-off afterwards would add the pieces in question a second time
    const isCount = isOther && (item.stockCount < 0 || tx.where(discrepancies, 'itemId', id).some(isOpenAboutTheBooks))
    const counted = isCount ? targetQuantity + promisedOf(item) : countedQuantity
    if (counted === undefined) moveBy(tx, ctx, item, { quantityDelta, targetQuantity, changes })
    else recount(tx, ctx, item, counted, { changes })
    const changed = differing<ItemChanges>(item, changes)
    if (changed && !isFirstPicture(changed))
      audit(tx, ctx, { action: 'inventory.edit', subject: id, before: changed.was, after: changed.is })
  },
})

/** First pictures are not audited: filling in missing pictures sets thousands, and every admin's device would store the entries for good. */
const isFirstPicture = ({ was, is }: { was: ItemChanges; is: ItemChanges }) => was.imageUrl === '' && Object.keys(is).length === 1

type Move = { readonly quantityDelta: number; readonly targetQuantity: number | undefined; readonly changes: ItemChanges }

function moveBy(tx: CommandTx, ctx: CommandContext, item: Item, { quantityDelta, targetQuantity, changes }: Move): void {
  const isOther = targetQuantity !== undefined && targetQuantity !== shownQuantity(item)
  const deltaCount = isOther ? targetQuantity - item.stockCount : quantityDelta
  moveStock(tx, ctx, item, { deltaCount, kind: 'edit' }, changes)
  const shortCount = deltaCount < 0 ? shortOf(item, -deltaCount) : 0
  if (shortCount > 0 && !wasCountedSince(item, ctx.nowMs))
    openDiscrepancy(tx, ctx, { kind: 'negative_stock', itemId: item.id, itemName: item.itemName, quantity: shortCount })
}

/** Deletes an item and its remaining stock; sales keep their snapshots. Refuses ITEM_NOT_FOUND. */
export const removeItem = defineCommand({
  name: 'inventory.remove',
  args: z.object({ id: idSchema }),
  roles: ['admin'],
  datedBy: 'till',
  refusals: ['ITEM_NOT_FOUND'],
  touches: ({ id }) => [byId(items, id)],
  run(tx, { id }, ctx) {
    const item = requireItem(tx, id)
    removeFromStock(tx, ctx, item)
    const { itemName, barcode1, consignorId, stockCount } = item
    audit(tx, ctx, { action: 'inventory.remove', subject: id, before: { itemName, barcode1, consignorId, stockCount } })
  },
})

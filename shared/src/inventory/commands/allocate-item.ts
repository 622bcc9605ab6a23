import * as z from 'zod/mini'
import { users } from '../../accounts/schema.ts'
import { byId, defineCommand } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { optionalText } from '../../kernel/text.ts'
import { inventoryRefusals } from '../errors.ts'
import { itemTextsOf } from '../rules/item-texts.ts'
import { addItem, moveStock, requireItem, requireStock } from '../rules/stock.ts'
import { ITEM_LIMITS, type Item, type ItemTexts, items, MAX_QUANTITY } from '../schema.ts'
import { requireConsignor, requireFreeId } from './add-item.ts'

/** Number of pieces of an item that a consignor gets. */
export const handedQuantitySchema = z
  .int('Quantity must be a whole number')
  .check(z.minimum(1, 'Quantity must be greater than 0'), z.maximum(MAX_QUANTITY, `At most ${MAX_QUANTITY}`))

/** Copies an item's texts for the new owner. An empty `location` keeps the item's location. */
export const copiedTexts = (source: Item, location: string): ItemTexts => {
  const texts = itemTextsOf(source)
  return { ...texts, location: location || texts.location }
}

/** Moves pieces of a master item into a consignor's inventory, as a new item. Refuses ITEM_NOT_FOUND (also for an item that is no master item),
 *  ITEM_EXISTS, CONSIGNOR_NOT_FOUND, INSUFFICIENT_STOCK. */
export const allocateItem = defineCommand({
  name: 'inventory.allocate',
  args: z.object({
    masterItemId: idSchema,
    consignorId: idSchema,
    newItemId: idSchema,
    quantity: handedQuantitySchema,
    location: optionalText(ITEM_LIMITS.location),
  }),
  roles: ['admin'],
  datedBy: 'till',
  refusals: ['ITEM_NOT_FOUND', 'ITEM_EXISTS', 'CONSIGNOR_NOT_FOUND', 'INSUFFICIENT_STOCK'],
  touches: ({ masterItemId, newItemId, consignorId }) => [
    byId(items, masterItemId),
    byId(items, newItemId),
    byId(users, consignorId, false),
  ],
  run(tx, { masterItemId, consignorId, newItemId, quantity, location }, ctx) {
    const master = requireItem(tx, masterItemId)
    if (master.consignorId !== null) throw refusal(inventoryRefusals, 'ITEM_NOT_FOUND')
    requireConsignor(tx, consignorId)
    requireFreeId(tx, newItemId)
    requireStock(master, quantity)
    moveStock(tx, ctx, master, { deltaCount: -quantity, kind: 'allocate', sourceId: newItemId })
    const texts = copiedTexts(master, location)
    addItem(tx, ctx, { id: newItemId, consignorId, texts, quantity, kind: 'allocate', sourceId: masterItemId })
  },
})

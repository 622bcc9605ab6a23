import * as z from 'zod/mini'
import { touchesOfAccount } from '../../accounts/rules/successor.ts'
import { byId, defineCommand } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { optionalText } from '../../kernel/text.ts'
import { inventoryRefusals } from '../errors.ts'
import { requireConsignor } from '../rules/consignor.ts'
import { takesMoreOf } from '../rules/held-item.ts'
import { itemTextsOf } from '../rules/item-texts.ts'
import { addItem, moveStock, requireItem, requireStock } from '../rules/stock.ts'
import { ITEM_LIMITS, type Item, type ItemTexts, items, MAX_QUANTITY } from '../schema.ts'
import { requireFreeId } from './add-item.ts'

/** Number of pieces of an item that a consignor gets. */
export const handedQuantitySchema = z
  .int('Quantity must be a whole number')
  .check(z.minimum(1, 'Quantity must be greater than 0'), z.maximum(MAX_QUANTITY, `At most ${MAX_QUANTITY}`))

/** Copies an item's texts for the new owner. An empty `location` keeps the item's location. */
export const copiedTexts = (source: Item, location: string): ItemTexts => {
  const texts = itemTextsOf(source)
  return { ...texts, location: location || texts.location }
}

/** Moves pieces of a master item into a consignor's inventory, as a new item or to one that they have. Refuses ITEM_NOT_FOUND (also for an item that is no master item),
 *  ITEM_EXISTS, CONSIGNOR_NOT_FOUND, INSUFFICIENT_STOCK. */
export const allocateItem = defineCommand({
  name: 'inventory.allocate',
  args: z.object({
    masterItemId: idSchema,
    consignorId: idSchema,
    newItemId: idSchema,
    /** The consignor's item that takes the pieces if it still holds this product at this place. Otherwise the pieces become a new item. */
    addToItemId: z.optional(idSchema),
    quantity: handedQuantitySchema,
    location: optionalText(ITEM_LIMITS.location),
  }),
  version: 2,
  // before, pieces always became a new item
  upgrades: { 1: (args) => args },
  roles: ['admin'],
  datedBy: 'till',
  refusals: ['ITEM_NOT_FOUND', 'ITEM_EXISTS', 'CONSIGNOR_NOT_FOUND', 'INSUFFICIENT_STOCK'],
  touches: ({ masterItemId, newItemId, addToItemId, consignorId }) => [
    byId(items, masterItemId),
    byId(items, newItemId),
    ...(addToItemId === undefined ? [] : [byId(items, addToItemId)]),
    ...touchesOfAccount(consignorId),
  ],
  run(tx, { masterItemId, consignorId: namedUid, newItemId, addToItemId, quantity, location }, ctx) {
    const master = requireItem(tx, masterItemId)
    if (master.consignorId !== null) throw refusal(inventoryRefusals, 'ITEM_NOT_FOUND')
    const { id: consignorId } = requireConsignor(tx, namedUid)
    requireFreeId(tx, newItemId)
    requireStock(master, quantity)
    const texts = copiedTexts(master, location)
    const held = addToItemId === undefined ? undefined : tx.get(items, addToItemId)
    const isAdded = held !== undefined && takesMoreOf(held, texts.barcode1, { consignorId, location: texts.location })
    moveStock(tx, ctx, master, { deltaCount: -quantity, kind: 'allocate', sourceId: isAdded ? held.id : newItemId })
    if (isAdded) moveStock(tx, ctx, held, { deltaCount: quantity, kind: 'allocate', sourceId: masterItemId })
    else addItem(tx, ctx, { id: newItemId, consignorId, texts, quantity, kind: 'allocate', sourceId: masterItemId })
  },
})

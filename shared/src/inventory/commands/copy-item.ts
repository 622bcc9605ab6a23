import * as z from 'zod/mini'
import { users } from '../../accounts/schema.ts'
import { byId, defineCommand } from '../../kernel/define-command.ts'
import { idSchema } from '../../kernel/ids.ts'
import { optionalText } from '../../kernel/text.ts'
import { addItem, requireItem } from '../rules/stock.ts'
import { ITEM_LIMITS, items } from '../schema.ts'
import { requireConsignor, requireFreeId } from './add-item.ts'
import { copiedTexts, handedQuantitySchema } from './allocate-item.ts'

/** Copies an item into a consignor's inventory; the source keeps its stock. Refuses ITEM_NOT_FOUND, ITEM_EXISTS, CONSIGNOR_NOT_FOUND. */
export const copyItem = defineCommand({
  name: 'inventory.copyToConsignor',
  args: z.object({
    sourceItemId: idSchema,
    consignorId: idSchema,
    newItemId: idSchema,
    quantity: handedQuantitySchema,
    location: optionalText(ITEM_LIMITS.location),
  }),
  roles: ['admin'],
  datedBy: 'till',
  refusals: ['ITEM_NOT_FOUND', 'ITEM_EXISTS', 'CONSIGNOR_NOT_FOUND'],
  touches: ({ sourceItemId, newItemId, consignorId }) => [
    byId(items, sourceItemId, false),
    byId(items, newItemId),
    byId(users, consignorId, false),
  ],
  run(tx, { sourceItemId, consignorId, newItemId, quantity, location }, ctx) {
    const source = requireItem(tx, sourceItemId)
    requireConsignor(tx, consignorId)
    requireFreeId(tx, newItemId)
    const texts = copiedTexts(source, location)
    addItem(tx, ctx, { id: newItemId, consignorId, texts, quantity, kind: 'copy', sourceId: sourceItemId })
  },
})

import * as z from 'zod/mini'
import { touchesOfAccount } from '../../accounts/rules/successor.ts'
import { byId, defineCommand } from '../../kernel/define-command.ts'
import { idSchema } from '../../kernel/ids.ts'
import { optionalText } from '../../kernel/text.ts'
import { requireConsignor } from '../rules/consignor.ts'
import { addItem, requireItem } from '../rules/stock.ts'
import { ITEM_LIMITS, items } from '../schema.ts'
import { requireFreeId } from './add-item.ts'
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
    ...touchesOfAccount(consignorId),
  ],
  run(tx, { sourceItemId, consignorId: namedUid, newItemId, quantity, location }, ctx) {
    const source = requireItem(tx, sourceItemId)
    const { id: consignorId } = requireConsignor(tx, namedUid)
    requireFreeId(tx, newItemId)
    const texts = copiedTexts(source, location)
    addItem(tx, ctx, { id: newItemId, consignorId, texts, quantity, kind: 'copy', sourceId: sourceItemId })
  },
})

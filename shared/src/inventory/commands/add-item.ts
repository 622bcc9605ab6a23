import * as z from 'zod/mini'
import { touchesOfAccount } from '../../accounts/rules/successor.ts'
import { byId, type CommandTx, defineCommand } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { inventoryRefusals } from '../errors.ts'
import { requireConsignor } from '../rules/consignor.ts'
import { addItem } from '../rules/stock.ts'
import { items, itemTextsSchema, quantitySchema } from '../schema.ts'

/** Refuses ITEM_EXISTS (409) when the id is taken. */
export function requireFreeId(tx: CommandTx, itemId: string): void {
  if (tx.get(items, itemId)) throw refusal(inventoryRefusals, 'ITEM_EXISTS')
}

/** Adds an item to the shop's own inventory. Refuses ITEM_EXISTS. */
export const addMasterItem = defineCommand({
  name: 'inventory.addMaster',
  args: z.object({ id: idSchema, texts: itemTextsSchema, quantity: quantitySchema }),
  version: 2,
  // before, items had no category and no condition
  upgrades: { 1: (args) => args },
  roles: ['admin'],
  datedBy: 'till',
  refusals: ['ITEM_EXISTS'],
  touches: ({ id }) => [byId(items, id)],
  run(tx, { id, texts, quantity }, ctx) {
    requireFreeId(tx, id)
    addItem(tx, ctx, { id, consignorId: null, texts, quantity, kind: 'initial' })
  },
})

/** Adds an item to a consignor's inventory. Refuses ITEM_EXISTS, CONSIGNOR_NOT_FOUND. */
export const addConsignorItem = defineCommand({
  name: 'inventory.addConsignor',
  args: z.object({ id: idSchema, consignorId: idSchema, texts: itemTextsSchema, quantity: quantitySchema }),
  version: 2,
  // before, items had no category and no condition
  upgrades: { 1: (args) => args },
  roles: ['admin'],
  datedBy: 'till',
  refusals: ['ITEM_EXISTS', 'CONSIGNOR_NOT_FOUND'],
  touches: ({ id, consignorId }) => [byId(items, id), ...touchesOfAccount(consignorId)],
  run(tx, { id, consignorId: namedUid, texts, quantity }, ctx) {
    requireFreeId(tx, id)
    const { id: consignorId } = requireConsignor(tx, namedUid)
    addItem(tx, ctx, { id, consignorId, texts, quantity, kind: 'initial' })
  },
})

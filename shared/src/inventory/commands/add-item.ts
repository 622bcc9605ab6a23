import * as z from 'zod/mini'
import { users } from '../../accounts/schema.ts'
import { byId, type CommandTx, defineCommand } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { inventoryRefusals } from '../errors.ts'
import { addItem } from '../rules/stock.ts'
import { items, itemTextsSchema, quantitySchema } from '../schema.ts'

/** Refuses ITEM_EXISTS (409) when the id is taken. */
export function requireFreeId(tx: CommandTx, itemId: string): void {
  if (tx.get(items, itemId)) throw refusal(inventoryRefusals, 'ITEM_EXISTS')
}

/** Refuses CONSIGNOR_NOT_FOUND (404) when the person does not exist or the account is closed. */
export function requireConsignor(tx: CommandTx, consignorId: string): void {
  const consignor = tx.get(users, consignorId)
  if (!consignor || consignor.closedAtMs !== null) throw refusal(inventoryRefusals, 'CONSIGNOR_NOT_FOUND')
}

/** Adds an item to the shop's own inventory. Refuses ITEM_EXISTS. */
export const addMasterItem = defineCommand({
  name: 'inventory.addMaster',
  args: z.object({ id: idSchema, texts: itemTextsSchema, quantity: quantitySchema }),
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
  roles: ['admin'],
  datedBy: 'till',
  refusals: ['ITEM_EXISTS', 'CONSIGNOR_NOT_FOUND'],
  touches: ({ id, consignorId }) => [byId(items, id), byId(users, consignorId, false)],
  run(tx, { id, consignorId, texts, quantity }, ctx) {
    requireFreeId(tx, id)
    requireConsignor(tx, consignorId)
    addItem(tx, ctx, { id, consignorId, texts, quantity, kind: 'initial' })
  },
})

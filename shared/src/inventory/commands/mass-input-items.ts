import * as z from 'zod/mini'
import { touchesOfAccount } from '../../accounts/rules/successor.ts'
import { byId, defineCommand } from '../../kernel/define-command.ts'
import { idSchema } from '../../kernel/ids.ts'
import { optionalText, requiredText } from '../../kernel/text.ts'
import { requireConsignor } from '../rules/consignor.ts'
import { takesMoreOf } from '../rules/held-item.ts'
import { BLANK_ITEM_TEXTS } from '../rules/item-texts.ts'
import { addItem, moveStock } from '../rules/stock.ts'
import { ITEM_LIMITS, items } from '../schema.ts'
import { requireFreeId } from './add-item.ts'

/** Maximum number of barcodes in one mass input. */
export const MAX_MASS_INPUT = 1_000
/** Maximum size of a mass input's body, in bytes. It has room for the maximum number of barcodes of full length, in any script. */
export const MAX_MASS_INPUT_BYTES = 320_000

/** Adds a barcode entered n times to a consignor's inventory, as a new item with quantity n or as n more pieces of one that they have. Refuses
 *  CONSIGNOR_NOT_FOUND, ITEM_EXISTS. */
export const massInputItems = defineCommand({
  name: 'inventory.massInput',
  args: z.object({
    consignorId: idSchema,
    itemName: requiredText(ITEM_LIMITS.itemName, 'Please enter an item name'),
    location: optionalText(ITEM_LIMITS.location),
    entries: z
      .array(
        z.object({
          id: idSchema,
          barcode: requiredText(ITEM_LIMITS.barcode, 'Please enter a barcode'),
          /** The consignor's item that takes the piece if it still holds this product at this place. Otherwise the piece becomes a new item. */
          addToItemId: z.optional(idSchema),
        }),
      )
      .check(
        z.minLength(1, 'Please enter at least one barcode'),
        z.maxLength(MAX_MASS_INPUT, `At most ${MAX_MASS_INPUT} barcodes at once`),
      ),
  }),
  version: 2,
  // before, pieces always became a new item
  upgrades: { 1: (args) => args },
  roles: ['admin'],
  datedBy: 'till',
  refusals: ['CONSIGNOR_NOT_FOUND', 'ITEM_EXISTS'],
  touches: ({ consignorId, entries }) => [
    ...touchesOfAccount(consignorId),
    ...entries.flatMap(({ id, addToItemId }) => [byId(items, id), ...(addToItemId === undefined ? [] : [byId(items, addToItemId)])]),
  ],
  run(tx, { consignorId: namedUid, itemName, location, entries }, ctx) {
    const { id: consignorId } = requireConsignor(tx, namedUid)
    const counted = new Map<string, { id: string; addToItemId: string | undefined; quantity: number }>()
    for (const { id, barcode, addToItemId } of entries) {
      const known = counted.get(barcode)
      if (known) known.quantity += 1
      else counted.set(barcode, { id, addToItemId, quantity: 1 })
    }
    for (const [barcode1, { id, addToItemId, quantity }] of counted) {
      const held = addToItemId === undefined ? undefined : tx.get(items, addToItemId)
      if (held && takesMoreOf(held, barcode1, { consignorId, location })) {
        moveStock(tx, ctx, held, { deltaCount: quantity, kind: 'edit' })
        continue
      }
      requireFreeId(tx, id)
      const texts = { ...BLANK_ITEM_TEXTS, itemName, barcode1, location }
      addItem(tx, ctx, { id, consignorId, texts, quantity, kind: 'initial' })
    }
  },
})

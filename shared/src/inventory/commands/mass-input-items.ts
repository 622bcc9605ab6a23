import * as z from 'zod/mini'
import { users } from '../../accounts/schema.ts'
import { byId, defineCommand } from '../../kernel/define-command.ts'
import { idSchema } from '../../kernel/ids.ts'
import { optionalText, requiredText } from '../../kernel/text.ts'
import { BLANK_ITEM_TEXTS } from '../rules/item-texts.ts'
import { addItem } from '../rules/stock.ts'
import { ITEM_LIMITS, items } from '../schema.ts'
import { requireConsignor, requireFreeId } from './add-item.ts'

/** Maximum number of barcodes in one mass input. */
export const MAX_MASS_INPUT = 1_000
/** Maximum size of a mass input's body, in bytes. It has room for the maximum number of barcodes of full length, in any script. */
export const MAX_MASS_INPUT_BYTES = 320_000

/** Adds an item for each distinct barcode to a consignor's inventory; a barcode entered n times gives one item with quantity n. Refuses
 *  CONSIGNOR_NOT_FOUND, ITEM_EXISTS. */
export const massInputItems = defineCommand({
  name: 'inventory.massInput',
  args: z.object({
    consignorId: idSchema,
    itemName: requiredText(ITEM_LIMITS.itemName, 'Please enter an item name'),
    location: optionalText(ITEM_LIMITS.location),
    entries: z
      .array(z.object({ id: idSchema, barcode: requiredText(ITEM_LIMITS.barcode, 'Please enter a barcode') }))
      .check(
        z.minLength(1, 'Please enter at least one barcode'),
        z.maxLength(MAX_MASS_INPUT, `At most ${MAX_MASS_INPUT} barcodes at once`),
      ),
  }),
  roles: ['admin'],
  datedBy: 'till',
  refusals: ['CONSIGNOR_NOT_FOUND', 'ITEM_EXISTS'],
  touches: ({ consignorId, entries }) => [byId(users, consignorId, false), ...entries.map(({ id }) => byId(items, id))],
  run(tx, { consignorId, itemName, location, entries }, ctx) {
    requireConsignor(tx, consignorId)
    const counted = new Map<string, { id: string; quantity: number }>()
    for (const { id, barcode } of entries) {
      const known = counted.get(barcode)
      if (known) known.quantity += 1
      else counted.set(barcode, { id, quantity: 1 })
    }
    for (const [barcode1, { id, quantity }] of counted) {
      requireFreeId(tx, id)
      const texts = { ...BLANK_ITEM_TEXTS, itemName, barcode1, location }
      addItem(tx, ctx, { id, consignorId, texts, quantity, kind: 'initial' })
    }
  },
})

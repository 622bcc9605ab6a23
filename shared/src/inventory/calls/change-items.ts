import * as z from 'zod/mini'
import { defineCall } from '../../kernel/define-call.ts'
import { idSchema } from '../../kernel/ids.ts'
import { optionalText, requiredText } from '../../kernel/text.ts'
import { salesRefusals } from '../../sales/errors.ts'
import { MAX_MASS_INPUT, MAX_MASS_INPUT_BYTES } from '../commands/mass-input-items.ts'
import { inventoryRefusals } from '../errors.ts'
import { ITEM_LIMITS, MAX_ITEM_BODY_BYTES, MAX_QUANTITY, quantitySchema } from '../schema.ts'
import { REST_BODY_FIELDS } from './rest-fields.ts'
import { restItemSchema } from './search-items.ts'

/** A new item. With an `id`, the caller can send the body again without adding the item twice. */
const newItemBody = z.object({ ...REST_BODY_FIELDS, id: z.optional(idSchema), quantity: z.optional(quantitySchema) })
/** Body of a new item. */
export type NewItemBody = z.infer<typeof newItemBody>

/** Changes to an item; absent fields stay unchanged. `quantity`: the quantity to show from now on, which of an oversold item is a count;
 *  `countedQuantity`: the pieces that a person
 *  counted, with those promised to orders of trades. */
const editedItemBody = z
  .extend(z.partial(z.object(REST_BODY_FIELDS)), { quantity: z.optional(quantitySchema), countedQuantity: z.optional(quantitySchema) })
  .check(
    z.refine((body) => body.quantity === undefined || body.countedQuantity === undefined, {
      message: 'Either change the quantity or enter a count',
      path: ['countedQuantity'],
    }),
  )
/** Body of an edit. */
export type EditedItemBody = z.infer<typeof editedItemBody>

const itemAnswer = z.object({ id: z.string(), message: z.string(), item: restItemSchema })
const messageAnswer = z.object({ message: z.string() })
const chosenConsignor = z.pipe(
  z.guid('Please select a user from the dropdown'),
  z.transform((id) => id.toLowerCase()),
)
const handedQuantity = z
  .int('Quantity must be a whole number')
  .check(z.minimum(1, 'Quantity must be greater than 0'), z.maximum(MAX_QUANTITY, `At most ${MAX_QUANTITY}`))
const location = optionalText(ITEM_LIMITS.location)
/** True to add the pieces to the consignor's item of this barcode at this location, if there is one. */
const addToExisting = z.optional(z.boolean('addToExisting must be true or false'))

const { ITEM_NOT_FOUND, ITEM_EXISTS, CONSIGNOR_NOT_FOUND, INSUFFICIENT_STOCK } = inventoryRefusals
const masterPath = z.object({ id: z.string() })
const consignorPath = z.object({ consignorId: z.string(), itemId: z.string() })

/** Adds an item to the shop's own inventory. */
export const addMasterItemCall = defineCall({
  name: 'inventory.addMasterItem',
  method: 'POST',
  path: '/inventory/master',
  access: 'admin',
  summary: 'Adds an item to the master inventory.',
  body: newItemBody,
  maxBodyBytes: MAX_ITEM_BODY_BYTES,
  output: itemAnswer,
  refusals: { ITEM_EXISTS },
})

/** Edits a master item. */
export const editMasterItemCall = defineCall({
  name: 'inventory.editMasterItem',
  method: 'PUT',
  path: '/inventory/master/{id}',
  access: 'admin',
  summary: 'Changes the given fields of a master item.',
  params: masterPath,
  body: editedItemBody,
  maxBodyBytes: MAX_ITEM_BODY_BYTES,
  output: itemAnswer,
  refusals: { ITEM_NOT_FOUND },
})

/** Deletes a master item. */
export const removeMasterItemCall = defineCall({
  name: 'inventory.deleteMasterItem',
  method: 'DELETE',
  path: '/inventory/master/{id}',
  access: 'admin',
  summary: 'Deletes a master item.',
  params: masterPath,
  output: messageAnswer,
  refusals: { ITEM_NOT_FOUND },
})

/** Adds an item to a consignor's inventory. */
export const addConsignorItemCall = defineCall({
  name: 'inventory.addConsignorItem',
  method: 'POST',
  path: '/inventory/consignor',
  access: 'admin',
  summary: 'Adds an item to a consignor’s inventory.',
  body: z.extend(newItemBody, { consignorID: chosenConsignor }),
  maxBodyBytes: MAX_ITEM_BODY_BYTES,
  output: itemAnswer,
  refusals: { ITEM_EXISTS, CONSIGNOR_NOT_FOUND },
})

/** Edits a consignor's item. */
export const editConsignorItemCall = defineCall({
  name: 'inventory.editConsignorItem',
  method: 'PUT',
  path: '/inventory/consignor/{consignorId}/{itemId}',
  access: 'admin',
  summary: 'Changes the given fields of a consignor’s item.',
  params: consignorPath,
  body: editedItemBody,
  maxBodyBytes: MAX_ITEM_BODY_BYTES,
  output: itemAnswer,
  refusals: { ITEM_NOT_FOUND },
})

/** Deletes a consignor's item. */
export const removeConsignorItemCall = defineCall({
  name: 'inventory.deleteConsignorItem',
  method: 'DELETE',
  path: '/inventory/consignor/{consignorId}/{itemId}',
  access: 'admin',
  summary: 'Deletes a consignor’s item.',
  params: consignorPath,
  output: messageAnswer,
  refusals: { ITEM_NOT_FOUND },
})

/** Moves pieces of a master item to a consignor. */
export const allocateItemCall = defineCall({
  name: 'inventory.allocateItem',
  method: 'POST',
  path: '/inventory/allocate',
  access: 'admin',
  summary: 'Moves stock of a master item into a consignor’s inventory, as a new item unless addToExisting is true.',
  body: z.object({ masterItemID: idSchema, consignorID: chosenConsignor, quantity: handedQuantity, location, addToExisting }),
  output: itemAnswer,
  refusals: { ITEM_NOT_FOUND, CONSIGNOR_NOT_FOUND, INSUFFICIENT_STOCK },
})

/** Copies a consignor's item to another consignor. */
export const copyItemCall = defineCall({
  name: 'inventory.copyItem',
  method: 'POST',
  path: '/inventory/copy-to-consignor',
  access: 'admin',
  summary: 'Copies a consignor’s item into another consignor’s inventory; the source stays as it is.',
  body: z.object({
    sourceConsignorID: idSchema,
    sourceItemUID: idSchema,
    targetConsignorID: chosenConsignor,
    quantity: handedQuantity,
    location,
  }),
  output: itemAnswer,
  refusals: { ITEM_NOT_FOUND, CONSIGNOR_NOT_FOUND },
})

const someBarcode = (barcodes: readonly string[]) => barcodes.some((barcode) => barcode.trim() !== '')

/** Adds an item for each distinct barcode. */
export const massInputItemsCall = defineCall({
  name: 'inventory.massInputItems',
  method: 'POST',
  path: '/inventory/consignor/mass-input',
  access: 'admin',
  cost: 'import',
  summary:
    'Adds one item for each distinct barcode to a consignor’s inventory; a barcode given n times has quantity n. With addToExisting, items at that place get the pieces.',
  body: z.object({
    consignorID: z.pipe(
      z.guid('Please select a consignor'),
      z.transform((id) => id.toLowerCase()),
    ),
    itemName: requiredText(ITEM_LIMITS.itemName, 'Please enter an item name'),
    location,
    /** Empty texts are dropped. */
    barcodes: z
      .array(
        z.string('Please enter at least one barcode').check(z.maxLength(ITEM_LIMITS.barcode, `At most ${ITEM_LIMITS.barcode} characters`)),
        'Please enter at least one barcode',
      )
      .check(
        z.maxLength(MAX_MASS_INPUT, `At most ${MAX_MASS_INPUT} barcodes at once`),
        z.refine(someBarcode, 'Please enter at least one barcode'),
      ),
    addToExisting,
  }),
  maxBodyBytes: MAX_MASS_INPUT_BYTES,
  output: z.extend(messageAnswer, { ids: z.array(z.string()) }),
  refusals: { CONSIGNOR_NOT_FOUND },
})

/** Records that pieces of a master item were sold elsewhere. */
export const recordMasterSaleCall = defineCall({
  name: 'inventory.recordMasterSale',
  method: 'POST',
  path: '/inventory/master/sale',
  access: 'admin',
  summary: 'Records that a quantity of a master item was sold.',
  body: z.object({ saleID: z.optional(idSchema), masterItemID: idSchema, quantitySold: handedQuantity }),
  output: z.extend(messageAnswer, { saleID: z.string() }),
  refusals: { ITEM_NOT_FOUND, INSUFFICIENT_STOCK, SALE_EXISTS: salesRefusals.SALE_EXISTS },
})

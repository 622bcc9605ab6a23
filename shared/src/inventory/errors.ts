import { defineRefusals } from '../kernel/errors.ts'

/** Refusals of inventory. */
export const inventoryRefusals = defineRefusals({
  ITEM_NOT_FOUND: { status: 404, message: 'This item does not exist (any more).' },
  IMAGE_THERE: { status: 409, message: 'This item has a picture already.' },
  ITEM_EXISTS: { status: 409, message: 'This item was already added.' },
  CONSIGNOR_NOT_FOUND: { status: 404, message: 'This consignor does not exist (any more).' },
  /** `message` gives the number: "Only N available in inventory". */
  INSUFFICIENT_STOCK: { status: 409, message: 'Not enough is available in inventory' },
  DISCREPANCY_NOT_FOUND: { status: 404, message: 'This discrepancy does not exist (any more).' },
  ALREADY_SETTLED: { status: 409, message: 'This discrepancy was already settled.' },
  SETTLE_NOT_POSSIBLE: { status: 409, message: 'This discrepancy cannot be settled in this way.' },
  IMPORT_NOT_FOUND: { status: 404, message: 'This import does not exist (any more). Nothing was imported.' },
  IMPORT_INCOMPLETE: { status: 409, message: 'Some rows have not arrived yet. Nothing was imported.', retryable: true },
  IMPORT_OF_OTHER: { status: 409, message: 'Another admin began this import, and only they can cancel it. Nothing has changed.' },
  IMPORT_DONE: { status: 409, message: 'This import is done: its goods are in the inventory. It cannot be cancelled any more.' },
})

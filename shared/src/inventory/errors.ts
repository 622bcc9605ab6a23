import { defineRefusals } from '../kernel/errors.ts'

/** Refusals of inventory. */
export const inventoryRefusals = defineRefusals({
  ITEM_NOT_FOUND: { status: 404, message: 'This item does not exist (any more).' },
  ITEM_EXISTS: { status: 409, message: 'This item was already added.' },
  CONSIGNOR_NOT_FOUND: { status: 404, message: 'This consignor does not exist (any more).' },
  /** `message` gives the number: "Only N available in inventory". */
  INSUFFICIENT_STOCK: { status: 409, message: 'Not enough is available in inventory' },
})

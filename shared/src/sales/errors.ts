import { defineRefusals } from '../kernel/errors.ts'

/** Refusals of sales. */
export const salesRefusals = defineRefusals({
  SALE_NOT_FOUND: { status: 404, message: 'This sale does not exist (any more).' },
  SALE_EXISTS: { status: 409, message: 'This sale was already recorded.' },
  ALREADY_VOIDED: { status: 409, message: 'This sale was already undone.' },
  /** The request omits an item or a consignor of the sale, or names another cart. */
  SALE_CHANGED: { status: 409, message: 'This sale has changed meanwhile. Please look at it again.' },
  LEDGER_PERIOD_TOO_LONG: { status: 400, message: 'These are too many postings for one file. Please choose a shorter period.' },
})

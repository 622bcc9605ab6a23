import { defineRefusals } from '../kernel/errors.ts'

/** Refusals of the till's screen and its live calls: a sale that happened is never refused (design §4 Facts at the till). */
export const posRefusals = defineRefusals({
  CART_EMPTY: { status: 400, message: 'Cart is empty' },
})

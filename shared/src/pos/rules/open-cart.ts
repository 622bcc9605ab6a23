import type { Cart } from '../schema.ts'

/** True when a device has this cart open with something in it: a sale is under way there, so nothing may take the cart off its screen. */
export const isUnderWayOn = (cart: Cart, clientId: string): boolean =>
  cart.status === 'open' && cart.clientId === clientId && cart.lines.length > 0

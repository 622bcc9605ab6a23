import type { Cart } from '../schema.ts'

/** Whether a device has this cart open with something in it: a sale is under way there, and nothing may take it off the screen. */
export const isUnderWayOn = (cart: Cart, clientId: string): boolean =>
  cart.status === 'open' && cart.clientId === clientId && cart.lines.length > 0

import type { Cart } from '../schema.ts'

/** True when this device has the cart open with something in it. Nothing may then take the cart off the device's screen. */
export const isUnderWayOn = (cart: Cart, clientId: string): boolean =>
  cart.status === 'open' && cart.clientId === clientId && cart.lines.length > 0

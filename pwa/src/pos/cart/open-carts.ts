import { isUnderWayOn } from '@shop/shared/pos/rules/open-cart.ts'
import type { Cart } from '@shop/shared/pos/schema.ts'

/** Carts that a tab may resume, best first. The tab's own cart from before a reload comes first, then this device's open carts with
 *  lines, latest change first. */
export function resumable(carts: readonly Cart[], deviceId: string, ownCartId: string | null): readonly Cart[] {
  return carts
    .filter((cart) => isUnderWayOn(cart, deviceId) || (cart.id === ownCartId && fateOf(cart, deviceId) === 'ours'))
    .sort((a, b) => Number(b.id === ownCartId) - Number(a.id === ownCartId) || b.updatedAtMs - a.updatedAtMs)
}

/** Waiting carts with lines, latest change first. They are parked, or open on another device or in another tab. */
export function waitingCarts(carts: readonly Cart[], currentCartId: string | null): readonly Cart[] {
  return carts
    .filter((cart) => cart.lines.length > 0 && cart.id !== currentCartId && (cart.status === 'parked' || cart.status === 'open'))
    .sort((a, b) => b.updatedAtMs - a.updatedAtMs)
}

/** Fate of this tab's open cart, according to the shop's rows. */
export type CartFate = 'ours' | 'takenOver' | 'completed' | 'gone'

/** Answers the fate of this tab's cart. `row` is undefined until the cart is saved for the first time. */
export function fateOf(row: Cart | undefined, deviceId: string): CartFate {
  if (!row) return 'ours'
  if (row.status === 'completed') return 'completed'
  if (row.status === 'discarded') return 'gone'
  return row.clientId === deviceId && row.status === 'open' ? 'ours' : 'takenOver'
}

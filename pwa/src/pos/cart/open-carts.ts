import { isUnderWayOn } from '@shop/shared/pos/rules/open-cart.ts'
import type { Cart } from '@shop/shared/pos/schema.ts'

/** Carts a tab may go on with, best first: the one it had before a reload, then what this device has open, the latest change first. */
export function resumable(carts: readonly Cart[], deviceId: string, ownCartId: string | null): readonly Cart[] {
  return carts
    .filter((cart) => isUnderWayOn(cart, deviceId) || (cart.id === ownCartId && fateOf(cart, deviceId) === 'ours'))
    .sort((a, b) => Number(b.id === ownCartId) - Number(a.id === ownCartId) || b.updatedAtMs - a.updatedAtMs)
}

/** Carts that wait: parked ones, and those left open elsewhere, on other devices or in another tab; the latest change first. */
export function waitingCarts(carts: readonly Cart[], currentCartId: string | null): readonly Cart[] {
  return carts
    .filter((cart) => cart.lines.length > 0 && cart.id !== currentCartId && (cart.status === 'parked' || cart.status === 'open'))
    .sort((a, b) => b.updatedAtMs - a.updatedAtMs)
}

/** What became of a cart that this tab has open, as the shop's rows say. */
export type CartFate = 'ours' | 'takenOver' | 'completed' | 'gone'

/** `row`: the cart’s row now; undefined while it was never saved. */
export function fateOf(row: Cart | undefined, deviceId: string): CartFate {
  if (!row) return 'ours'
  if (row.status === 'completed') return 'completed'
  if (row.status === 'discarded') return 'gone'
  return row.clientId === deviceId && row.status === 'open' ? 'ours' : 'takenOver'
}

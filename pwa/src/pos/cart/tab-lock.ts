/** Releases a cart to other tabs. */
export type ReleaseTabLock = () => void

const nameOf = (cartId: string) => `till-cart-${cartId}`

/** Longest time that a reloaded page waits until the page before the reload releases the cart. A busy device may take a second or more to remove that
 *  page. Only a copy of a tab waits to the end, and scans are kept meanwhile. */
const RELOAD_PATIENCE_MS = 5_000

/** Locks a cart until it is released or this tab is gone, so that no two tabs write the cart. Answers undefined when another tab has the cart.
 *  `isOwn`: this tab had the cart before a reload. */
export async function takeCart(cartId: string, isOwn: boolean): Promise<ReleaseTabLock | undefined> {
  if (!('locks' in navigator)) return () => undefined
  return new Promise((resolve) => {
    const options: LockOptions = isOwn ? { signal: AbortSignal.timeout(RELOAD_PATIENCE_MS) } : { ifAvailable: true }
    navigator.locks
      .request(nameOf(cartId), options, (lock) => (lock ? new Promise<void>((release) => resolve(release)) : resolve(undefined)))
      .catch(() => resolve(undefined))
  })
}

/** Gives a cart back to other tabs. */
export type ReleaseTabLock = () => void

const nameOf = (cartId: string) => `till-cart-${cartId}`

/** How long a reloaded page waits for its former self to let go of its cart. */
const RELOAD_PATIENCE_MS = 400

/** Takes a cart for this tab, so that no two tabs write the same one; undefined when another tab has it. The lock dies with the tab.
 *  `isOwn`: this tab had it before a reload. Where the browser has no locks (an insecure origin) the cart is simply taken. */
export async function takeCart(cartId: string, isOwn: boolean): Promise<ReleaseTabLock | undefined> {
  if (!('locks' in navigator)) return () => undefined
  return new Promise((resolve) => {
    const options: LockOptions = isOwn ? { signal: AbortSignal.timeout(RELOAD_PATIENCE_MS) } : { ifAvailable: true }
    navigator.locks
      .request(nameOf(cartId), options, (lock) => (lock ? new Promise<void>((release) => resolve(release)) : resolve(undefined)))
      .catch(() => resolve(undefined))
  })
}

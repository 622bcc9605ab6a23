import { useMemo, useSyncExternalStore } from 'react'
import type { SyncEngine } from '../../sync/api.ts'
import type { KeeperState } from './cart-keeper.ts'
import { CartSession } from './cart-session.ts'

/** The till's cart session, for as long as its screen is shown. `onLost` must stay the same function. */
export function useCartSession(engine: SyncEngine, onLost: (message: string) => void): CartSession {
  return useMemo(() => new CartSession(engine, onLost), [engine, onLost])
}

/** The session's cart as it is now; null for the moment it takes to find it. */
export function useCart(session: CartSession): KeeperState | null {
  return useSyncExternalStore(session.subscribe, session.read)
}

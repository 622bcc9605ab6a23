import { useMemo, useSyncExternalStore } from 'react'
import type { SyncEngine } from '../../sync/api.ts'
import type { KeeperState } from './cart-keeper.ts'
import { CartSession } from './cart-session.ts'

/** The till's cart session while its screen is mounted. `onLost` must stay the same function. */
export function useCartSession(engine: SyncEngine, onLost: (message: string) => void): CartSession {
  return useMemo(() => new CartSession(engine, onLost), [engine, onLost])
}

/** Current cart of the session; null until it is found. */
export function useCart(session: CartSession): KeeperState | null {
  return useSyncExternalStore(session.subscribe, session.read)
}

import { createContext, useContext, useSyncExternalStore } from 'react'
import type { SyncEngine } from '../engine/engine.ts'
import type { BrowserSync } from './browser-sync.ts'

export const SyncContext = createContext<BrowserSync | null>(null)

/** The page's sync. Throws outside SyncProvider, which is a bug. */
export function useSync(): BrowserSync {
  const sync = useContext(SyncContext)
  if (!sync) throw new Error('sync hooks need a SyncProvider around them')
  return sync
}

/** The signed-in person's engine; null while signed out, loading or locked. */
export function useEngine(): SyncEngine | null {
  const sync = useSync()
  return useSyncExternalStore(sync.user.subscribe, sync.user.get)
}

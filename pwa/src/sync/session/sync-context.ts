import { createContext, useContext, useSyncExternalStore } from 'react'
import type { AppSync, UserSync } from './app-sync.ts'

export const SyncContext = createContext<AppSync | null>(null)

/** The page's AppSync. Throws outside SyncProvider: that is a bug. */
export function useAppSync(): AppSync {
  const app = useContext(SyncContext)
  if (!app) throw new Error('the sync hooks work inside SyncProvider only')
  return app
}

/** The signed-in user's data; null while signed out, loading or locked. */
export function useUserSync(): UserSync | null {
  const app = useAppSync()
  return useSyncExternalStore(app.user.subscribe, app.user.get)
}

let current: AppSync | null = null

/** A page has one AppSync; code outside components reaches it here. */
export function setCurrentSync(app: AppSync): void {
  current = app
}

/** The data of whoever is signed in. Throws when nobody is: the screens that need it are behind the guard. */
export function currentUserSync(): UserSync {
  const user = current?.user.get()
  if (!user) throw new Error('nobody is signed in')
  return user
}

/** The page's AppSync outside components. */
export function currentSync(): AppSync {
  if (!current) throw new Error('SyncProvider is not mounted')
  return current
}

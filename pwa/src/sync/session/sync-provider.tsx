import { type ReactNode, useState } from 'react'
import { openBrowserSync } from './browser-sync.ts'
import { SyncContext } from './sync-context.ts'

/** Provides the app with its sync. Wraps everything once. */
export function SyncProvider({ children }: { children: ReactNode }) {
  const [sync] = useState(openBrowserSync)
  return <SyncContext value={sync}>{children}</SyncContext>
}

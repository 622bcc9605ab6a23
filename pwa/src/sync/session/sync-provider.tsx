import { type ReactNode, useEffect, useState } from 'react'
import type { AppSync } from './app-sync.ts'
import { openBrowserSync } from './browser-sync.ts'
import { SyncContext, setCurrentSync } from './sync-context.ts'

/** Gives the app its data. Wraps everything once; `app` replaces the browser's own ports in tests. */
export function SyncProvider({ children, app }: { children: ReactNode; app?: AppSync }) {
  const [sync] = useState<AppSync>(() => app ?? openBrowserSync())
  setCurrentSync(sync)
  useEffect(() => setCurrentSync(sync), [sync])
  return <SyncContext value={sync}>{children}</SyncContext>
}

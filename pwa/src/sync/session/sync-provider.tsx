import { type ReactNode, useState } from 'react'
import { consoleLog } from '../ports/browser-ports.ts'
import { BrowserSync } from './browser-sync.ts'
import { SIGNED_OUT } from './session-state.ts'
import { SyncContext } from './sync-context.ts'

export function SyncProvider({ children }: { children: ReactNode }) {
  const [sync] = useState(openBrowserSync)
  return <SyncContext value={sync}>{children}</SyncContext>
}

/** Opens the device in the background; the session is `loading` until then. */
function openBrowserSync(): BrowserSync {
  const sync = new BrowserSync()
  sync.open().catch((thrown: unknown) => {
    consoleLog('the device could not be opened', thrown)
    sync.session.set(SIGNED_OUT)
  })
  return sync
}

import { pushWaiting } from '../engine/push.ts'
import type { Clock, Database, Lock, Server } from '../ports/ports.ts'
import { SYNC_LOCK } from '../ports/ports.ts'
import { StorageLost } from '../store/state.ts'

export type BackgroundPorts = { readonly database: Database; readonly server: Server; readonly lock: Lock; readonly clock: Clock }

/** Sends the outbox without a tab, when the browser wakes the service worker. `tabIsSyncing`: an open tab holds the lock and sends. The pull of a
 *  later tab acknowledges the commands. A rejection with ServerProblem calls for a retry. */
export async function pushInBackground({ database, server, lock, clock }: BackgroundPorts): Promise<'done' | 'tabIsSyncing'> {
  const outcome = await lock.tryHold(SYNC_LOCK, async () => {
    const state = await database.transact('read', ['meta'], (tx) => tx.get('meta', 'state'))
    if (!state) return 'done' as const
    try {
      await pushWaiting({ database, server, clock }, { clientId: state.clientId })
    } catch (thrown) {
      // a cleared storage has nothing to send
      if (!(thrown instanceof StorageLost)) throw thrown
    }
    return 'done' as const
  })
  return outcome ?? 'tabIsSyncing'
}

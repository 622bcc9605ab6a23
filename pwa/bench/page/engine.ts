import type { Actor } from '@shop/shared/kernel/define-command.ts'
import { SyncEngine } from '../../src/sync/engine/engine.ts'
import { broadcastChannel, deviceClock, webLock } from '../../src/sync/ports/browser-ports.ts'
import { gunzipText } from '../../src/sync/ports/gzip.ts'
import { httpServer } from '../../src/sync/ports/http-server.ts'
import { IndexedDbDatabase } from '../../src/sync/ports/indexed-db.ts'
import { newState } from '../../src/sync/store/open.ts'

const ADMIN_UID = '01900003-0000-7000-8000-000000000000'

/** Opens the product's engine on a database of this name, as a tab does. `origin` precedes the paths of its sync routes. */
export function openEngine(name: string, origin: string, { token = 'bench', uid = ADMIN_UID } = {}): Promise<SyncEngine> {
  const actor: Actor = { uid, role: 'admin', wasAdmin: false }
  const ports = {
    database: new IndexedDbDatabase(name, { firstState: () => newState(deviceClock) }),
    server: httpServer({ token: async () => token, origin }),
    lock: webLock(),
    channel: broadcastChannel(name),
    clock: deviceClock,
    gunzip: gunzipText,
    log: (message: string, detail?: unknown) => console.error(message, detail),
  }
  return SyncEngine.open(ports, { uid, actor: () => actor })
}

/** Resolves once the rows of a first sync are on the disk and shown. */
export function untilSynced(engine: SyncEngine): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (engine.replica.state.cursor === null) return
      stop()
      resolve()
    }
    const stop = engine.onChange(look)
    look()
  })
}

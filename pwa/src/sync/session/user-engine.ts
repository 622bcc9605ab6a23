import { type User, users } from '@shop/shared/accounts/schema.ts'
import type { Actor } from '@shop/shared/kernel/define-command.ts'
import { isUnderWayOn } from '@shop/shared/pos/rules/open-cart.ts'
import { carts } from '@shop/shared/pos/schema.ts'
import { SyncEngine } from '../engine/engine.ts'
import type { DeviceState } from '../engine/engine-status.ts'
import type { IndexedDbOptions } from '../ports/browser-database.ts'
import { announceFault, broadcastChannel, consoleLog, deviceClock, userDatabaseName, webLock } from '../ports/browser-ports.ts'
import { type SessionUser, StorageProblem } from '../ports/contract.ts'
import { gunzipText } from '../ports/gzip.ts'
import { httpServer } from '../ports/http-server.ts'
import { IndexedDbDatabase } from '../ports/indexed-db.ts'
import type { Observable } from '../ports/observable.ts'
import type { Database, Ports } from '../ports/ports.ts'
import { newState } from '../store/open.ts'
import { requestBackgroundSync } from '../worker/service-worker-client.ts'

type Around = {
  readonly storage: IndexedDbOptions
  readonly device: Observable<DeviceState>
  readonly token: () => string | null
  readonly onContact: (token: string) => void
}

/** Opens a person's data on this device. Where the browser refuses its database, the engine keeps rows only in memory and stores nothing. */
export async function openUserEngine(user: SessionUser, { storage, device, token, onContact }: Around): Promise<SyncEngine> {
  const name = userDatabaseName(user.uid)
  let engine: SyncEngine | undefined
  const ports = (database: Database): Ports => ({
    database,
    server: httpServer({ token: async () => token(), onContact }),
    lock: webLock(),
    channel: broadcastChannel(name),
    clock: deviceClock,
    gunzip: gunzipText,
    log: consoleLog,
    onFault: announceFault,
  })
  const options = { uid: user.uid, device, actor: () => actorOf(user, engine), onQueued: () => void requestBackgroundSync() }
  try {
    engine = await SyncEngine.open(ports(new IndexedDbDatabase(name, { ...storage, firstState: () => newState(deviceClock) })), options)
  } catch (thrown) {
    if (!(thrown instanceof StorageProblem)) throw thrown
    consoleLog('the user’s database cannot be opened', thrown)
    // hardly anyone needs these, so they stay out of the till's first load
    const [{ MemoryDatabase, MemoryDisk }, { MemoryLocks }] = await Promise.all([
      import('../ports/memory-database.ts'),
      import('../ports/memory-ports.ts'),
    ])
    const alone = { ...ports(new MemoryDatabase(new MemoryDisk())), lock: new MemoryLocks().portFor() }
    engine = await SyncEngine.open(alone, { ...options, isVolatile: true })
  }
  return engine
}

function actorOf(user: SessionUser, engine: SyncEngine | undefined): Actor {
  const row = engine?.replica.rows.get(users, user.uid) as User | undefined
  return { uid: user.uid, role: row?.role ?? user.role, wasAdmin: (row?.adminUntilMs ?? null) !== null }
}

/** True while an open cart of this device has lines. The app never leaves such a cart to ask for a sign-in, because a customer is waiting. */
export function hasOpenCart(opened: SyncEngine | null): boolean {
  return opened?.view.all(carts).some((cart) => isUnderWayOn(cart, opened.clientId)) ?? false
}

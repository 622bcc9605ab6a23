import { useCallback, useEffect, useState } from 'react'
import { useSyncStatus } from './hooks.ts'
import type { LockedWork, OpenedWork } from './sealed-work.ts'
import { useEngine, useSync } from './sync-context.ts'

export type { LockedWork, OpenedWork } from './sealed-work.ts'

// loaded on demand, because few devices have locked work and no device needs it to start
const sealedWork = () => import('./sealed-work.ts')

/** Locked work on this device (empty until it is read), and a person's actions on it. The actions reject with Refusal. */
export function useLockedWork(): {
  readonly work: readonly LockedWork[]
  /** Lets an admin read the work that somebody else left here. The work stays locked. */
  readonly open: (uid: string) => Promise<OpenedWork>
  /** Queues opened work. */
  readonly send: (uid: string, opened: OpenedWork) => Promise<void>
  /** Removes the person's own work that cannot be opened. */
  readonly giveUp: (uid: string) => Promise<void>
  /** Asks the server again to open the person's own work. Resolves to false when the server still refuses some of it. */
  readonly retry: (uid: string) => Promise<boolean>
} {
  const sync = useSync()
  const engine = useEngine()
  const [work, setWork] = useState<readonly LockedWork[]>([])
  const read = useCallback(async () => {
    if (engine) setWork(await (await sealedWork()).listLockedWork(engine.uid, sync.storage).catch(() => []))
  }, [sync, engine])
  // a sync opens sealed work first, so the outcome is known once the sync is idle
  const isResting = useSyncStatus().phase === 'idle'
  useEffect(() => void (isResting && read()), [read, isResting])
  const open = async (uid: string) => (await sealedWork()).openWorkOf(uid, { storage: sync.storage, call: sync.call.bind(sync) })
  const send = async (uid: string, opened: OpenedWork) => {
    if (!engine) return
    const [{ takeWork }, { importPending }] = await Promise.all([sealedWork(), import('../engine/import-pending.ts')])
    await takeWork(uid, opened, sync.storage, (file) => importPending(engine, file)).finally(read)
  }
  const giveUp = async (uid: string) => {
    await (await sealedWork()).removeLockedWork(uid, sync.storage)
    await read()
  }
  const retry = async (uid: string) => {
    if (!engine) return false
    const { listLockedWork, retryLockedWork } = await sealedWork()
    await retryLockedWork(uid, sync.storage)
    await engine.catchUp()
    await engine.syncNow()
    await read()
    const left = await listLockedWork(uid, sync.storage)
    return left.every((one) => one.uid !== uid)
  }
  return { work, open, send, giveUp, retry }
}

import { useLiveQuery } from 'dexie-react-hooks'
import type { SyncEngine } from '../engine/engine.ts'
import type { PendingEntry } from '../ports/contract.ts'
import type { JournalRecord } from '../ports/records.ts'
import { useEngine } from './sync-context.ts'

/** A command of this device that the server accepted. */
export type DoneEntry = Pick<PendingEntry, 'id' | 'name' | 'args' | 'at'>

export type Done = {
  /** The latest entry comes first. */
  readonly entries: readonly DoneEntry[]
  readonly count: number
}

async function readDone({ ports }: SyncEngine, limit: number): Promise<Done> {
  const journal = ports.database.live?.table<JournalRecord, string>('journal')
  if (!journal) return { entries: [], count: 0 }
  const [records, count] = await Promise.all([journal.orderBy('acknowledgedAtMs').reverse().limit(limit).toArray(), journal.count()])
  return { entries: records.map(({ id, command: { name, args, at } }) => ({ id, name, args, at })), count }
}

/** Number of bytes that this device stores and may store, as the browser estimates it. */
export type KeptBytes = { readonly usedBytes: number; readonly limitBytes: number }

/** The browser's estimate of this device's storage. Updated when the server acknowledges work. Undefined until known; null where the browser gives no
 *  estimate. */
export function useKeptBytes(): KeptBytes | null | undefined {
  const engine = useEngine()
  return useLiveQuery(async () => {
    await engine?.ports.database.live?.table('journal').count()
    const estimate = await navigator.storage?.estimate?.().catch(() => undefined)
    return estimate?.usage === undefined || !estimate.quota ? null : { usedBytes: estimate.usage, limitBytes: estimate.quota }
  }, [engine])
}

/** Up to `limit` commands of this device that the server accepted in the last JOURNAL_DAYS. Undefined until they are read, null when they cannot be
 *  read. */
export function useDone(limit: number): Done | null | undefined {
  const engine = useEngine()
  return useLiveQuery(async () => {
    if (!engine) return undefined
    return readDone(engine, limit).catch((thrown: unknown) => {
      engine.ports.log('cannot read the journal of this device', thrown)
      return null
    })
  }, [engine, limit])
}

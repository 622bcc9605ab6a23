import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { userDatabaseName } from '../ports/browser-ports.ts'
import { IndexedDbDatabase } from '../ports/indexed-db.ts'
import type { ResultRecord } from '../ports/records.ts'
import { useSync } from './sync-context.ts'

/** Work of a person whose data is closed on this device, because the server locked the account or the device was offline for too long. */
export type ClosedWork = {
  /** Number of changes that are sent once the data is open again. */
  readonly waiting: number
  /** The shop's reasons for refusals that nobody has dealt with. */
  readonly refusals: readonly string[]
}

/** Reads the work of the person whose data is closed on this device. Undefined until it is read. Null when nobody's data is closed, or when the
 *  person's database does not open. */
export function useClosedWork(): ClosedWork | null | undefined {
  const sync = useSync()
  useSyncExternalStore(sync.session.subscribe, sync.session.get)
  const uid = sync.closedUid
  const [database, setDatabase] = useState<IndexedDbDatabase | null>(null)
  useEffect(() => {
    if (uid === null) return
    const opened = new IndexedDbDatabase(userDatabaseName(uid), sync.storage)
    setDatabase(opened)
    return () => {
      setDatabase(null)
      opened.close()
    }
  }, [uid, sync])
  return useLiveQuery(() => (database === null ? null : readWork(database).catch(() => null)), [database])
}

async function readWork({ live }: IndexedDbDatabase): Promise<ClosedWork> {
  const [waiting, refused] = await Promise.all([live.table('outbox').count(), live.table<ResultRecord>('results').toArray()])
  return { waiting, refusals: refused.map(({ result }) => result.message ?? '') }
}

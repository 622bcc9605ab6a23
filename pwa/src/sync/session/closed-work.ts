import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { fileOf, pendingFile } from '../engine/transfer.ts'
import type { IndexedDbOptions } from '../ports/browser-database.ts'
import { consoleLog, userDatabaseName } from '../ports/browser-ports.ts'
import { type LeftBehind, NOTHING_LEFT } from '../ports/contract.ts'
import { IndexedDbDatabase } from '../ports/indexed-db.ts'

/** Reads pending work in the database of a person whose data is locked on this device (as after a lapsed membership), without changing anything. */
async function readClosed(uid: string, storage: IndexedDbOptions): Promise<{ clientId: string; commands: QueuedCommand[] }> {
  const database = new IndexedDbDatabase(userDatabaseName(uid), storage)
  try {
    return await database.transact('read', ['meta', 'outbox', 'results'], async (tx) => {
      const [state, outbox, results] = await Promise.all([tx.get('meta', 'state'), tx.all('outbox'), tx.all('results')])
      return { clientId: state?.clientId ?? '', commands: [...outbox, ...results.map(({ command }) => command)] }
    })
  } finally {
    database.close()
  }
}

/** Counts the pending work in a locked person's database. An unreadable database counts as empty, so that it blocks no sign-out. */
export async function leftInClosed(uid: string, storage: IndexedDbOptions): Promise<LeftBehind> {
  try {
    return { unsynced: (await readClosed(uid, storage)).commands.length, unstored: 0 }
  } catch (thrown) {
    consoleLog('the work in a locked database cannot be counted', thrown)
    return NOTHING_LEFT
  }
}

/** Exports the pending work in a locked person's database as a file for another device. */
export async function exportClosed(uid: string, storage: IndexedDbOptions): Promise<Blob> {
  return fileOf(pendingFile({ uid, exportedAtMs: Date.now(), ...(await readClosed(uid, storage)) }))
}

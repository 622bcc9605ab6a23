import { fileOf, pendingFile } from '../engine/transfer.ts'
import type { IndexedDbOptions } from '../ports/browser-database.ts'
import { consoleLog, userDatabaseName } from '../ports/browser-ports.ts'
import { type LeftBehind, NOTHING_LEFT } from '../ports/contract.ts'
import { IndexedDbDatabase } from '../ports/indexed-db.ts'
import type { OutboxEntry, ResultRecord } from '../ports/records.ts'
import { waitsForOthers } from '../store/apply-pull.ts'

/** Reads pending work in the database of a person whose data is locked on this device (as after a lapsed membership), without changing anything. */
async function readClosed(
  uid: string,
  storage: IndexedDbOptions,
): Promise<{ clientId: string; outbox: OutboxEntry[]; results: ResultRecord[] }> {
  const database = new IndexedDbDatabase(userDatabaseName(uid), storage)
  try {
    return await database.transact('read', ['meta', 'outbox', 'results'], async (tx) => {
      const [state, outbox, results] = await Promise.all([tx.get('meta', 'state'), tx.all('outbox'), tx.all('results')])
      return { clientId: state?.clientId ?? '', outbox, results }
    })
  } finally {
    database.close()
  }
}

/** Counts the pending work in a locked person's database, except what waits on the server. An unreadable database counts as empty, so that it blocks no sign-out. */
export async function leftInClosed(uid: string, storage: IndexedDbOptions): Promise<LeftBehind> {
  try {
    const { outbox, results } = await readClosed(uid, storage)
    return { unsynced: outbox.filter(({ answered }) => !waitsForOthers(answered)).length + results.length, unstored: 0 }
  } catch (thrown) {
    consoleLog('the work in a locked database cannot be counted', thrown)
    return NOTHING_LEFT
  }
}

/** Exports the pending work in a locked person's database as a file for another device. */
export async function exportClosed(uid: string, storage: IndexedDbOptions): Promise<Blob> {
  const { clientId, outbox, results } = await readClosed(uid, storage)
  const commands = [...outbox, ...results.map(({ command }) => command)]
  return fileOf(pendingFile({ uid, clientId, exportedAtMs: Date.now(), commands }))
}

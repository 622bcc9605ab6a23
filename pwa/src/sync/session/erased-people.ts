import { listErasedCall, MAX_ASKED_ACCOUNTS } from '@shop/shared/accounts/calls/privacy.ts'
import type { SyncEngine } from '../engine/engine.ts'
import { importPending } from '../engine/import-pending.ts'
import { pendingFile } from '../engine/transfer.ts'
import type { IndexedDbOptions } from '../ports/browser-database.ts'
import { consoleLog, userDatabaseName } from '../ports/browser-ports.ts'
import { IndexedDbDatabase } from '../ports/indexed-db.ts'
import { TABLE_KEYS, type TableName } from '../ports/records.ts'
import { type CallOptions, makeCall } from './call.ts'

const PREFIX = userDatabaseName('')
const TABLES = Object.keys(TABLE_KEYS) as TableName[]
/** A person's id; the device's own database has a name without one. */
const UID = /^[0-9a-f-]{36}$/

/** People whose data is on this device. A browser that does not list its databases knows of those signed in alone. */
async function peopleHere({ indexedDB = globalThis.indexedDB }: IndexedDbOptions): Promise<string[]> {
  const found = (await indexedDB.databases?.()) ?? []
  return found.map(({ name = '' }) => name.slice(name.startsWith(PREFIX) ? PREFIX.length : name.length)).filter((uid) => UID.test(uid))
}

type Around = {
  /** The person signed in on this device; null when there is none. */
  readonly ownUid: string | null
  readonly storage: IndexedDbOptions
  readonly call: CallOptions
  readonly signOut: () => Promise<void>
  /** The engine of an admin who is signed in here, if one is. */
  readonly admin: () => SyncEngine | null
}

/** Asks the server which of the people on this device were erased, signs out whoever is signed in of them, and removes their data. Answers whether the
 *  signed-in person was one. */
export async function followErasures({ ownUid, storage, call, signOut, admin }: Around): Promise<boolean> {
  const here = new Set([...(ownUid === null ? [] : [ownUid]), ...(await peopleHere(storage))])
  const erased = await erasedOf([...here], call)
  const isOwn = ownUid !== null && erased.includes(ownUid)
  if (isOwn) await signOut()
  for (const uid of erased) {
    const hasFacts = await dropPerson(uid, storage)
    const engine = admin()
    if (hasFacts && engine) await adoptFacts(uid, engine, storage)
  }
  return isOwn
}

/** Those of these people whose data the server has erased; nobody while it does not answer. */
async function erasedOf(uids: readonly string[], call: CallOptions): Promise<string[]> {
  if (uids.length === 0) return []
  try {
    const { erased } = await makeCall(listErasedCall, { body: { uids: uids.slice(0, MAX_ASKED_ACCOUNTS) } }, { ...call, token: null })
    return erased.filter((uid) => uids.includes(uid))
  } catch {
    return []
  }
}

/** Removes everything of an erased person from this device but the facts of a till that the server does not have yet: a sale that happened is recorded,
 *  whoever rang it up. Answers whether there are any; they wait for an admin's sign-in here. */
async function dropPerson(uid: string, storage: IndexedDbOptions): Promise<boolean> {
  const { deviceCommands } = await import('@shop/shared/device-commands.ts')
  const facts = new Set(deviceCommands.flatMap(({ name, isFact }) => (isFact ? [name] : [])))
  const database = new IndexedDbDatabase(userDatabaseName(uid), storage)
  let hasFacts: boolean
  try {
    hasFacts = await database.transact('write', TABLES, async (tx) => {
      const kept = (await tx.all('outbox')).filter(({ name }) => facts.has(name))
      const state = await tx.get('meta', 'state')
      for (const table of TABLES) await tx.clear(table)
      if (kept.length > 0 && state) await tx.put('meta', [state])
      if (kept.length > 0) await tx.put('outbox', kept)
      return kept.length > 0
    })
  } finally {
    database.close()
  }
  if (!hasFacts) await deleteDatabase(userDatabaseName(uid), storage)
  return hasFacts
}

/** Takes the facts that an erased person left here into the outbox of an admin, and removes the rest. */
async function adoptFacts(uid: string, engine: SyncEngine, storage: IndexedDbOptions): Promise<void> {
  const database = new IndexedDbDatabase(userDatabaseName(uid), storage)
  try {
    const commands = await database.transact('read', ['outbox'], (tx) => tx.all('outbox'))
    const file = pendingFile({ uid, clientId: engine.clientId, exportedAtMs: engine.nowMs(), commands })
    await importPending(engine, JSON.stringify(file))
  } finally {
    database.close()
  }
  await deleteDatabase(userDatabaseName(uid), storage)
}

function deleteDatabase(name: string, { indexedDB = globalThis.indexedDB }: IndexedDbOptions): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => resolve()
    // another tab still has it open, emptied; the next contact tries again
    request.onblocked = () => resolve()
    request.onerror = () => {
      consoleLog('an emptied database cannot be removed', request.error)
      resolve()
    }
  })
}

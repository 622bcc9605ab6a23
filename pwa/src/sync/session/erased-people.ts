import { listErasedCall, MAX_ASKED_ACCOUNTS } from '@shop/shared/accounts/calls/privacy.ts'
import type { IndexedDbOptions } from '../ports/browser-database.ts'
import { consoleLog, userDatabaseName } from '../ports/browser-ports.ts'
import { IndexedDbDatabase } from '../ports/indexed-db.ts'
import { type SealedRecord, TABLE_KEYS, type TableName } from '../ports/records.ts'
import { isSealedKey } from '../store/sealed-key.ts'
import { makeCall } from './call.ts'
import { peopleHere } from './people-here.ts'

const TABLES = Object.keys(TABLE_KEYS) as TableName[]

export type Around = {
  /** The sign-in of this device; null when there is none. */
  readonly signIn: { readonly token: string; readonly user: { readonly uid: string } } | null
  /** True while this device's sign-in has this token. */
  readonly isStill: (token: string) => boolean
  readonly storage: IndexedDbOptions
  readonly signOut: (ending: 'session' | 'erased') => Promise<void>
}

/** Asks the server which of the people on this device were erased, and whether somebody ended the session. If the signed-in person was erased or
 *  their session was ended, signs them out. Then removes the data of the erased people. Answers true after a sign-out. */
export async function followErasures({ signIn, isStill, storage, signOut }: Around): Promise<boolean> {
  const here = new Set([...(signIn === null ? [] : [signIn.user.uid]), ...(await peopleHere(storage))])
  const { erased, sessionEnded } = await ask([...here], signIn?.token ?? null)
  // the person may have signed in anew meanwhile
  const isOver = signIn !== null && isStill(signIn.token) && (sessionEnded || erased.includes(signIn.user.uid))
  if (isOver) await signOut(erased.includes(signIn.user.uid) ? 'erased' : 'session')
  for (const uid of erased) await dropPerson(uid, storage)
  return isOver
}

/** Asks the server which of these people were erased, and whether somebody ended the session. Without an answer, the result is as if nobody was
 *  erased and no session ended. */
async function ask(uids: readonly string[], token: string | null): Promise<{ erased: string[]; sessionEnded: boolean }> {
  if (uids.length === 0) return { erased: [], sessionEnded: false }
  try {
    const body = { uids: uids.slice(0, MAX_ASKED_ACCOUNTS) }
    const { erased, sessionEnded = false } = await makeCall(listErasedCall, { body }, { token })
    return { erased: erased.filter((uid) => uids.includes(uid)), sessionEnded }
  } catch {
    return { erased: [], sessionEnded: false }
  }
}

/** Removes everything of an erased person from this device, except facts of a till that the server does not have yet. Every sale that happened is
 *  recorded, so these facts wait for an admin. Unsent work that was already sealed waits too. */
async function dropPerson(uid: string, storage: IndexedDbOptions): Promise<void> {
  const { deviceCommands } = await import('@shop/shared/device-commands.ts')
  const facts = new Set(deviceCommands.flatMap(({ name, isFact }) => (isFact ? [name] : [])))
  const database = new IndexedDbDatabase(userDatabaseName(uid), storage)
  let isEmpty: boolean
  try {
    isEmpty = await database.transact('write', TABLES, async (tx) => {
      const [state, outbox, results, settings] = await Promise.all([
        tx.get('meta', 'state'),
        tx.all('outbox'),
        tx.all('results'),
        tx.all('settings'),
      ])
      const kept = outbox.filter(({ name }) => facts.has(name))
      const refused = results.filter(({ command }) => facts.has(command.name))
      const sealed = settings.filter(({ key, value }) => isSealedKey(key) && (value as SealedRecord).unsent > 0)
      for (const table of TABLES) await tx.clear(table)
      if (!state || kept.length + refused.length + sealed.length === 0) return true
      await Promise.all([
        tx.put('meta', [{ ...state, cursor: null }]),
        tx.put('outbox', kept),
        tx.put('results', refused),
        tx.put('settings', sealed),
      ])
      return false
    })
  } finally {
    database.close()
  }
  if (isEmpty) await deleteDatabase(userDatabaseName(uid), storage)
}

function deleteDatabase(name: string, { indexedDB = globalThis.indexedDB }: IndexedDbOptions): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => resolve()
    // another tab still has the emptied database open; the next check for erased people tries again
    request.onblocked = () => resolve()
    request.onerror = () => {
      consoleLog('an emptied database cannot be removed', request.error)
      resolve()
    }
  })
}

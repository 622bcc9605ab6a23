import { openSealedWorkCall } from '@shop/shared/accounts/calls/sign-out.ts'
import type { SealedPart } from '@shop/shared/accounts/sealed-work.ts'
import type { AnyCall, InputOf, OutputOf } from '@shop/shared/kernel/define-call.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import { type PendingFile, pendingFile } from '../engine/transfer.ts'
import type { IndexedDbOptions } from '../ports/browser-database.ts'
import { consoleLog, userDatabaseName } from '../ports/browser-ports.ts'
import { StorageProblem } from '../ports/contract.ts'
import { IndexedDbDatabase } from '../ports/indexed-db.ts'
import type { SealedRecord } from '../ports/records.ts'
import { canSeal, openPieces, sealPieces } from '../ports/sealing.ts'
import { PICTURE_CACHE, THUMBNAIL_CACHE } from '../ports/worker-messages.ts'
import {
  type OpenPart,
  type PersonalRecords,
  readSealable,
  readSealed,
  removeReadable,
  removeSealed,
  replaceBySealed,
  retrySealed,
} from '../store/sealed.ts'
import type { Position } from '../store/state.ts'
import { peopleHere } from './people-here.ts'

/** Maximum number of attempts to seal a database in which another tab still writes. */
const MAX_TRIES = 5

type Options = {
  readonly storage: IndexedDbOptions
  /** The server's public key; null until this device has received it. */
  readonly serverKey: string | null
  /** Reads the signed-in person's id from the disk; that person's data is not sealed. */
  readonly signedInUid: () => Promise<string | null>
}

/** Removes rows and settings of everybody who is not signed in, and seals their work for the server. */
export async function sealOthers(options: Options): Promise<void> {
  for (const uid of await peopleHere(options.storage)) {
    const sealing = withDatabase(uid, options.storage, (database) => sealPerson(database, uid, options))
    await sealing.catch((thrown: unknown) => consoleLog('the data of a person who left cannot be sealed', thrown))
  }
}

/** Removes pictures, which may show people, and what this tab remembers, such as a cart. */
export async function forgetPictures(): Promise<void> {
  globalThis.sessionStorage?.clear()
  await Promise.all([THUMBNAIL_CACHE, PICTURE_CACHE].map((name) => globalThis.caches?.delete(name).catch(() => false)))
}

async function sealPerson(database: IndexedDbDatabase, uid: string, { serverKey, signedInUid }: Options): Promise<void> {
  for (let left = MAX_TRIES; left > 0; left--) {
    if ((await signedInUid()) === uid) return
    const found = await readSealable(database)
    if (!found || found.isClear) return
    // without the server's key the work stays unsealed until the next contact; where the browser cannot encrypt, acknowledged work is removed too
    if (serverKey === null || !canSeal()) return removeReadable(database, { withJournal: !canSeal() })
    const parts = await Promise.all(found.parts.map((part) => sealedOf(uid, part, serverKey)))
    if ((await signedInUid()) === uid || (await sealIn(database, found.at, parts))) return
  }
}

/** Replaces the work by its sealed parts in one transaction. On a full disk only removes the rows and settings, and answers false so that the caller
 *  tries again with more room. */
async function sealIn(database: IndexedDbDatabase, at: Position, parts: readonly SealedRecord[]): Promise<boolean> {
  try {
    return await replaceBySealed(database, at, parts)
  } catch (thrown) {
    if (!(thrown instanceof StorageProblem) || thrown.kind !== 'full') throw thrown
    await removeReadable(database, { withJournal: false })
    return false
  }
}

async function sealedOf(uid: string, { records, unsent }: OpenPart, serverKey: string): Promise<SealedRecord> {
  return { ...(await sealPieces(uid, { records }, serverKey)), unsent }
}

/** Sealed work on this device that a person has to deal with. `reason`: for the person's own work, why the server refused to open it; null for unsent
 *  work of somebody else who signed out. */
export type LockedWork = { readonly uid: string; readonly unsent: number; readonly reason: string | null }

/** Lists other people's unsent work, and the person's own work that the server refused to open. */
export async function listLockedWork(ownUid: string, storage: IndexedDbOptions): Promise<LockedWork[]> {
  const found: LockedWork[] = []
  for (const uid of await peopleHere(storage)) {
    const parts = (await lockedOf(uid, storage)).filter(({ value }) => uid !== ownUid || value.refused !== undefined)
    const unsent = parts.reduce((sum, { value }) => sum + value.unsent, 0)
    if (unsent > 0) found.push({ uid, unsent, reason: (uid === ownUid && parts[0]?.value.refused) || null })
  }
  return found
}

const lockedOf = (uid: string, storage: IndexedDbOptions) =>
  withDatabase(uid, storage, async (database) => (await readSealed(database)).filter(({ value }) => value.unsent > 0))

type Opening = {
  readonly call: <C extends AnyCall>(call: C, input: InputOf<C>) => Promise<OutputOf<C>>
  readonly storage: IndexedDbOptions
}

/** Unsent work that the server has opened, each part as an exported file. `refused`: the first refusal, when other parts stay locked. */
export type OpenedWork = {
  readonly parts: readonly { readonly key: string; readonly file: PendingFile }[]
  readonly refused: Refusal | null
}

/** Lets the server open the unsent work of somebody who signed out, for an admin. The work stays sealed on this device until `takeWork`. Throws the
 *  refusal when the server opens no part. */
export async function openWorkOf(uid: string, { call, storage }: Opening): Promise<OpenedWork> {
  const parts: { key: string; file: PendingFile }[] = []
  let refused: Refusal | null = null
  const open = async (body: SealedPart) => (await call(openSealedWorkCall, { body })).text
  const clientId = await withDatabase(uid, storage, clientIdOf)
  for (const { key, value } of await lockedOf(uid, storage)) {
    try {
      const { records } = await openPieces<{ records: PersonalRecords }>(value, open)
      const { outbox = [], results = [] } = records
      const commands = [...outbox, ...results.map(({ command }) => command)]
      parts.push({ key, file: pendingFile({ uid, clientId, exportedAtMs: Date.now(), commands }) })
    } catch (thrown) {
      if (!(thrown instanceof Refusal) || !OF_ONE_PART.has(thrown.status)) throw thrown
      refused ??= thrown
    }
  }
  if (refused && parts.length === 0) throw refused
  return { parts, refused }
}

/** Gives each opened part to `take` as an exported file, and removes it from this device once taken. */
export async function takeWork(
  uid: string,
  { parts }: OpenedWork,
  storage: IndexedDbOptions,
  take: (file: string) => Promise<unknown>,
): Promise<void> {
  for (const { key, file } of parts) {
    await take(JSON.stringify(file))
    await withDatabase(uid, storage, (database) => removeSealed(database, key))
  }
}

/** Statuses of a refusal that concerns one part only, so the next part may still succeed. */
const OF_ONE_PART: ReadonlySet<number> = new Set([400, 409, 413])

/** Id of the device's database, by which the server dates what happened at this till. */
const clientIdOf = (database: IndexedDbDatabase) =>
  database.transact('read', ['meta'], async (tx) => (await tx.get('meta', 'state'))?.clientId ?? '')

/** Marks the person's sealed work that the server refused to open, so that the server is asked again. */
export async function retryLockedWork(uid: string, storage: IndexedDbOptions): Promise<void> {
  if ((await peopleHere(storage)).includes(uid)) await withDatabase(uid, storage, retrySealed)
}

/** Removes all of a person's sealed parts that the server refused to open, including parts whose commands the server already has. */
export async function removeLockedWork(uid: string, storage: IndexedDbOptions): Promise<void> {
  await withDatabase(uid, storage, async (database) => {
    for (const { key, value } of await readSealed(database)) if (value.refused !== undefined) await removeSealed(database, key)
  })
}

async function withDatabase<T>(uid: string, storage: IndexedDbOptions, work: (database: IndexedDbDatabase) => Promise<T>): Promise<T> {
  const database = new IndexedDbDatabase(userDatabaseName(uid), storage)
  return work(database).finally(() => database.close())
}

import type { Database, DatabaseTx } from '../ports/ports.ts'
import type { JournalRecord, OutboxEntry, ResultRecord, SealedRecord, SettingRecord, StoreState } from '../ports/records.ts'
import { findKnown } from './outbox.ts'
import { isSealedKey, sealedKey } from './sealed-key.ts'
import { deltaSince, isAt, type Position, positionOf, readState, type StoreDelta } from './state.ts'

/** Maximum number of characters of a part before sealing. A longer record makes a part of its own. */
const PART_CHARACTERS = 400_000

/** Tables with a person's work. Rows are not among them, because the server has the rows. */
export type PersonalRecords = {
  readonly outbox?: readonly OutboxEntry[]
  readonly results?: readonly ResultRecord[]
  readonly journal?: readonly JournalRecord[]
  readonly settings?: readonly SettingRecord[]
}

export type OpenPart = { readonly records: PersonalRecords; readonly unsent: number }

/** The content of a database that is to be sealed. `isClear`: true when there is nothing to seal or remove. */
export type Sealable = { readonly at: Position; readonly parts: readonly OpenPart[]; readonly isClear: boolean }

const PERSONAL_TABLES = ['meta', 'outbox', 'results', 'journal', 'settings'] as const
const ALL_TABLES = [...PERSONAL_TABLES, 'pages', 'overlay'] as const

/** Reads the content of a database that is to be sealed. Null for a database that nobody has used. */
export function readSealable(database: Database): Promise<Sealable | null> {
  return database.transact('read', ALL_TABLES, async (tx) => {
    const state = await tx.get('meta', 'state')
    if (!state) return null
    const [outbox, results, journal, settings, rows] = await Promise.all([
      tx.all('outbox'),
      tx.all('results'),
      tx.all('journal'),
      tx.all('settings'),
      Promise.all([tx.count('pages'), tx.count('overlay')]),
    ])
    const parts = [
      ...partsOf('outbox', outbox),
      ...partsOf('results', results),
      ...partsOf('journal', journal),
      ...partsOf(
        'settings',
        settings.filter(({ key }) => !isSealedKey(key)),
      ),
    ]
    return { at: positionOf(state), parts, isClear: parts.length === 0 && rows.every((count) => count === 0) && state.cursor === null }
  })
}

/** Splits the records of a table into parts, in their order. */
function partsOf<T extends keyof PersonalRecords>(table: T, records: readonly NonNullable<PersonalRecords[T]>[number][]): OpenPart[] {
  const groups: (typeof records)[number][][] = []
  let room = 0
  for (const record of records) {
    const { length } = JSON.stringify(record)
    if (length > room) {
      groups.push([])
      room = PART_CHARACTERS
    }
    groups.at(-1)?.push(record)
    room -= length
  }
  const isUnsent = table === 'outbox' || table === 'results'
  return groups.map((group) => ({ records: { [table]: group }, unsent: isUnsent ? group.length : 0 }))
}

/** Replaces a person's records by their sealed parts, and removes the rows and the cursor, so that the next sign-in starts afresh. False when the
 *  database changed since it was read. */
export function replaceBySealed(database: Database, at: Position, parts: readonly SealedRecord[]): Promise<boolean> {
  return database.transact('write', ALL_TABLES, async (tx) => {
    const state = await readState(tx)
    if (!isAt(state, at)) return false
    const outboxVersion = state.outboxVersion + 1
    const records = parts.map((value, nth) => ({ key: sealedKey(outboxVersion, nth), value }))
    await Promise.all([...(['outbox', 'results', 'journal'] as const).map((table) => tx.clear(table)), clearRows(tx)])
    await tx.put('settings', records)
    await tx.put('meta', [{ ...withoutRows(state, outboxVersion), sealed: withParts(state, parts, 1) }])
    return true
  })
}

/** Removes rows and settings when the work cannot be sealed. Work that the server does not have stays readable. `withJournal` removes the
 *  acknowledged work too. */
export function removeReadable(database: Database, { withJournal }: { readonly withJournal: boolean }): Promise<void> {
  return database.transact('write', ALL_TABLES, async (tx) => {
    const state = await readState(tx)
    await clearRows(tx)
    if (withJournal) await tx.clear('journal')
    await tx.put('meta', [withoutRows(state, state.outboxVersion + 1)])
  })
}

async function clearRows(tx: DatabaseTx): Promise<void> {
  const keys = (await tx.keys('settings')) as string[]
  await Promise.all([
    tx.clear('pages'),
    tx.clear('overlay'),
    tx.remove(
      'settings',
      keys.filter((key) => !isSealedKey(key)),
    ),
  ])
}

/** The state without rows. A tab that still has the database open sees that everything changed, and loads it again. */
const withoutRows = (state: StoreState, outboxVersion: number): StoreState => ({
  ...state,
  cursor: null,
  generation: state.newestGeneration + 1,
  newestGeneration: state.newestGeneration + 1,
  version: state.version + 1,
  foldedVersion: state.version + 1,
  outboxVersion,
  outboxRemovedVersion: outboxVersion,
  resultsVersion: outboxVersion,
  lastSyncAtMs: null,
  drifted: [],
})

export function readSealed(database: Database): Promise<readonly { readonly key: string; readonly value: SealedRecord }[]> {
  return database.transact('read', ['settings'], async (tx) =>
    (await tx.all('settings')).filter(({ key }) => isSealedKey(key)).map(({ key, value }) => ({ key, value: value as SealedRecord })),
  )
}

/** Puts the records of an opened part back in their places, and removes the part. Commands and settings that this database already has stay as they
 *  are. */
export function restoreSealed(database: Database, at: Position, key: string, records: PersonalRecords): Promise<StoreDelta | null> {
  return database.transact('write', [...PERSONAL_TABLES, 'overlay'], async (tx) => {
    const state = await readState(tx)
    const part = await tx.get('settings', key)
    if (!part) return deltaSince(tx, state, at)
    const outboxVersion = state.outboxVersion + 1
    const { outbox = [], results = [], journal = [], settings = [] } = records
    const isNew = async ({ id }: { readonly id: string }) => (await findKnown(tx, id)) === null
    const keptSettings = new Set((await tx.keys('settings')) as string[])
    await Promise.all([
      tx.put(
        'outbox',
        await only(
          outbox.map((entry) => ({ ...entry, changed: outboxVersion })),
          isNew,
        ),
      ),
      tx.put('results', await only(results, isNew)),
      tx.put('journal', await only(journal, isNew)),
      tx.put(
        'settings',
        settings.filter((setting) => !keptSettings.has(setting.key)),
      ),
    ])
    await tx.remove('settings', [key])
    const next = { ...state, outboxVersion, resultsVersion: outboxVersion, sealed: withParts(state, [part.value as SealedRecord], -1) }
    await tx.put('meta', [next])
    return deltaSince(tx, next, at)
  })
}

async function only<T>(records: readonly T[], isWanted: (record: T) => Promise<boolean>): Promise<T[]> {
  const wanted: T[] = []
  for (const record of records) if (await isWanted(record)) wanted.push(record)
  return wanted
}

/** Counts the sealed parts that the server has not refused, after `parts` were added (`sign` 1) or removed (-1). */
function withParts({ sealed }: StoreState, parts: readonly SealedRecord[], sign: 1 | -1): StoreState['sealed'] {
  const waiting = parts.filter(({ refused }) => refused === undefined)
  const count = (sealed?.parts ?? 0) + sign * waiting.length
  const unsent = (sealed?.unsent ?? 0) + sign * waiting.reduce((sum, part) => sum + part.unsent, 0)
  return count > 0 ? { parts: count, unsent } : undefined
}

/** Marks a part as refused, with the server's reason, until `retrySealed`. */
export function refuseSealed(database: Database, key: string, refused: string): Promise<void> {
  return database.transact('write', ['meta', 'settings'], async (tx) => {
    const [state, found] = await Promise.all([readState(tx), tx.get('settings', key)])
    if (!found) return
    const part = found.value as SealedRecord
    await tx.put('settings', [{ key, value: { ...part, refused } }])
    await tx.put('meta', [{ ...state, sealed: withParts(state, [part], -1) }])
  })
}

/** Makes refused parts ordinary sealed parts again, so that the next sync sends them. Other tabs notice the new outbox version. */
export function retrySealed(database: Database): Promise<void> {
  return database.transact('write', ['meta', 'settings'], async (tx) => {
    const [state, settings] = await Promise.all([tx.get('meta', 'state'), tx.all('settings')])
    const refused = settings.filter(({ key, value }) => isSealedKey(key) && (value as SealedRecord).refused !== undefined)
    if (!state || refused.length === 0) return
    const again = refused.map(({ key, value }) => {
      const { refused: _refused, ...part } = value as SealedRecord
      return { key, value: part }
    })
    await tx.put('settings', again)
    const sealed = withParts(
      state,
      again.map(({ value }) => value),
      1,
    )
    await tx.put('meta', [{ ...state, outboxVersion: state.outboxVersion + 1, sealed }])
  })
}

/** Removes a part, after an admin has taken its work or its person has given it up. */
export function removeSealed(database: Database, key: string): Promise<void> {
  return database.transact('write', ['meta', 'settings'], async (tx) => {
    const [state, found] = await Promise.all([readState(tx), tx.get('settings', key)])
    if (!found) return
    await tx.remove('settings', [key])
    await tx.put('meta', [{ ...state, sealed: withParts(state, [found.value as SealedRecord], -1) }])
  })
}

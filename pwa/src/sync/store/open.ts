import { uuidv7 } from '@shop/shared/kernel/ids.ts'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { Clock, Database, DatabaseTx, Ports } from '../ports/ports.ts'
import type { OutboxEntry, OverlayRecord, ResultRecord, SettingRecord, StoreState } from '../ports/records.ts'
import { findKnown, type KnownCommand } from './outbox.ts'
import { type PageText, textOf } from './page-text.ts'
import { newSeries } from './receipt-number.ts'
import { isSealedKey } from './sealed-key.ts'
import { DELTA_TABLES, deltaSince, type Position, readState, type StoreDelta } from './state.ts'

/** Everything a tab starts from, read in one transaction. */
export type StoreImage = {
  readonly state: StoreState
  readonly pages: readonly PageText[]
  readonly overlay: readonly OverlayRecord[]
  readonly outbox: readonly OutboxEntry[]
  readonly results: readonly ResultRecord[]
  readonly settings: readonly SettingRecord[]
}

export function newState(clock: Clock): StoreState {
  return {
    key: 'state',
    clientId: uuidv7(clock.nowMs(), clock.random(10)),
    receiptSeries: newSeries(clock),
    receiptCount: 0,
    generation: 0,
    newestGeneration: 0,
    cursor: null,
    protocol: PROTOCOL_VERSION,
    version: 0,
    foldedVersion: 0,
    outboxVersion: 0,
    outboxRemovedVersion: 0,
    resultsVersion: 0,
    nextSeq: 1,
    lastSyncAtMs: null,
    clockOffsetMs: 0,
    lastAuditAtMs: 0,
    drifted: [],
  }
}

/** Writes the first state, unless another tab has written one meanwhile. */
async function makeState(tx: DatabaseTx, clock: Clock): Promise<StoreState> {
  const found = await tx.get('meta', 'state')
  if (found) return found
  const state = newState(clock)
  await tx.put('meta', [state])
  return state
}

const LIVE_TABLES = ['meta', 'pages', 'overlay', 'outbox', 'results', 'settings'] as const

/** Reads the store. Gives a new database its first state. */
export async function loadStore({ database, clock, gunzip }: Pick<Ports, 'database' | 'clock' | 'gunzip'>): Promise<StoreImage> {
  const read = async (tx: DatabaseTx, state: StoreState) => {
    const [pages, overlay, outbox, results, settings] = await Promise.all([
      tx.under('pages', [state.generation]),
      tx.all('overlay'),
      tx.all('outbox'),
      tx.all('results'),
      tx.all('settings'),
    ])
    return { state, pages, overlay, outbox, results, settings: settings.filter(({ key }) => !isSealedKey(key)) }
  }
  const found = await database.transact('read', LIVE_TABLES, async (tx) => {
    const state = await tx.get('meta', 'state')
    return state ? read(tx, state) : null
  })
  const stored = found ?? (await database.transact('write', LIVE_TABLES, async (tx) => read(tx, await makeState(tx, clock))))
  return { ...stored, pages: await Promise.all(stored.pages.map((page) => textOf(page, gunzip))) }
}

/** Changes by other tabs and the service worker since a position; null when the tab must load everything again. */
export function storeChangesSince(database: Database, at: Position): Promise<StoreDelta | null> {
  return database.transact('read', DELTA_TABLES, async (tx) => deltaSince(tx, await readState(tx), at))
}

export function putSetting(database: Database, key: string, value: unknown): Promise<void> {
  return database.transact('write', ['settings'], (tx) => tx.put('settings', [{ key, value }]))
}

export function patchState(
  database: Database,
  fields: Partial<Pick<StoreState, 'lastAuditAtMs' | 'drifted' | 'clockOffsetMs'>>,
): Promise<StoreState> {
  return database.transact('write', ['meta'], async (tx) => {
    const state = { ...(await readState(tx)), ...fields }
    await tx.put('meta', [state])
    return state
  })
}

/** Finds a command that is pending, refused, or acknowledged within JOURNAL_DAYS. */
export function lookUpCommand(database: Database, id: string): Promise<KnownCommand | undefined> {
  return database.transact('read', ['outbox', 'results', 'journal'], async (tx) => (await findKnown(tx, id)) ?? undefined)
}

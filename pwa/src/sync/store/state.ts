import type { DatabaseTx } from '../ports/ports.ts'
import type { OutboxEntry, OverlayRecord, ResultRecord, StoreState } from '../ports/records.ts'

/** How much of the store a tab knows. `clientId` identifies the store, because the counters of a new store begin again after the old one was
 *  cleared. */
export type Position = { readonly clientId: string; readonly generation: number; readonly version: number; readonly outboxVersion: number }

export type StoreDelta = {
  readonly state: StoreState
  readonly rows: readonly OverlayRecord[]
  /** Entries that were added or changed. */
  readonly entries: readonly OutboxEntry[]
  /** Ids of removed entries. If `alive` is set instead, it lists `seq` of all remaining entries. */
  readonly gone: readonly string[]
  readonly alive: readonly number[] | null
  /** All results, if a result changed. */
  readonly results: readonly ResultRecord[] | null
}

export const DELTA_TABLES = ['meta', 'overlay', 'outbox', 'results'] as const

/** Thrown when the storage was cleared under a running tab, or another first sync replaced the one under way. */
export class StorageLost extends Error {
  override readonly name = 'StorageLost'
}

export const positionOf = ({ clientId, generation, version, outboxVersion }: Position): Position => ({
  clientId,
  generation,
  version,
  outboxVersion,
})

export const isAt = (state: Position, at: Position): boolean =>
  state.clientId === at.clientId &&
  state.generation === at.generation &&
  state.version === at.version &&
  state.outboxVersion === at.outboxVersion

export async function readState(tx: DatabaseTx): Promise<StoreState> {
  const state = await tx.get('meta', 'state')
  if (!state) throw new StorageLost('the database was cleared')
  return state
}

/** Reads the delta since a position; null when the tab must load everything again. */
export async function deltaSince(tx: DatabaseTx, state: StoreState, at: Position): Promise<StoreDelta | null> {
  const isGap =
    state.clientId !== at.clientId ||
    state.generation !== at.generation ||
    at.version < state.foldedVersion ||
    at.version > state.version ||
    at.outboxVersion > state.outboxVersion
  if (isGap) return null
  const rows = state.version > at.version ? await tx.above('overlay', 'version', at.version) : []
  return { ...(await outboxDelta(tx, state, at.outboxVersion)), rows }
}

/** Reads the outbox's part of a delta, with all requests at once. */
export async function outboxDelta(tx: DatabaseTx, state: StoreState, sinceVersion: number): Promise<StoreDelta> {
  const [entries, alive, results] = await Promise.all([
    state.outboxVersion > sinceVersion ? tx.above('outbox', 'changed', sinceVersion) : [],
    state.outboxRemovedVersion > sinceVersion ? (tx.keys('outbox') as Promise<number[]>) : null,
    state.resultsVersion > sinceVersion ? tx.all('results') : null,
  ])
  return { state, rows: [], entries, gone: [], alive, results }
}

import { packCollections, packLargePull } from '../rows/fold.ts'
import { applyPull, commitGeneration, foldOverlay, overlayCollections, overlaySize, type PulledRow } from '../store/apply-pull.ts'
import { patchState } from '../store/open.ts'
import type { SyncEngine } from './engine.ts'
import type { FetchedStart } from './first-sync.ts'
import type { Pulled } from './pull.ts'

/** Time without a command after which a tab may fold the overlay. */
const IDLE_MS = 5_000

type Changes = Pulled & { kind: 'changes' }

/** The cursor and the answered commands at the start of the pull. `asksAgain`: true to send again what waits for other devices. */
export type PullStart = { readonly cursor: string; readonly answeredIds: readonly string[]; readonly asksAgain: boolean }

/** Applies a finished pull. `stale`: another tab applied a pull meanwhile, or the storage was cleared. */
export function takePull(engine: SyncEngine, pulled: Changes, since: PullStart): Promise<'applied' | 'stale'> {
  return engine.exclusive(async () => {
    const rows = onlyNews(engine, pulled.rows)
    const outcome = await applyPull(engine.ports.database, {
      at: engine.replica.position,
      fromCursor: since.cursor,
      cursor: pulled.cursor,
      rows,
      results: pulled.results,
      answeredIds: since.answeredIds,
      asksAgain: since.asksAgain,
      nowMs: pulled.serverNowMs,
      state: { clockOffsetMs: engine.clockOffsetMs },
      packed: packLargePull(engine.replica.rows, rows, engine.packing.packAtOnceRows),
    })
    if (outcome.kind === 'stale') return 'stale'
    await engine.absorb(outcome.delta)
    engine.noteStored()
    engine.tell()
    return 'applied'
  })
}

/** Leaves out rows that the device already has, because a pull may repeat rows of the pull before it. A row with an equal `$v` is unchanged. */
function onlyNews({ replica }: SyncEngine, rows: readonly PulledRow[]): readonly PulledRow[] {
  return rows.filter(({ collection, id, row }) => {
    const before = replica.rows.of(collection).get(id) as { $v?: unknown } | undefined
    return row ? before?.$v !== (row as { $v?: unknown }).$v : before !== undefined
  })
}

/** Switches over to a finished first sync. */
export function applyStart(engine: SyncEngine, start: FetchedStart, pulled: Changes): Promise<'applied' | 'stale'> {
  return engine.exclusive(async () => {
    const nowMs = pulled.serverNowMs
    const { generation, lastPages } = await start.stored
    const outcome = await commitGeneration(engine.ports.database, {
      at: engine.replica.position,
      pages: generation,
      lastPages,
      onHandedOver: () => engine.expectRows(start.base),
      cursor: pulled.cursor,
      rows: pulled.rows,
      results: pulled.results,
      answeredIds: [],
      nowMs,
      state: { clockOffsetMs: engine.clockOffsetMs, lastAuditAtMs: nowMs, drifted: [] },
    })
    if (outcome.kind === 'stale') return 'stale'
    await engine.registry.prepareFor?.(outcome.delta.entries)
    engine.show(engine.replica.adopt(start.base, outcome.delta))
    engine.noteStored()
    engine.tell()
    return 'applied'
  })
}

/** Compares the rows with the server's sums, and notes the collections that differ. `cursor`: the cursor of the pull that brought the sums. */
export async function checkSums(engine: SyncEngine, sums: NonNullable<Changes['sums']>, cursor: string): Promise<void> {
  await engine.exclusive(async () => {
    const { replica, ports } = engine
    // the rows have changed since, for example because the storage was lost
    if (replica.state.cursor !== cursor) return
    const drifted = Object.entries(sums)
      .filter(([collection]) => engine.isSynced(collection))
      .filter(([collection, sum]) => {
        const own = replica.rows.sum(collection)
        return own.count !== sum.count || own.hash !== sum.hash
      })
      .map(([collection]) => collection)
    if (drifted.length > 0) ports.log(`collections differ from the server's and are fetched again: ${drifted.join(', ')}`)
    const state = await patchState(ports.database, { lastAuditAtMs: engine.nowMs(), drifted })
    replica.state = { ...replica.state, lastAuditAtMs: state.lastAuditAtMs, drifted: state.drifted }
  })
}

/** Packs the changed rows into pages once they are many and the tab has been idle for a while. */
export async function foldWhenIdle(engine: SyncEngine): Promise<void> {
  const { database, clock } = engine.ports
  if (Math.abs(clock.nowMs() - engine.lastRunAtMs) < IDLE_MS) return
  if ((await overlaySize(database)) <= engine.packing.foldRows) return
  await engine.exclusive(async () => {
    const packed = packCollections(engine.replica.rows, await overlayCollections(database))
    const state = await foldOverlay(database, engine.replica.position, packed)
    if (state) engine.replica.state = { ...engine.replica.state, foldedVersion: state.foldedVersion }
  })
}

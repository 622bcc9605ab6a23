import type { StorageProblem } from '../ports/contract.ts'
import type { LeaderStatus, Ports } from '../ports/ports.ts'
import { PACKING, type Packing, packCollections, packLargePull } from '../rows/fold.ts'
import type { Registry, Replica } from '../rows/replica.ts'
import type { RowChanges } from '../rows/row-changes.ts'
import type { BaseRows } from '../rows/rows.ts'
import { applyPull, commitGeneration, foldOverlay, overlayCollections, overlaySize, type PulledRow } from '../store/apply-pull.ts'
import { patchState } from '../store/open.ts'
import type { StoreDelta } from '../store/state.ts'
import type { EngineStatusBoard } from './engine-status.ts'
import type { FetchedStart } from './first-sync.ts'
import { type Pulled, type RowCheck, rowCheck } from './pull.ts'
import type { LoopHost, PullStart } from './sync-loop.ts'

/** Nobody used the app for so long: time for housekeeping. */
const IDLE_MS = 5_000

type Changes = Pulled & { kind: 'changes' }

/** The engine from inside. */
type EngineInside = {
  readonly ports: Ports
  readonly options: { readonly packing?: Packing }
  readonly registry: Registry
  readonly replica: Replica
  readonly board: EngineStatusBoard
  readonly measuredOffsetMs: number
  nowMs(): number
  catchUp(): Promise<void>
  exclusive<T>(work: () => Promise<T>): Promise<T>
  absorb(delta: StoreDelta | null): Promise<void>
  show(changes: RowChanges): void
  tell(): void
  tellStatus(): void
  noteStored(): void
  noteFailure(thrown: unknown): void
  noteClockOffset(offsetMs: number): void
  noteFetched(rows: BaseRows): void
}

/** What the sync loop may do to the engine: everything goes through the engine's turn, so that it never meets a command half-way. */
export class EngineSide implements LoopHost {
  readonly takesRow: RowCheck
  constructor(
    private readonly engine: EngineInside,
    private readonly lastRunAtMs: () => number,
  ) {
    this.takesRow = rowCheck((name) => engine.registry.findCollection(name), engine.ports.log)
  }

  get ports(): Ports {
    return this.engine.ports
  }

  get replica(): Replica {
    return this.engine.replica
  }

  readonly isKnown = (collection: string): boolean => this.engine.registry.findCollection(collection)?.reach === 'synced'

  private get packing() {
    return this.engine.options.packing ?? PACKING
  }

  get pagesAtOnce(): number {
    return this.packing.pagesAtOnce
  }

  nowMs(): number {
    return this.engine.nowMs()
  }

  catchUp(): Promise<void> {
    return this.engine.catchUp()
  }

  applyPulled(pulled: Changes, since: PullStart): Promise<'applied' | 'stale'> {
    const { engine } = this
    return engine.exclusive(async () => {
      const rows = this.onlyNews(pulled.rows)
      const outcome = await applyPull(engine.ports.database, {
        at: engine.replica.position,
        fromCursor: since.cursor,
        cursor: pulled.cursor,
        rows,
        results: pulled.results,
        answeredIds: since.answeredIds,
        nowMs: pulled.serverNowMs,
        state: { clockOffsetMs: engine.measuredOffsetMs },
        packed: packLargePull(engine.replica.rows, rows, this.packing.packAtOnceRows),
      })
      if (outcome.kind === 'stale') return 'stale'
      await engine.absorb(outcome.delta)
      engine.noteStored()
      engine.tell()
      return 'applied'
    })
  }

  /** A pull repeats what was written close to its cursor; a row of the same transaction is the same row. */
  private onlyNews(rows: readonly PulledRow[]): readonly PulledRow[] {
    const base = this.engine.replica.rows
    return rows.filter(({ collection, id, row }) => {
      const before = base.of(collection).get(id) as { $v?: unknown } | undefined
      return row ? before?.$v !== (row as { $v?: unknown }).$v : before !== undefined
    })
  }

  applyStart(start: FetchedStart, pulled: Changes): Promise<'applied' | 'stale'> {
    const { engine } = this
    return engine.exclusive(async () => {
      const nowMs = pulled.serverNowMs
      const { generation, lastPages } = await start.stored
      const outcome = await commitGeneration(engine.ports.database, {
        at: engine.replica.position,
        pages: generation,
        lastPages,
        onHandedOver: () => engine.noteFetched(start.base),
        cursor: pulled.cursor,
        rows: pulled.rows,
        results: pulled.results,
        answeredIds: [],
        nowMs,
        state: { clockOffsetMs: engine.measuredOffsetMs, lastAuditAtMs: nowMs, drifted: [] },
      })
      if (outcome.kind === 'stale') return 'stale'
      engine.show(engine.replica.adopt(start.base, outcome.delta))
      engine.noteStored()
      engine.tell()
      return 'applied'
    })
  }

  async audit(sums: NonNullable<Changes['sums']>, cursor: string): Promise<void> {
    const { engine } = this
    await engine.exclusive(async () => {
      // the storage was lost since: these are not the rows the sums are of
      if (engine.replica.state.cursor !== cursor) return
      const drifted = Object.entries(sums)
        .filter(([collection]) => this.isKnown(collection))
        .filter(([collection, sum]) => {
          const own = engine.replica.rows.sum(collection)
          return own.count !== sum.count || own.hash !== sum.hash
        })
        .map(([collection]) => collection)
      if (drifted.length > 0) engine.ports.log(`collections differ from the server's and are fetched anew: ${drifted.join(', ')}`)
      const state = await patchState(engine.ports.database, { lastAuditAtMs: engine.nowMs(), drifted })
      engine.replica.state = { ...engine.replica.state, lastAuditAtMs: state.lastAuditAtMs, drifted: state.drifted }
    })
  }

  async foldWhenIdle(): Promise<void> {
    const { engine } = this
    const { database, clock } = engine.ports
    if (Math.abs(clock.nowMs() - this.lastRunAtMs()) < IDLE_MS) return
    if ((await overlaySize(database)) <= this.packing.foldRows) return
    await engine.exclusive(async () => {
      const packed = packCollections(engine.replica.rows, await overlayCollections(database))
      const state = await foldOverlay(database, engine.replica.position, packed)
      if (state) engine.replica.state = { ...engine.replica.state, foldedVersion: state.foldedVersion }
    })
  }

  noteLeader(status: Partial<LeaderStatus>): void {
    this.engine.board.noteLeader(status)
    this.engine.tellStatus()
  }

  noteClockOffset(offsetMs: number): void {
    this.engine.noteClockOffset(offsetMs)
  }

  noteStorage(problem: StorageProblem): void {
    this.engine.noteFailure(problem)
  }
}

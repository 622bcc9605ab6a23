import type { Row } from '@shop/shared/kernel/define-collection.ts'
import { JOURNAL_DAYS } from '@shop/shared/kernel/limits.ts'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { CommandResult, QueuedCommand } from '@shop/shared/kernel/wire.ts'
import type { Database, DatabaseTx } from '../ports/ports.ts'
import type { JournalRecord, OutboxEntry, OverlayRecord, PackedPage, ResultRecord, StoreState } from '../ports/records.ts'
import { bytesOf, commandOf } from './outbox.ts'
import { DELTA_TABLES, isAt, outboxDelta, type Position, readState, StorageLost, type StoreDelta } from './state.ts'

const DAY_MS = 86_400_000
/** Up to this many results are looked up one by one. */
const FEW_RESULTS = 50
/** Number of answers after which a command counts as ended even if no pull brings its result. Otherwise the device would send it for ever to a server
 *  that acknowledges nothing. The number is high, because a server may be restored several times before a pull. */
const MAX_ANSWERS = 20

/** A pulled row; `row` is null when the row left this device's view. */
export type PulledRow = { readonly collection: string; readonly id: string; readonly row: Row | null }

export type PackedCollection = { readonly collection: string; readonly pages: readonly string[] }

export type PullChange = {
  /** Position of the tab that pulled. */
  readonly at: Position
  /** The cursor with which the pull began. A different cursor in the store means that another tab pulled meanwhile. */
  readonly fromCursor: string
  readonly cursor: string
  readonly rows: readonly PulledRow[]
  readonly results: readonly CommandResult[]
  /** Commands whose results the pull must bring, because the server answered them before the pull began. Empty for a pull of several pages. */
  readonly answeredIds: readonly string[]
  /** True to send again what waits for other devices. */
  readonly asksAgain?: boolean
  readonly nowMs: number
  readonly state: Partial<Pick<StoreState, 'clockOffsetMs' | 'lastAuditAtMs' | 'drifted'>>
  /** Collections that are rewritten as pages, because so many of their rows changed. */
  readonly packed?: readonly PackedCollection[]
}

/** `reopened`: number of answered or acknowledged commands that the server no longer knows; they are sent again. */
export type PullOutcome = { readonly kind: 'applied'; readonly delta: StoreDelta; readonly reopened: number } | { readonly kind: 'stale' }

const PULL_TABLES = [...DELTA_TABLES, 'pages', 'journal'] as const

/** Applies a finished pull: rows, acknowledgements and cursor in one transaction, so that nothing shows twice or goes missing. */
export function applyPull(database: Database, change: PullChange): Promise<PullOutcome> {
  return database.transact('write', PULL_TABLES, async (tx): Promise<PullOutcome> => {
    const state = await readState(tx)
    const isStale =
      state.clientId !== change.at.clientId ||
      state.generation !== change.at.generation ||
      state.version !== change.at.version ||
      state.cursor !== change.fromCursor
    if (isStale) return { kind: 'stale' }
    const version = change.rows.length > 0 ? state.version + 1 : state.version
    const packed = change.packed ?? []
    const isPacked = new Set(packed.map(({ collection }) => collection))
    const rows = change.rows.map((row): OverlayRecord => ({ ...row, version }))
    for (const collection of packed) await writePages(tx, state.generation, collection)
    await tx.put(
      'overlay',
      rows.filter((row) => !isPacked.has(row.collection)),
    )
    const settled = await settle(tx, await entriesOf(tx, change), state.outboxVersion + 1, change, MAX_ANSWERS)
    const next: StoreState = {
      ...state,
      ...change.state,
      ...settled.state,
      cursor: change.cursor,
      version,
      foldedVersion: packed.length > 0 ? version : state.foldedVersion,
      lastSyncAtMs: change.nowMs,
    }
    await tx.put('meta', [next])
    return { kind: 'applied', delta: { ...(await outboxDelta(tx, next, change.at.outboxVersion)), rows }, reopened: settled.reopened }
  })
}

/** The pages of a first sync under way. `isBegun`: true once some of them are stored, beside the live pages. */
export type Generation = { readonly clientId: string; readonly generation: number; readonly isBegun: boolean }

/** The generation of a first sync before its first page is stored. */
export const nextGeneration = ({ clientId, newestGeneration }: StoreState): Generation => ({
  clientId,
  generation: newestGeneration + 1,
  isBegun: false,
})

/** True while no newer first sync has begun in this storage. */
const isNewest = (state: StoreState, { clientId, generation, isBegun }: Generation) =>
  state.clientId === clientId && state.newestGeneration === (isBegun ? generation : generation - 1)

/** Frees the room of an abandoned first sync. */
export function dropUnfinished(database: Database): Promise<void> {
  return database.transact('write', ['meta', 'pages'], async (tx) => {
    const state = await readState(tx)
    if (state.newestGeneration === state.generation) return
    await removeUnfinished(tx, state)
    // where tabs share no lock, the pages may belong to another tab's first sync, which must not go on without them
    await tx.put('meta', [{ ...state, newestGeneration: state.newestGeneration + 1 }])
  })
}

async function removeUnfinished(tx: DatabaseTx, state: StoreState): Promise<void> {
  for (let left = state.newestGeneration; left > state.generation; left--) await tx.removeUnder('pages', [left])
}

/** A page of a first sync, as received. */
export type ReceivedPage = PackedPage & { readonly n: number }

/** Stores pages of a first sync as received. Rejects when another first sync has begun meanwhile or the storage was cleared. Pages of two first syncs
 *  thus never mix. */
export function putPages(database: Database, pages: Generation, received: readonly ReceivedPage[]): Promise<Generation> {
  return database.transact('write', ['meta', 'pages'], async (tx) => {
    const state = await readState(tx)
    if (!isNewest(state, pages)) throw new StorageLost('a first sync outlived its storage')
    if (!pages.isBegun) await begin(tx, state, pages)
    await putReceived(tx, pages.generation, received)
    return { ...pages, isBegun: true }
  })
}

async function begin(tx: DatabaseTx, state: StoreState, { generation }: Generation): Promise<void> {
  await removeUnfinished(tx, state)
  await tx.put('meta', [{ ...state, newestGeneration: generation }])
}

const putReceived = (tx: DatabaseTx, generation: number, pages: readonly ReceivedPage[]) =>
  tx.put(
    'pages',
    pages.map((page) => ({ ...page, generation })),
  )

export type FreshStart = Omit<PullChange, 'fromCursor' | 'packed'> & {
  readonly pages: Generation
  /** Pages not yet on the disk. */
  readonly lastPages: readonly ReceivedPage[]
  /** Called when all writes have been handed to the database. */
  readonly onHandedOver: () => void
}

/** Switches over to the pages of a finished first sync. `results` has every result that the server holds for this device. A command of the
 *  outbox without a result there stays, without its answer. A command acknowledged in the last JOURNAL_DAYS without a result there is queued again,
 *  because a restored server may have lost it (law *Lost futures*). */
export function commitGeneration(database: Database, start: FreshStart): Promise<PullOutcome> {
  return database.transact('write', PULL_TABLES, async (tx): Promise<PullOutcome> => {
    // awaiting one answer of the database costs as much as reading a hundred records
    const [state, entries, kept] = await Promise.all([readState(tx), tx.all('outbox'), keptJournal(tx, start.nowMs)])
    const { generation, isBegun } = start.pages
    // the storage was cleared, or another tab began a first sync
    if (state.clientId !== start.at.clientId || !isNewest(state, start.pages) || state.generation >= generation) return { kind: 'stale' }
    if (!isBegun) await removeUnfinished(tx, state)
    const version = state.version + 1
    const rows = start.rows.map((row) => ({ ...row, version }))
    // requested together; the database keeps their order
    const switched = Promise.all([
      tx.removeUnder('pages', [state.generation]),
      putReceived(tx, generation, start.lastPages),
      tx.clear('overlay'),
      tx.put('overlay', rows),
    ])
    switched.catch(() => undefined)
    const outboxVersion = state.outboxVersion + 1
    const settled = await settle(tx, entries, outboxVersion, { ...start, answeredIds: 'all' }, Number.POSITIVE_INFINITY)
    const lost = await replayJournal(tx, kept, outboxVersion, start)
    const next: StoreState = {
      ...state,
      ...(state.newestDone && lost.has(state.newestDone) ? { newestDone: undefined, newestSeal: undefined } : {}),
      ...start.state,
      ...settled.state,
      outboxVersion,
      generation,
      newestGeneration: generation,
      cursor: start.cursor,
      protocol: PROTOCOL_VERSION,
      version,
      foldedVersion: version - 1,
      lastSyncAtMs: start.nowMs,
    }
    const asked = Promise.all([outboxDelta(tx, next, start.at.outboxVersion), tx.put('meta', [next]), switched])
    asked.catch(() => undefined)
    tx.commit()
    start.onHandedOver()
    const [delta] = await asked
    return { kind: 'applied', delta: { ...delta, rows }, reopened: settled.reopened + lost.size }
  })
}

/** Writes collections as new pages and removes their overlay rows. Does nothing and answers null when rows have changed meanwhile. */
export function foldOverlay(database: Database, at: Position, packed: readonly PackedCollection[]): Promise<StoreState | null> {
  return database.transact('write', ['meta', 'pages', 'overlay'], async (tx) => {
    const state = await readState(tx)
    if (!isAt({ ...state, outboxVersion: at.outboxVersion }, at)) return null
    for (const collection of packed) await writePages(tx, state.generation, collection)
    const next = { ...state, foldedVersion: state.version }
    await tx.put('meta', [next])
    return next
  })
}

export function overlaySize(database: Database): Promise<number> {
  return database.transact('read', ['overlay'], (tx) => tx.count('overlay'))
}

export async function overlayCollections(database: Database): Promise<ReadonlySet<string>> {
  const keys = (await database.transact('read', ['overlay'], (tx) => tx.keys('overlay'))) as [collection: string, id: string][]
  return new Set(keys.map(([collection]) => collection))
}

/** Forgets acknowledged commands older than JOURNAL_DAYS. */
export function trimJournal(database: Database, nowMs: number): Promise<void> {
  return database.transact('write', ['journal'], (tx) => tx.removeBelow('journal', 'acknowledgedAtMs', nowMs - JOURNAL_DAYS * DAY_MS))
}

async function writePages(tx: DatabaseTx, generation: number, { collection, pages }: PackedCollection): Promise<void> {
  await tx.removeUnder('pages', [generation, collection])
  await tx.removeUnder('overlay', [collection])
  await tx.put(
    'pages',
    pages.map((json, n) => ({ generation, collection, n, json })),
  )
}

/** Adds to a command the seal of its acknowledgement. The seal proves to a restored server that the server once accepted the command. */
function sealed(entry: OutboxEntry, { seal }: CommandResult): QueuedCommand {
  const { replay: _replay, seal: _seal, ...command } = commandOf(entry)
  return seal ? { ...command, seal } : command
}

type Settling = Pick<PullChange, 'results' | 'nowMs' | 'asksAgain'> & { readonly answeredIds: readonly string[] | 'all' }

/** Reads the outbox entries of these results and answers, and perhaps further entries. */
async function entriesOf(tx: DatabaseTx, { results, answeredIds }: Pick<PullChange, 'results' | 'answeredIds'>): Promise<OutboxEntry[]> {
  const ids = new Set([...results.map(({ id }) => id), ...answeredIds])
  return ids.size > FEW_RESULTS ? tx.all('outbox') : (await Promise.all([...ids].map((id) => tx.equal('outbox', 'id', id)))).flat()
}

/** True for a command that a restored server keeps until another device has sent its work. The server tries it again by itself, so the device sends
 *  it again only now and then, in case the server has lost it. */
export const waitsForOthers = (result: CommandResult | null): boolean => result?.code === 'REPLAY_WAITS'

type Save = Pick<OutboxEntry, 'replaceKey' | 'seq'>

/** Those of the commands that may be sent again. A save is left out if this device has a newer one with the same key: a restored server may have run
 *  that one already, and the last save wins (law *Carts*). */
async function notOutrun<S extends Save>(tx: DatabaseTx, commands: readonly S[], results: readonly CommandResult[]): Promise<readonly S[]> {
  const refused = new Set(results.flatMap(({ id, status }) => (status === 'done' ? [] : id)))
  const isOutrun = await Promise.all(
    commands.map(async ({ replaceKey, seq }) => {
      if (replaceKey === '') return false
      const [waiting, acknowledged] = await Promise.all([
        tx.equal('outbox', 'replaceKey', replaceKey),
        tx.equal('journal', 'replaceKey', replaceKey),
      ])
      const saves: readonly (Save & { readonly id: string })[] = [...waiting.filter(({ held }) => !held), ...acknowledged]
      return saves.some((save) => save.seq > seq && !refused.has(save.id))
    }),
  )
  return commands.filter((_, nth) => !isOutrun[nth])
}

/** Takes acknowledged commands out of the outbox, and reopens commands that were answered but not acknowledged. */
async function settle(
  tx: DatabaseTx,
  entries: readonly OutboxEntry[],
  outboxVersion: number,
  { results, answeredIds, asksAgain = false, nowMs }: Settling,
  maxAnswers: number,
) {
  const byId = new Map(results.map((result) => [result.id, result]))
  const wasAnswered = answeredIds === 'all' ? null : new Set(answeredIds)
  const ended: { entry: OutboxEntry; result: CommandResult }[] = []
  const unknown: OutboxEntry[] = []
  for (const entry of entries) {
    // the id belonged to another command before, so the server's result under this id is not about this command
    const result = entry.answered?.code === 'ID_REUSED' ? entry.answered : byId.get(entry.id)
    if (result) ended.push({ entry, result })
    else if (entry.answered && (wasAnswered?.has(entry.id) ?? true)) {
      const waits = waitsForOthers(entry.answered)
      if (waits && wasAnswered && !asksAgain) continue
      if (!waits && entry.answers >= maxAnswers) ended.push({ entry, result: entry.answered })
      else unknown.push({ ...entry, answered: null, answers: waits || !wasAnswered ? 0 : entry.answers, changed: outboxVersion })
    }
  }
  const reopened = await notOutrun(tx, unknown, results)
  const leaving = [...ended.map(({ entry: { seq } }) => seq), ...unknown.filter((entry) => !reopened.includes(entry)).map(({ seq }) => seq)]
  const journal: JournalRecord[] = []
  const refused: ResultRecord[] = []
  // the server commits commands in the order sent; only a command with a result in this pull is certain to be in the pull's snapshot
  const newest = ended
    .filter(({ entry: { id } }) => byId.get(id)?.status === 'done')
    .reduce<(typeof ended)[number] | null>((last, one) => (last && last.entry.seq > one.entry.seq ? last : one), null)
  for (const { entry, result } of ended) {
    const { id, seq, replaceKey } = entry
    if (result.status === 'done') journal.push({ id, seq, command: sealed(entry, result), acknowledgedAtMs: nowMs, replaceKey })
    else refused.push({ id, command: commandOf(entry), result, endedAtMs: nowMs })
  }
  const taken = await dropTaken(tx, entries, results)
  const undone = await takeUndone(tx, results)
  refused.push(...undone.map(({ record: { id, command }, result }) => ({ id, command, result, endedAtMs: nowMs })))
  await tx.remove('outbox', leaving)
  await Promise.all([keepInJournal(tx, journal), tx.put('results', refused), tx.put('outbox', reopened)])
  const state: Partial<StoreState> = {
    ...(leaving.length + reopened.length + undone.length + taken > 0 ? { outboxVersion } : {}),
    ...(leaving.length > 0 ? { outboxRemovedVersion: outboxVersion } : {}),
    ...(refused.length + taken > 0 ? { resultsVersion: outboxVersion } : {}),
    ...(newest ? { newestDone: newest.entry.id, newestSeal: newest.result.seal } : {}),
  }
  return { state, reopened: reopened.length }
}

/** Removes commands that an earlier version of the app has listed as refused, although they waited, and that the server has taken now. Answers their
 *  number. */
async function dropTaken(tx: DatabaseTx, entries: readonly OutboxEntry[], results: readonly CommandResult[]): Promise<number> {
  const queued = new Set(entries.map(({ id }) => id))
  const others = results.filter(({ id, status }) => status === 'done' && !queued.has(id))
  const listed = await Promise.all(others.map(({ id }) => tx.get('results', id)))
  const taken = listed.flatMap((record) => (record && waitsForOthers(record.result) ? [record.id] : []))
  await tx.remove('results', taken)
  return taken.length
}

/** Removes from the journal the commands that a restored server now refuses, after a copy of this device handed them back. */
async function takeUndone(tx: DatabaseTx, results: readonly CommandResult[]): Promise<{ record: JournalRecord; result: CommandResult }[]> {
  const refusals = results.filter(({ status }) => status !== 'done')
  const undone = await Promise.all(
    refusals.map(async (result) => {
      const record = await tx.get('journal', result.id)
      return record ? [{ record, result }] : []
    }),
  )
  await tx.remove(
    'journal',
    undone.flat().map(({ record }) => record.id),
  )
  return undone.flat()
}

/** Adds acknowledged commands to the journal. Of saves that replace each other, it keeps only the last. */
async function keepInJournal(tx: DatabaseTx, records: readonly JournalRecord[]): Promise<void> {
  const lastByKey = new Map([...records].sort((a, b) => a.seq - b.seq).map((record) => [record.replaceKey || record.id, record]))
  const keys = new Set([...lastByKey.values()].flatMap(({ replaceKey }) => replaceKey || []))
  await Promise.all([...keys].map((key) => tx.removeEqual('journal', 'replaceKey', key)))
  await tx.put('journal', [...lastByKey.values()])
}

/** Commands acknowledged within the last JOURNAL_DAYS. */
const keptJournal = (tx: DatabaseTx, nowMs: number) => tx.above('journal', 'acknowledgedAtMs', nowMs - JOURNAL_DAYS * DAY_MS)

/** Takes acknowledged commands that the server does not know out of the journal, and answers their ids. Requeues them at their old places in the
 *  queue, except a save that a newer one has outrun. */
async function replayJournal(
  tx: DatabaseTx,
  kept: readonly JournalRecord[],
  outboxVersion: number,
  { results }: FreshStart,
): Promise<ReadonlySet<string>> {
  const known = new Set(results.map((result) => result.id))
  const lost = kept.filter((record) => !known.has(record.id))
  const returned = await notOutrun(tx, lost, results)
  await tx.put(
    'outbox',
    returned.map(
      ({ seq, command, replaceKey }): OutboxEntry => ({
        ...command,
        replay: true,
        seq,
        replaceKey,
        bytes: bytesOf(command),
        sent: true,
        answered: null,
        answers: 0,
        held: null,
        changed: outboxVersion,
      }),
    ),
  )
  const lostIds = lost.map(({ id }) => id)
  await tx.remove('journal', lostIds)
  return new Set(lostIds)
}

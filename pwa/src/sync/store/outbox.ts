import type { Outcome } from '@shop/shared/kernel/unit-of-work.ts'
import type { CommandResult, QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { StorageProblem } from '../ports/contract.ts'
import type { Database, DatabaseTx } from '../ports/ports.ts'
import type { NewEntry, OutboxEntry, StoreState } from '../ports/records.ts'
import { isNext, type Receipt } from './receipt-number.ts'
import { DELTA_TABLES, deltaSince, isAt, type Position, readState, type StoreDelta } from './state.ts'

/** Outcome of an append. `behind`: nothing was written, because other tabs wrote first; apply `delta` (null: load everything again) and retry.
 *  `known`: the id already belongs to `command`; `result` is set when the server refused that command. */
export type AppendOutcome =
  | { readonly kind: 'appended'; readonly delta: StoreDelta; readonly previewed: Outcome | null }
  | { readonly kind: 'behind'; readonly delta: StoreDelta | null }
  | ({ readonly kind: 'known' } & KnownCommand)

const WITH_JOURNAL = [...DELTA_TABLES, 'journal'] as const

export function commandOf({ id, name, version, args, at, replay, seal, queuedBy, madeBy }: QueuedCommand): QueuedCommand {
  const imported = { ...(queuedBy ? { queuedBy } : {}), ...(madeBy ? { madeBy } : {}) }
  return { id, name, version, args, at, ...(replay ? { replay } : {}), ...(seal ? { seal } : {}), ...imported }
}

const encoder = new TextEncoder()

export const bytesOf = (command: QueuedCommand): number => encoder.encode(JSON.stringify(commandOf(command))).length

function freshEntry(command: NewEntry, seq: number, changed: number, bytes = bytesOf(command)): OutboxEntry {
  const { replaceKey } = command
  return { ...commandOf(command), seq, replaceKey, bytes, sent: false, answered: null, answers: 0, held: null, changed }
}

/** A command stored on this device, with `result` when the server refused it. */
export type KnownCommand = { readonly command: QueuedCommand; readonly result: CommandResult | null }

/** Finds a command by its id, wherever this device keeps it. */
export async function findKnown(tx: DatabaseTx, id: string): Promise<KnownCommand | null> {
  const [waiting, refused, acknowledged] = await Promise.all([tx.equal('outbox', 'id', id), tx.get('results', id), tx.get('journal', id)])
  if (waiting[0]) return { command: commandOf(waiting[0]), result: null }
  if (refused) return { command: refused.command, result: refused.result }
  return acknowledged ? { command: acknowledged.command, result: null } : null
}

/** Facts that the running tab knows without the disk. `preview` runs the command in memory and throws its refusal; it answers null where a refusal
 *  does not matter. `find` searches pending and refused commands. `receipt` holds the number that the command carries. */
export type OwnPicture = {
  readonly preview: () => Outcome | null
  readonly find: (id: string) => KnownCommand | null
  readonly receipt: Receipt | null
}

/** Stores a command and its receipt number in one strict transaction, if this tab has seen everything that is stored. A second transaction would cost
 *  a sale another wait for the disk, and could leave a number without its sale. */
export function appendCommand(database: Database, at: Position, command: NewEntry, own: OwnPicture): Promise<AppendOutcome> {
  return database.transact('write', WITH_JOURNAL, async (tx): Promise<AppendOutcome> => {
    const asked = Promise.all([
      readState(tx),
      tx.get('journal', command.id),
      command.replaceKey === '' ? [] : tx.equal('outbox', 'replaceKey', command.replaceKey),
    ])
    asked.catch(() => undefined)
    // the preview runs while the disk answers, because somebody is waiting
    const previewed = own.preview()
    const bytes = bytesOf(command)
    const [state, acknowledged, sameKey] = await asked
    if (acknowledged) return { kind: 'known', command: acknowledged.command, result: null }
    const { receipt } = own
    if (!isAt(state, at) || (receipt && !isNext(receipt, state))) return { kind: 'behind', delta: await deltaSince(tx, state, at) }
    const known = own.find(command.id)
    if (known) return { kind: 'known', ...known }
    const replaced = sameKey.filter((entry) => !entry.sent && !entry.held)
    const outboxVersion = state.outboxVersion + 1
    const entry = freshEntry(command, state.nextSeq, outboxVersion, bytes)
    const next: StoreState = {
      ...state,
      ...receipt?.counter,
      outboxVersion,
      nextSeq: state.nextSeq + 1,
      outboxRemovedVersion: replaced.length > 0 ? outboxVersion : state.outboxRemovedVersion,
    }
    const leaving = replaced.map(({ seq }) => seq)
    const written = Promise.all([tx.remove('outbox', leaving), tx.put('outbox', [entry]), tx.put('meta', [next])])
    written.catch(() => undefined)
    tx.commit()
    await written
    const gone = replaced.map(({ id }) => id)
    return { kind: 'appended', delta: { state: next, rows: [], entries: [entry], gone, alive: null, results: null }, previewed }
  })
}

/** Adds the commands whose ids this device does not know. They come from an exported file, or from this tab after its storage was lost. `delta`:
 *  everything written since `at`; null when the tab must load everything again. */
export function addCommands(
  database: Database,
  at: Position,
  commands: readonly NewEntry[],
): Promise<{ added: number; known: number; delta: StoreDelta | null }> {
  return database.transact('write', WITH_JOURNAL, async (tx) => {
    const state = await readState(tx)
    const outboxVersion = state.outboxVersion + 1
    const added: OutboxEntry[] = []
    const seen = new Set<string>()
    for (const command of commands) {
      if (seen.has(command.id) || (await findKnown(tx, command.id))) continue
      seen.add(command.id)
      added.push(freshEntry(command, state.nextSeq + added.length, outboxVersion))
    }
    const next = added.length > 0 ? { ...state, outboxVersion, nextSeq: state.nextSeq + added.length } : state
    if (next !== state) await Promise.all([tx.put('outbox', added), tx.put('meta', [next])])
    return { added: added.length, known: commands.length - added.length, delta: await deltaSince(tx, next, at) }
  })
}

/** The range of commands to send next. `skips`: asked in order; true leaves a command out of this batch. */
type BatchRange = {
  readonly afterSeq: number
  readonly maxCommands: number
  readonly maxBytes: number
  readonly skips: (entry: OutboxEntry) => boolean
}

/** Takes the next commands to send, in order, and marks them as sent so that no newer save replaces them on the way. Empty when none is left. */
export async function takeBatch(database: Database, range: BatchRange): Promise<readonly OutboxEntry[]> {
  try {
    return await database.transact('write', ['meta', 'outbox'], async (tx) => markSent(tx, await readState(tx), await nextBatch(tx, range)))
  } catch (thrown) {
    if (!(thrown instanceof StorageProblem) || thrown.kind !== 'full') throw thrown
    // without room for the mark there is no room for a newer save
    return database.transact('read', ['outbox'], (tx) => nextBatch(tx, range))
  }
}

async function nextBatch(tx: DatabaseTx, { afterSeq, maxCommands, maxBytes, skips }: BatchRange): Promise<readonly OutboxEntry[]> {
  const batch: OutboxEntry[] = []
  let bytes = 0
  let seq = afterSeq
  for (;;) {
    const chunk = await tx.above('outbox', 'seq', seq, maxCommands)
    for (const entry of chunk) {
      seq = entry.seq
      if (entry.answered || entry.held || skips(entry)) continue
      const isFull = batch.length === maxCommands || (batch.length > 0 && bytes + entry.bytes > maxBytes)
      if (isFull) return batch
      batch.push(entry)
      bytes += entry.bytes
    }
    if (chunk.length < maxCommands) return batch
  }
}

async function markSent(tx: DatabaseTx, state: StoreState, batch: readonly OutboxEntry[]): Promise<readonly OutboxEntry[]> {
  const outboxVersion = state.outboxVersion + 1
  const marked = batch.filter((entry) => !entry.sent).map((entry) => ({ ...entry, sent: true, changed: outboxVersion }))
  if (marked.length > 0) {
    await tx.put('outbox', marked)
    await tx.put('meta', [{ ...state, outboxVersion }])
  }
  return batch
}

async function changeEntries(database: Database, ids: readonly string[], change: (entry: OutboxEntry) => OutboxEntry): Promise<void> {
  await database.transact('write', ['meta', 'outbox'], async (tx) => {
    const state = await readState(tx)
    const outboxVersion = state.outboxVersion + 1
    const found = (await Promise.all(ids.map((id) => tx.equal('outbox', 'id', id)))).flat()
    if (found.length === 0) return
    await tx.put(
      'outbox',
      found.map((entry) => ({ ...change(entry), changed: outboxVersion })),
    )
    await tx.put('meta', [{ ...state, outboxVersion }])
  })
}

/** Notes the answers of a push, so that these commands are not sent again before a pull has acknowledged or reopened them. */
export function noteAnswers(database: Database, results: readonly CommandResult[]): Promise<void> {
  const byId = new Map(results.map((result) => [result.id, result]))
  return changeEntries(database, [...byId.keys()], (entry) => ({
    ...entry,
    answered: byId.get(entry.id) ?? entry.answered,
    answers: entry.answers + 1,
  }))
}

/** Sets aside a command that cannot be sent, so that it does not block the commands behind it. With `held` null, the command is sent again. */
export function holdCommand(database: Database, id: string, held: OutboxEntry['held']): Promise<void> {
  return changeEntries(database, [id], (entry) => ({ ...entry, held }))
}

/** Drops a refused or held command on a person's request. False when there is none with this id. */
export function dismissCommand(database: Database, id: string): Promise<boolean> {
  return database.transact('write', DELTA_TABLES, async (tx) => {
    const state = await readState(tx)
    const outboxVersion = state.outboxVersion + 1
    if (await tx.get('results', id)) {
      await tx.remove('results', [id])
      await tx.put('meta', [{ ...state, outboxVersion, resultsVersion: outboxVersion }])
      return true
    }
    const [entry] = await tx.equal('outbox', 'id', id)
    if (!entry?.held) return false
    await tx.remove('outbox', [entry.seq])
    await tx.put('meta', [{ ...state, outboxVersion, outboxRemovedVersion: outboxVersion }])
    return true
  })
}

/** Queues a refused command again as `newId`, with its original time, or `nowMs` after PROOF_NEEDED. Null when there is none with this id. `delta` as
 *  for `addCommands`. */
export function requeueCommand(
  database: Database,
  at: Position,
  { id, newId, nowMs, replaceKeyOf }: { id: string; newId: string; nowMs: number; replaceKeyOf: (command: QueuedCommand) => string },
): Promise<{ command: NewEntry; delta: StoreDelta | null } | null> {
  return database.transact('write', DELTA_TABLES, async (tx) => {
    const state = await readState(tx)
    const refused = await tx.get('results', id)
    if (!refused) return null
    const outboxVersion = state.outboxVersion + 1
    // a person repeats the command, so it is no longer a replay
    const { replay: _replay, seal: _seal, ...asked } = refused.command
    // a proof counts only for what was queued after it
    const again = { ...asked, id: newId, ...(refused.result.code === 'PROOF_NEEDED' && { at: nowMs }) }
    const command = { ...again, replaceKey: replaceKeyOf(again) }
    const next = { ...state, outboxVersion, resultsVersion: outboxVersion, nextSeq: state.nextSeq + 1 }
    await tx.remove('results', [id])
    await Promise.all([tx.put('outbox', [freshEntry(command, state.nextSeq, outboxVersion)]), tx.put('meta', [next])])
    return { command, delta: await deltaSince(tx, next, at) }
  })
}

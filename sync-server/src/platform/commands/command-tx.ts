import type { Assurance } from '@shop/shared/kernel/define-call.ts'
import type { Actor, AnyCommand, Touch } from '@shop/shared/kernel/define-command.ts'
import { invalid, kernelRefusals, type Refusal, refusal } from '@shop/shared/kernel/errors.ts'
import { idSchema } from '@shop/shared/kernel/ids.ts'
import { MAX_COMMAND, MAX_CONSIGNOR_COMMAND } from '@shop/shared/kernel/limits.ts'
import { asksForProof, mayRun, type Outcome, readArgs, runOver, WriteLayer, type Writes } from '@shop/shared/kernel/unit-of-work.ts'
import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { noteRestoreReport, restoreDetectedAtMs } from '../database/boots.ts'
import type { Catalog } from '../database/catalog.ts'
import type { Tx } from '../database/database.ts'
import { CommandFault } from '../database/sql-errors.ts'
import { fitsInto, MAX_ARGS_DEPTH, nestsAtMost } from '../database/storable-json.ts'
import { enqueueJobs, type JobRequest } from '../jobs/job-store.ts'
import { wasEverAdmin } from '../kernel/ever-admin.ts'
import {
  type Answer,
  acknowledge,
  type Ending,
  hashOf,
  idReused,
  type Known,
  keepCommands,
  knownCommands,
  type LogEntry,
  NOT_READ,
  removeAttempts,
  standingOf,
} from './command-log.ts'
import { knownTimes, type MovedTime, timeOf } from './command-times.ts'
import { fileIsLong, requireRoomForFacts, roomForFacts } from './former-admin-limit.ts'
import { prefetch } from './prefetched-rows.ts'
import { readSeal, type Sealed } from './seals.ts'
import { settleReturned } from './waiting-replays.ts'
import { writeBack } from './write-back.ts'

/** Jobs that a finished command queues in its own transaction, for work outside the database. */
export type Effect = (args: never, about: { commandId: string; nowMs: number; actor: Actor; writes: Writes }) => readonly JobRequest[]

/** Commands to run in one transaction, in order. */
export type Batch = {
  readonly actor: Actor
  /** The pushing client, which receives the results; null when a call or the server itself runs the commands. */
  readonly clientId: string | null
  readonly commands: readonly QueuedCommand[]
  readonly receivedAtMs: number
  /** True when the server's own code writes past events. Then the events' times count, and nobody is notified. */
  readonly isHistory?: boolean
  /** Checks what the sender has proved, for commands with `proofIf`. Without it no proof is asked. */
  readonly judgeProof?: ProofJudge | undefined
  /** True when the server tries a waiting command again. */
  readonly isRetry?: boolean
}

/** Answers the refusal for a sender who has not recently given this proof, or null. `queuedAgeMs`: how long ago a device queued the command, because a
 *  later proof does not count; null for a call. */
export type ProofJudge = (assurance: Assurance, queuedAgeMs: number | null) => Refusal | null

/** Outcome of a batch. It is valid only if the batch's transaction commits. */
export type BatchOutcome = {
  readonly endings: readonly Answer[]
  readonly audiences: Set<string>
  readonly jobCount: number
  /** Commands whose device named a time before its last contact with an empty outbox. */
  readonly moved: readonly MovedTime[]
}

/** Dependencies of a batch. */
export type BatchContext = {
  readonly catalog: Catalog
  readonly effects: Readonly<Record<string, Effect>>
  /** Secret of the seals of acknowledgements. */
  readonly sealSecret: () => string
}

/** A command that is new, allowed and valid. */
type Runnable = {
  readonly index: number
  readonly queued: QueuedCommand
  readonly command: AnyCommand
  readonly args: unknown
  readonly touches: readonly Touch[]
  /** The person as whose work the command counts, with the role that counts. */
  readonly by: Actor
  /** The seal of an acknowledgement that this database has lost. */
  readonly seal: Sealed | undefined
}

/** Runs a batch inside a transaction. A repeated command gets its stored ending. New commands run in order, over rows that are read and locked
 *  together. Writes and endings are flushed together at the end. Throws CommandFault when a command's own code throws, and
 *  TooMany when a former admin records too much. */
export async function runBatch(tx: Tx, context: BatchContext, batch: Batch): Promise<BatchOutcome> {
  const { catalog, effects } = context
  const actor = await presentActor(tx, batch.actor)
  const people = await peopleNamedIn(tx, batch.commands)
  const ids = batch.commands.map(({ id }) => id)
  const known = await knownCommands(tx, ids)
  const endings: Answer[] = []
  const kept = new Map<string, LogEntry>()
  const allowed: Runnable[] = []
  const repeats: number[] = []
  const times = await knownTimes(tx, { ...batch, isOwn: batch.clientId === null || batch.isHistory === true })
  const isClosed = await payingOutIsClosed(tx, catalog, batch.commands)

  batch.commands.forEach((queued, index) => {
    const before = keptBefore(kept.get(queued.id), actor) ?? known.get(queued.id)
    const standing = before && standingOf(before, queued, actor, batch.clientId !== null)
    if (standing === 'repeat') repeats.push(index)
    if (standing === 'reused') endings[index] = idReused()
    if (standing === 'repeat' || standing === 'reused') return
    const judged = judge(context, { actor, authors: authorsOf(queued, people), batch, isClosed }, queued)
    if ('refused' in judged) endings[index] = { status: 'rejected', refusal: judged.refused }
    else allowed.push({ index, queued, ...judged })
    kept.set(queued.id, entryOf(queued, judged, { actor, batch }))
  })

  const refused = [...kept.values()].filter(({ ending }) => ending.status === 'rejected')
  const beyond = await factsBeyondTheDay(tx, catalog, { actor, batch }, { allowed, refused })
  for (const { index, queued } of beyond) {
    const ending = (endings[index] = { status: 'rejected', refusal: fileIsLong() })
    kept.set(queued.id, { ...(kept.get(queued.id) as LogEntry), ending })
  }
  const runnables = allowed.filter((one) => !beyond.includes(one))
  const touched = runnables.flatMap(({ touches }) => touches)
  const found = await prefetch(tx, catalog, touched)
  const layer = new WriteLayer(found)
  const jobs: JobRequest[] = []
  const moved: MovedTime[] = []
  for (const { index, queued, command, args, by, seal } of runnables) {
    const nowMs = timeOf(command, queued, batch.clientId, { ...times, sealedAtMs: seal?.datedAtMs })
    if (command.datedBy === 'till' && queued.at < nowMs) moved.push({ commandId: queued.id, claimedAtMs: queued.at, datedAtMs: nowMs })
    const judgeProof = isPast(batch, queued, seal) ? undefined : judgeOf(batch, queued)
    // a shop's past was received when it happened
    const receivedAtMs = batch.isHistory === true ? nowMs : Math.floor(receiptOf(batch, seal))
    const ctx = { commandId: queued.id, nowMs, receivedAtMs, isReturned: seal !== undefined, actor: by }
    const outcome = runOne(layer, command, args, ctx, { sender: actor, judgeProof })
    const ending: Ending = outcome.status === 'done' ? { status: 'done' } : { status: 'rejected', refusal: outcome.refusal }
    endings[index] = ending
    const datedAtMs = isIgnored(command, by, outcome) ? null : nowMs
    const argsKept = outcome.status === 'done' && outcome.forgetsArgs ? null : readOf(command, queued, args)
    kept.set(queued.id, { ...(kept.get(queued.id) as LogEntry), ending, datedAtMs, queued: { ...queued, args: argsKept } })
    if (outcome.status !== 'done') continue
    layer.absorb(outcome.writes)
    const effect = effects[queued.name]
    if (effect && !isPast(batch, queued, seal))
      jobs.push(...effect(args as never, { commandId: queued.id, nowMs, actor: by, writes: outcome.writes }))
  }
  for (const index of repeats) {
    const { id } = batch.commands[index] as QueuedCommand
    endings[index] = (kept.get(id) ?? (known.get(id) as Known)).ending
  }

  // a claim from somebody who never was an admin is ignored, because each claim is a question to the admins
  if (wasEverAdmin(actor) && runnables.some(({ queued, seal }) => queued.replay && !isPast(batch, queued, seal)))
    await noteRestoreReport(tx, batch.receivedAtMs, actor.uid)
  const returned = await settleReturned(tx, actor, batch, [...kept.values()])
  jobs.push(...returned.jobs)
  answerWaiting(batch, endings, returned.waiting)
  const entries = [...kept.values()].filter(({ queued }) => !returned.waiting.has(queued.id))
  await keepEnded(tx, { actor, batch, known }, entries)
  const audiences = await writeBack(tx, catalog, layer.writes, found)
  await enqueueJobs(tx, jobs)
  await acknowledgeAll(tx, actor, batch, endings)
  return { endings, audiences, jobCount: jobs.length, moved }
}

/** Finds the new facts of people who are no admin for which the sender has no room today. A former admin gets TOO_MANY_REQUESTS for the whole push
 *  instead, because the device then keeps them by itself. */
async function factsBeyondTheDay(
  tx: Tx,
  catalog: Catalog,
  { actor: { uid, role, wasAdmin }, batch }: Pick<Judging, 'actor' | 'batch'>,
  { allowed, refused }: { readonly allowed: readonly Runnable[]; readonly refused: readonly LogEntry[] },
): Promise<readonly Runnable[]> {
  if (batch.clientId === null) return []
  const counted = allowed.filter(({ command, seal, by }) => command.isFact && seal === undefined && by.role === 'user')
  const asking = { uid, receivedAtMs: batch.receivedAtMs }
  if (role !== 'user') return counted.slice(await roomForFacts(tx, catalog, { ...asking, newCount: counted.length }))
  // the log keeps a wrong fact too, so it counts; the facts of somebody who never was an admin are all refused unread
  const wrong = wasAdmin ? refused.filter(({ queued, isReturned }) => !isReturned && catalog.commands.get(queued.name)?.isFact) : []
  await requireRoomForFacts(tx, catalog, { ...asking, newCount: counted.length + wrong.length })
  return []
}

function answerWaiting({ commands }: Batch, endings: Answer[], waiting: ReadonlyMap<string, Answer>): void {
  commands.forEach(({ id }, index) => {
    const waits = waiting.get(id)
    if (waits && !isReuse(endings[index])) endings[index] = waits
  })
}

type Keeping = { readonly actor: Actor; readonly batch: Batch; readonly known: ReadonlyMap<string, Known> }

/** Stores the endings of a batch. A call gets its refusal at once and may retry under the same id, so its refused commands are not stored. */
async function keepEnded(tx: Tx, { actor, batch: { clientId }, known }: Keeping, all: readonly LogEntry[]): Promise<void> {
  const entries = all.filter(({ ending }) => clientId !== null || ending.status === 'done')
  await removeAttempts(
    tx,
    entries.flatMap(({ queued }) => (known.has(queued.id) ? [queued.id] : [])),
  )
  await keepCommands(tx, actor, clientId, entries)
}

/** Queues the results for the pushing client, except results of commands that wait or whose id belongs to another command. */
async function acknowledgeAll(tx: Tx, { uid }: Actor, { clientId, commands }: Batch, endings: readonly Answer[]): Promise<void> {
  if (clientId === null) return
  const left = new Set(
    commands.filter((_queued, index) => isReuse(endings[index]) || endings[index]?.status === 'waits').map(({ id }) => id),
  )
  await acknowledge(
    tx,
    uid,
    clientId,
    commands.map(({ id }) => id).filter((id) => !left.has(id)),
  )
}

const isReuse = (answer: Answer | undefined) => answer?.status === 'rejected' && answer.refusal.code === 'ID_REUSED'

/** Reads the actor's present role, which may have changed since the session began. */
export async function presentActor(tx: Tx, actor: Actor): Promise<Actor> {
  if (actor.role === 'system') return actor
  const user = await tx.selectFrom('users').select(['role', 'admin_until_ms']).where('id', '=', actor.uid).executeTakeFirst()
  return actorOf(actor.uid, user)
}

/** Somebody with the role that their row has now; an unknown person has none of an admin's rights. */
const actorOf = (uid: string, user: { readonly role: 'admin' | 'user'; readonly admin_until_ms: number | null } | undefined): Actor => ({
  uid,
  role: user?.role ?? 'user',
  wasAdmin: (user?.admin_until_ms ?? null) !== null,
})

/** Somebody who had a command before its sender. `isGone`: true for a closed or unknown account. The facts of somebody unknown count like those of a
 *  former admin, because a backup may be older than the account. */
type Author = Actor & { readonly isGone: boolean }

/** The people who had commands of this batch before their sender, by uid, with their present roles. Anybody can send any number of names, so one
 *  query reads them all. */
async function peopleNamedIn(tx: Tx, commands: readonly QueuedCommand[]): Promise<ReadonlyMap<string, Author>> {
  const uids = [...new Set(commands.flatMap(({ madeBy = [] }) => madeBy))]
  if (uids.length === 0) return new Map()
  const users = tx.selectFrom('users').select(['id', 'role', 'admin_until_ms', 'closed_at_ms']).where('id', 'in', uids)
  const known = new Map((await users.execute()).map((user) => [user.id, user]))
  return new Map(
    uids.map((uid) => {
      const user = known.get(uid)
      // a made-up name, or an id in another spelling, is nobody's
      const wasAdmin = user === undefined ? idSchema.safeParse(uid).data === uid : user.admin_until_ms !== null
      return [uid, { ...actorOf(uid, user), wasAdmin, isGone: user === undefined || user.closed_at_ms !== null }]
    }),
  )
}

const authorsOf = ({ madeBy = [] }: QueuedCommand, people: ReadonlyMap<string, Author>): readonly Author[] =>
  madeBy.flatMap((uid) => people.get(uid) ?? [])

/** True when the batch pays money out while a restore waits for an admin's confirmation. */
async function payingOutIsClosed(tx: Tx, catalog: Catalog, queued: readonly QueuedCommand[]): Promise<boolean> {
  return queued.some(({ name }) => catalog.commands.get(name)?.paysOut) && (await restoreDetectedAtMs(tx)) !== null
}

const keptBefore = (entry: LogEntry | undefined, actor: Actor): Known | undefined =>
  entry && { ...entry.queued, ...entry, uid: actor.uid, isFromAdmin: wasEverAdmin(actor), isIgnored: false }

/** True for a former admin's fact that changes nothing. Its id stays free for the command of somebody else. */
const isIgnored = (command: AnyCommand, by: Actor, outcome: Outcome) =>
  command.isFact && by.role === 'user' && outcome.status === 'done' && outcome.writes.size === 0

/** True for a command that took place earlier and had its effects then. A device's claim is not enough. */
const isPast = ({ clientId, isHistory }: Batch, { replay }: QueuedCommand, seal: Sealed | undefined) =>
  seal !== undefined || isHistory === true || (clientId === null && replay === true)

type Judging = {
  readonly actor: Actor
  /** The people who had the command before its sender, its author first. */
  readonly authors: readonly Author[]
  readonly batch: Batch
  readonly isClosed: boolean
}

/** A new command with everything that it needs to run, or its refusal. The refusal does not affect the other commands. */
type Judged =
  | ({ readonly argsHash: string } & Pick<Runnable, 'command' | 'args' | 'touches' | 'by' | 'seal'>)
  | { readonly argsHash: string; readonly refused: Refusal; readonly seal?: Sealed | undefined }

/** Time at which the shop first received a command. */
const receiptOf = ({ receivedAtMs }: Batch, seal: Sealed | undefined) => Math.min(seal?.receivedAtMs ?? receivedAtMs, receivedAtMs)

/** The arguments that the log keeps: the fields that the command reads, without any others that a sender adds. Those of an earlier version stay as they
 *  were sent. */
const readOf = (command: AnyCommand, queued: QueuedCommand, args: unknown): unknown =>
  queued.version === command.version ? args : queued.args

/** The log entry of a command that has not run. */
const entryOf = (queued: QueuedCommand, judged: Judged, { actor, batch }: Pick<Judging, 'actor' | 'batch'>): LogEntry => ({
  queued,
  argsHash: judged.argsHash,
  ending: 'refused' in judged ? { status: 'rejected', refusal: judged.refused } : { status: 'done' },
  datedAtMs: null,
  receivedAtMs: receiptOf(batch, judged.seal),
  byRole: 'by' in judged ? judged.by.role : actor.role,
  isReturned: judged.seal !== undefined,
})

const unread = (code: keyof typeof kernelRefusals, message?: string): Judged => ({
  argsHash: NOT_READ,
  refused: refusal(kernelRefusals, code, message === undefined ? {} : { message }),
})

/** Checks a new command. Anybody can send arguments of any size, so they are counted, hashed and parsed only when the sender may run the command. */
function judge({ catalog, sealSecret }: BatchContext, { actor, authors, batch, isClosed }: Judging, queued: QueuedCommand): Judged {
  const command = catalog.commands.get(queued.name)
  if (!command) return unread('COMMAND_UNKNOWN')
  const isPushed = batch.clientId !== null
  const claimed = queued.replay ? readSeal(sealSecret(), queued.seal, { id: queued.id, uid: actor.uid }) : undefined
  const claimant = whoCounts(command, { actor, authors }, claimed)
  if (isPushed && command.channel === 'server') return unread('FORBIDDEN')
  if (!claimant) return { ...unread('FORBIDDEN'), seal: checkedSeal(claimed, queued) }
  if (!nestsAtMost(queued.args, MAX_ARGS_DEPTH)) return unread('INVALID', 'The entry is nested too deeply.')
  if (isPushed && !isModest(command, claimant, queued.args)) return unread('TOO_LARGE', 'This entry is too large.')
  const argsHash = hashOf(queued)
  // a seal for other arguments proves nothing
  const seal = claimed?.argsHash === argsHash ? claimed : undefined
  const by = whoCounts(command, { actor, authors }, seal)
  if (!by) return { argsHash, refused: refusal(kernelRefusals, 'FORBIDDEN'), seal }
  if (command.paysOut && isClosed && !isPast(batch, queued, seal)) return { argsHash, refused: refusal(kernelRefusals, 'PAYOUTS_CLOSED') }
  return guarded(queued.id, () => {
    const parsed = readArgs(command, queued.version, queued.args)
    if (!parsed.success) return { argsHash, refused: invalid(parsed.error), seal }
    return { argsHash, command, args: parsed.data, touches: command.touches(parsed.data), by, seal }
  })
}

/** Answers the seal if it is for these arguments, of a size that any honest device can send. */
const checkedSeal = (claimed: Sealed | undefined, queued: QueuedCommand): Sealed | undefined =>
  claimed && fitsInto(queued.args, { ...MAX_COMMAND, depth: MAX_ARGS_DEPTH }) && claimed.argsHash === hashOf(queued) ? claimed : undefined

/** Answers the person as whose work a command counts; null when it counts for nobody. Of the work of a closed account, and of work that two
 *  consignors had, only facts count; an admin hands in a fact only if each author may record it. */
function whoCounts(command: AnyCommand, hands: Pick<Judging, 'actor' | 'authors'>, seal: Sealed | undefined): Actor | null {
  const { actor, authors } = hands
  const all = [actor, ...authors]
  const consignors = new Set(all.flatMap(({ uid, role }) => (role === 'user' ? [uid] : [])))
  const isRefused = command.isFact
    ? seal === undefined && actor.role !== 'user' && !authors.every((one) => mayRun(command, one))
    : consignors.size > 1 || authors.some(({ isGone }) => isGone)
  const by = weakestHand(command, hands, seal)
  return mayRun(command, by) && !isRefused ? by : null
}

/** Answers the sender, or whoever of the authors is a consignor, so that no admin lends a right to anybody else. After a restore a command keeps the
 *  role with which the shop accepted it: a consignor's work stays a consignor's, and an admin's fact stays an admin's. */
function weakestHand(command: AnyCommand, { actor, authors }: Pick<Judging, 'actor' | 'authors'>, seal: Sealed | undefined): Actor {
  const consignor = [actor, ...authors].find(({ role }) => role === 'user')
  // the backup may be older than the loss of the role
  if (seal?.role === 'user') return { ...(consignor ?? authors[0] ?? actor), role: 'user', wasAdmin: true }
  return seal && command.isFact ? { ...actor, role: seal.role } : (consignor ?? actor)
}

/** True for arguments of a size that an honest device can send. A fact of a till is recorded regardless of its size (law *Facts*). */
const isModest = (command: AnyCommand, actor: Actor, args: unknown): boolean =>
  command.isFact || fitsInto(args, { ...(actor.role === 'user' ? MAX_CONSIGNOR_COMMAND : MAX_COMMAND), depth: MAX_ARGS_DEPTH })

/** A judge that knows when its one command was queued. */
type JudgeOfOne = (assurance: Assurance) => Refusal | null

const judgeOf = ({ judgeProof, clientId, receivedAtMs }: Batch, { at }: QueuedCommand): JudgeOfOne | undefined =>
  judgeProof && ((assurance) => judgeProof(assurance, clientId === null ? null : receivedAtMs - at))

/** Runs a command. Work of a consignor that an admin hands in must be allowed to both, so that neither acts in the other's name. */
function runOne(
  layer: WriteLayer,
  command: AnyCommand,
  args: unknown,
  context: Parameters<typeof runOver>[3],
  { sender, judgeProof }: { readonly sender: Actor; readonly judgeProof: JudgeOfOne | undefined },
): Outcome {
  const runAs = (actor: Actor): Outcome => {
    const asks = judgeProof !== undefined && asksForProof(layer, command, args, actor)
    const unproved = asks ? judgeProof(command.assurance ?? 'recent') : null
    return unproved ? { status: 'refused', refusal: unproved } : runOver(layer, command, args, { ...context, actor })
  }
  return guarded(context.commandId, () => {
    const { actor } = context
    const bySender = command.isFact || sender.uid === actor.uid ? undefined : runAs(sender)
    return bySender?.status === 'refused' ? bySender : runAs(actor)
  })
}

/** Wraps an error of a command's own code in a CommandFault. */
function guarded<T>(commandId: string, body: () => T): T {
  try {
    return body()
  } catch (thrown) {
    throw new CommandFault(commandId, thrown)
  }
}

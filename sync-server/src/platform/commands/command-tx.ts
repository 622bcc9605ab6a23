import type { Actor, AnyCommand, Touch } from '@shop/shared/kernel/define-command.ts'
import { invalid, kernelRefusals, type Refusal, refusal } from '@shop/shared/kernel/errors.ts'
import { mayRun, type Outcome, readArgs, runOver, WriteLayer, type Writes } from '@shop/shared/kernel/unit-of-work.ts'
import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { restoreDetectedAtMs } from '../database/boots.ts'
import type { Catalog } from '../database/catalog.ts'
import type { Tx } from '../database/database.ts'
import { CommandFault } from '../database/sql-errors.ts'
import { MAX_ARGS_DEPTH, nestsAtMost } from '../database/storable-json.ts'
import { enqueueJobs, type JobRequest } from '../jobs/job-store.ts'
import { acknowledge, type Ending, hashOf, idReused, keepCommands, knownCommands, type LogEntry } from './command-log.ts'
import { knownTimes, type MovedTime, timeOf } from './command-times.ts'
import { prefetch } from './prefetched-rows.ts'
import { writeBack } from './write-back.ts'

/** Jobs that a finished command queues in its own transaction, for work outside the database. */
export type Effect = (args: never, about: { commandId: string; nowMs: number; actor: Actor; writes: Writes }) => readonly JobRequest[]

/** Commands to run in one transaction, in order. */
export type Batch = {
  readonly actor: Actor
  /** The pushing client, which receives the results; null when the server's own code runs the commands. */
  readonly clientId: string | null
  readonly commands: readonly QueuedCommand[]
  readonly receivedAtMs: number
  /** True for a past that the server's own code tells: its times hold, and nobody hears of it now. */
  readonly isHistory?: boolean
}

/** Outcome of a batch, valid once its transaction commits. */
export type BatchOutcome = {
  readonly endings: readonly Ending[]
  readonly audiences: Set<string>
  readonly jobCount: number
  /** Commands whose device named a time before its last contact. */
  readonly moved: readonly MovedTime[]
}

/** Dependencies of a batch. */
export type BatchContext = { readonly catalog: Catalog; readonly effects: Readonly<Record<string, Effect>> }

/** A command that is new, allowed and well-formed. */
type Runnable = {
  readonly index: number
  readonly queued: QueuedCommand
  readonly command: AnyCommand
  readonly args: unknown
  readonly touches: readonly Touch[]
}

/** Runs a batch inside a transaction: known commands answer their stored ending, the others run in order over rows that are read and locked
 *  together, and writes and endings are flushed together at the end. Throws CommandFault when a command's own code throws. */
export async function runBatch(tx: Tx, { catalog, effects }: BatchContext, batch: Batch): Promise<BatchOutcome> {
  const actor = await presentActor(tx, batch.actor)
  const known = await knownCommands(
    tx,
    batch.commands.map(({ id }) => id),
  )
  const endings: Ending[] = []
  const kept = new Map<string, LogEntry>()
  const runnables: Runnable[] = []
  const repeats: number[] = []
  const times = await knownTimes(tx, { ...batch, uid: actor.uid, isOwn: batch.clientId === null || batch.isHistory === true })
  const isClosed = await payingOutIsClosed(tx, catalog, batch.commands)

  batch.commands.forEach((queued, index) => {
    const argsHash = hashSafely(queued)
    const before = known.get(queued.id) ?? kept.get(queued.id)
    if (before) {
      if (before.argsHash !== argsHash) endings[index] = idReused()
      else repeats.push(index)
      return
    }
    const judged = judge(catalog, actor, { isPushed: batch.clientId !== null, isClosed }, queued)
    if ('code' in judged) endings[index] = { status: 'rejected', refusal: judged }
    else runnables.push({ index, queued, ...judged })
    kept.set(queued.id, {
      queued: nestsAtMost(queued.args, MAX_ARGS_DEPTH) ? queued : { ...queued, args: null },
      argsHash,
      ending: endings[index] ?? { status: 'done' },
      datedAtMs: null,
    })
  })

  const found = await prefetch(
    tx,
    catalog,
    runnables.flatMap(({ touches }) => touches),
  )
  const layer = new WriteLayer(found)
  const jobs: JobRequest[] = []
  const moved: MovedTime[] = []
  for (const { index, queued, command, args } of runnables) {
    const nowMs = timeOf(command, queued, batch.clientId, times)
    if (command.datedBy === 'till' && queued.at < nowMs) moved.push({ commandId: queued.id, claimedAtMs: queued.at, datedAtMs: nowMs })
    const outcome = runOne(layer, command, args, { commandId: queued.id, nowMs, actor })
    endings[index] = outcome.status === 'done' ? { status: 'done' } : { status: 'rejected', refusal: outcome.refusal }
    kept.set(queued.id, { ...(kept.get(queued.id) as LogEntry), ending: endings[index], datedAtMs: nowMs })
    if (outcome.status !== 'done') continue
    layer.absorb(outcome.writes)
    const effect = effects[queued.name]
    if (effect && !queued.replay && !batch.isHistory)
      jobs.push(...effect(args as never, { commandId: queued.id, nowMs, actor, writes: outcome.writes }))
  }
  for (const index of repeats) {
    const { id } = batch.commands[index] as QueuedCommand
    endings[index] = (known.get(id) ?? (kept.get(id) as LogEntry)).ending
  }

  // a call gets its refusal at once and may retry under the same id, so only what took effect is stored
  const entries = [...kept.values()].filter(({ ending }) => batch.clientId !== null || ending.status === 'done')
  await keepCommands(tx, actor, batch.clientId, batch.receivedAtMs, entries)
  const audiences = await writeBack(tx, catalog, layer.writes, found)
  await enqueueJobs(tx, jobs)
  if (batch.clientId !== null) {
    const reused = new Set(batch.commands.filter((_queued, index) => isReuse(endings[index])).map(({ id }) => id))
    await acknowledge(
      tx,
      actor.uid,
      batch.clientId,
      batch.commands.map(({ id }) => id).filter((id) => !reused.has(id)),
    )
  }
  return { endings, audiences, jobCount: jobs.length, moved }
}

const isReuse = (ending: Ending | undefined) => ending !== undefined && ending.status !== 'done' && ending.refusal.code === 'ID_REUSED'

/** The actor with their present role, which may have been withdrawn since the session began. */
export async function presentActor(tx: Tx, actor: Actor): Promise<Actor> {
  if (actor.role === 'system') return actor
  const user = await tx.selectFrom('users').select(['role', 'admin_until_ms']).where('id', '=', actor.uid).executeTakeFirst()
  return { uid: actor.uid, role: user?.role ?? 'user', wasAdmin: (user?.admin_until_ms ?? null) !== null }
}

/** True when the batch pays money out while a restore waits for an admin's confirmation. */
async function payingOutIsClosed(tx: Tx, catalog: Catalog, queued: readonly QueuedCommand[]): Promise<boolean> {
  return queued.some(({ name }) => catalog.commands.get(name)?.paysOut) && (await restoreDetectedAtMs(tx)) !== null
}

function hashSafely(queued: QueuedCommand): string {
  return nestsAtMost(queued.args, MAX_ARGS_DEPTH) ? hashOf(queued) : 'too deep'
}

/** Checks a new command and answers what it needs to run, or its refusal, which does not affect the other commands. */
function judge(
  catalog: Catalog,
  actor: Actor,
  { isPushed, isClosed }: { isPushed: boolean; isClosed: boolean },
  queued: QueuedCommand,
): Refusal | Pick<Runnable, 'command' | 'args' | 'touches'> {
  const command = catalog.commands.get(queued.name)
  if (!command) return refusal(kernelRefusals, 'COMMAND_UNKNOWN')
  if (!mayRun(command, actor) || (isPushed && command.channel === 'server')) return refusal(kernelRefusals, 'FORBIDDEN')
  if (command.paysOut && isClosed && !queued.replay) return refusal(kernelRefusals, 'PAYOUTS_CLOSED')
  if (!nestsAtMost(queued.args, MAX_ARGS_DEPTH)) return refusal(kernelRefusals, 'INVALID', { message: 'The entry is nested too deeply.' })
  return guarded(queued.id, () => {
    const parsed = readArgs(command, queued.version, queued.args)
    return parsed.success ? { command, args: parsed.data, touches: command.touches(parsed.data) } : invalid(parsed.error)
  })
}

function runOne(layer: WriteLayer, command: AnyCommand, args: unknown, context: Parameters<typeof runOver>[3]): Outcome {
  return guarded(context.commandId, () => runOver(layer, command, args, context))
}

/** Wraps an error of a command's own code in a CommandFault. */
function guarded<T>(commandId: string, body: () => T): T {
  try {
    return body()
  } catch (thrown) {
    throw new CommandFault(commandId, thrown)
  }
}

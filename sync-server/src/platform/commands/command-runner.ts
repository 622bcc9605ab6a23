import { randomBytes } from 'node:crypto'
import type { Actor, AnyCommand } from '@shop/shared/kernel/define-command.ts'
import { kernelRefusals, Refusal, refusal } from '@shop/shared/kernel/errors.ts'
import { uuidv7 } from '@shop/shared/kernel/ids.ts'
import { MAX_PUSH_COMMANDS } from '@shop/shared/kernel/limits.ts'
import type { PushRequest, PushResponse, QueuedCommand } from '@shop/shared/kernel/wire.ts'
import type { Database, Tx } from '../database/database.ts'
import { currentXid } from '../database/expressions.ts'
import { CommandFault, DatabaseBusy, endWait, failureKind, repeated } from '../database/sql-errors.ts'
import { MAX_ARGS_DEPTH, nestsAtMost } from '../database/storable-json.ts'
import type { Log } from '../kernel/log.ts'
import type { Metrics } from '../kernel/metrics.ts'
import { TooMany } from '../kernel/too-many.ts'
import {
  type Answer,
  acknowledge,
  type Ending,
  failedEnding,
  hashOf,
  idReused,
  keepCommands,
  knownCommands,
  NOT_READ,
  removeAttempts,
  resultOf,
  standingOf,
} from './command-log.ts'
import { type Batch, type BatchContext, type BatchOutcome, type ProofJudge, presentActor, runBatch } from './command-tx.ts'
import { endNaming, endWaiting, waitingReplay, waitingReplays } from './waiting-replays.ts'

/** Summary of a commit: the audiences of its rows, and the number of jobs that it queued. `xid` is its transaction id; 0 without a standby. */
export type Commit = { readonly audiences: ReadonlySet<string>; readonly jobCount: number; readonly xid: number }

/** Dependencies of the command runner. `committed` is called after each commit. */
export type CommandRunner = BatchContext & {
  readonly database: Database
  readonly log: Log
  readonly metrics: Metrics
  readonly nowMs: () => number
  readonly committed: (commit: Commit) => void
}

/** Options of a push. `isHistory`: the server's own code writes past events, so the events' times count and nobody is notified. `readProof`: reads
 *  what the sender has proved. */
export type PushOptions = { readonly isHistory?: boolean; readonly readProof?: (() => Promise<ProofJudge>) | undefined }

/** Runs the commands of a device's outbox, and answers a result for each, in the order of the push. Throws COMMAND_UNKNOWN, TOO_LARGE,
 *  TOO_MANY_REQUESTS or UNAVAILABLE for the whole push, without results. */
export async function push(
  runner: CommandRunner,
  actor: Actor,
  request: PushRequest,
  { isHistory = false, readProof }: PushOptions = {},
): Promise<PushResponse> {
  if (request.commands.length > MAX_PUSH_COMMANDS)
    throw refusal(kernelRefusals, 'TOO_LARGE', { message: `At most ${MAX_PUSH_COMMANDS} entries at once.` })
  for (const { name, version } of request.commands)
    if ((runner.catalog.commands.get(name)?.version ?? 0) < version) throw refusal(kernelRefusals, 'COMMAND_UNKNOWN')
  const stopTimer = runner.metrics.pushSeconds.startTimer()
  try {
    // read before the transaction, because an embedded database has only one connection
    const judgeProof = request.commands.some(({ name }) => runner.catalog.commands.get(name)?.proofIf) ? await readProof?.() : undefined
    const { clientId, commands } = request
    const batch: Batch = { actor, clientId, commands, receivedAtMs: runner.nowMs(), isHistory, judgeProof }
    const endings = await commitBatchOrSingly(runner, batch)
    observeAge(runner, batch, endings)
    return { results: request.commands.map(({ id }, index) => resultOf(id, endings[index] as Answer)), serverNowMs: runner.nowMs() }
  } finally {
    stopTimer()
  }
}

/** Records how long the oldest fact of a push waited on its device. A refused fact does not count, because its sender may have no right to it, nor
 *  one that comes back after a restore, because it arrived before. */
function observeAge({ catalog, metrics }: CommandRunner, { commands, receivedAtMs }: Batch, endings: readonly Answer[]): void {
  const facts = commands.filter(({ name, replay }, at) => !replay && catalog.commands.get(name)?.isFact && endings[at]?.status === 'done')
  if (facts.length > 0) metrics.factAgeSeconds.observe(Math.max(0, receivedAtMs - Math.min(...facts.map(({ at }) => at))) / 1_000)
}

async function commitBatchOrSingly(runner: CommandRunner, batch: Batch): Promise<readonly Answer[]> {
  try {
    return await commit(runner, batch)
  } catch (error) {
    if (error instanceof TooMany) throw error
    if (failureKind(error) === 'outage') throw unavailable(runner, error)
    runner.log.warn({ err: error, commands: batch.commands.length }, 'a batch failed as a whole; its commands run one by one')
  }
  const endings: Answer[] = []
  for (const queued of batch.commands) endings.push(await runAlone(runner, { ...batch, commands: [queued] }))
  return endings
}

/** Runs one command in a separate transaction. A command that throws is stored as failed, so that it does not block the commands behind it. */
async function runAlone(runner: CommandRunner, batch: Batch): Promise<Answer> {
  try {
    return (await commit(runner, batch))[0] as Answer
  } catch (error) {
    if (error instanceof TooMany) throw error
    const kind = failureKind(error)
    const raced = (error as { code?: unknown }).code === '23505'
    if (kind === 'outage' || (kind === 'repeat' && !raced)) throw unavailable(runner, error)
    const queued = batch.commands[0] as QueuedCommand
    runner.log.error(
      { err: error instanceof CommandFault ? error.cause : error, commandId: queued.id, command: queued.name, uid: batch.actor.uid },
      'a command failed',
    )
    return await keepFailure(runner, batch, queued)
  }
}

async function keepFailure(runner: CommandRunner, batch: Batch, queued: QueuedCommand): Promise<Ending> {
  const failed = failedEnding()
  const flat = nestsAtMost(queued.args, MAX_ARGS_DEPTH)
  const entryBy = (byRole: Actor['role']) => ({
    byRole,
    queued: flat ? queued : { ...queued, args: null },
    argsHash: flat ? hashOf(queued) : NOT_READ,
    ending: failed,
    datedAtMs: null,
    receivedAtMs: batch.receivedAtMs,
    isReturned: false,
  })
  const { ending, xid } = await repeated(() =>
    runner.database.transaction(async (tx) => {
      const known = (await knownCommands(tx, [queued.id])).get(queued.id)
      const actor = await presentActor(tx, batch.actor)
      const standing = known && standingOf(known, queued, actor, batch.clientId !== null)
      if (standing === 'reused') return { ending: idReused(), xid: 0 }
      if (standing === 'unclaimed') await removeAttempts(tx, [queued.id])
      if (standing !== 'repeat') await keepCommands(tx, actor, batch.clientId, [entryBy(actor.role)])
      await acknowledge(tx, actor.uid, batch.clientId as string, [queued.id])
      return { ending: standing === 'repeat' ? (known?.ending ?? failed) : failed, xid: await xidOf(runner, tx) }
    }),
  ).catch((error: unknown) => {
    throw unavailable(runner, error)
  })
  runner.metrics.commands.inc({ name: queued.name, status: ending.status })
  runner.committed({ audiences: withPusher(runner, new Set(), batch), jobCount: 0, xid })
  return ending
}

async function commit(runner: CommandRunner, batch: Batch, also: RunOptions['also'] = async () => {}): Promise<readonly Answer[]> {
  const outcome: Pick<BatchOutcome, 'endings' | 'moved'> & Commit = await repeated(
    () => {
      const ran = runner.database.transaction(async (tx) => {
        const ran = await runBatch(tx, runner, batch)
        if (ran.endings.every(({ status }) => status === 'done')) await also(tx)
        return { ...ran, audiences: withPusher(runner, ran.audiences, batch), xid: await xidOf(runner, tx) }
      })
      return batch.clientId === null ? ran : ran.catch(endWait)
    },
    (error) => {
      runner.metrics.batchRepeats.inc()
      runner.log.debug({ err: error }, 'a batch is repeated')
    },
  )
  for (const [index, { name }] of batch.commands.entries())
    runner.metrics.commands.inc({ name, status: (outcome.endings[index] as Answer).status })
  for (const one of outcome.moved)
    runner.log.warn({ ...one, uid: batch.actor.uid, clientId: batch.clientId }, 'a device dated a command before its last contact')
  runner.committed(outcome)
  return outcome.endings
}

/** Adds the pushing client as an audience when there is a standby. The standby must not answer that client before it has replayed the results. No
 *  event stream belongs to this audience, so nobody is poked. */
function withPusher({ database }: CommandRunner, audiences: ReadonlySet<string>, { clientId }: Batch): ReadonlySet<string> {
  return database.standby && clientId !== null ? new Set([...audiences, `client:${clientId}`]) : audiences
}

/** Reads the id of the transaction; 0 without a standby. */
async function xidOf({ database }: CommandRunner, tx: Tx): Promise<number> {
  if (!database.standby) return 0
  return (await tx.selectNoFrom(currentXid().as('xid')).executeTakeFirstOrThrow()).xid
}

function unavailable(runner: CommandRunner, error: unknown): Refusal {
  if (error instanceof DatabaseBusy) runner.log.warn({ err: error }, 'commands waited too long, and come again')
  else runner.log.error({ err: error }, 'the database cannot take commands')
  return refusal(kernelRefusals, 'UNAVAILABLE')
}

/** Options of a call's command. `before` runs checks before the command, but not when the command is done already, because a repeated request must
 *  not fail for want of rows. `also` writes outside the collections after the command, in the same transaction. */
export type RunOptions = {
  readonly id?: string | undefined
  readonly before?: (() => Promise<unknown>) | undefined
  readonly atMs?: number | undefined
  /** True when the command took place earlier and had its effects then, so that it has none now. */
  readonly isReplay?: boolean | undefined
  readonly also?: ((tx: Tx) => Promise<void>) | undefined
  /** Checks what the person behind the call has proved, for a command with `proofIf`. */
  readonly judgeProof?: ProofJudge | undefined
}

/** Runs one command for a call, on the same path as a push. Throws the Refusal of a refused command or the error of a failed command, and stores
 *  neither. */
export async function runCommand(
  runner: CommandRunner,
  actor: Actor,
  command: AnyCommand,
  args: unknown,
  options: RunOptions = {},
): Promise<{ commandId: string }> {
  const receivedAtMs = runner.nowMs()
  const commandId = options.id ?? uuidv7(receivedAtMs, randomBytes(10))
  const queued: QueuedCommand = {
    id: commandId,
    name: command.name,
    version: command.version,
    args,
    at: options.atMs ?? receivedAtMs,
    ...(options.isReplay && { replay: true }),
  }
  const isDone = async () => {
    if (options.id === undefined) return false
    const known = (await runner.database.transaction((tx) => knownCommands(tx, [commandId]))).get(commandId)
    return known?.ending.status === 'done' && standingOf(known, queued, actor, false) === 'repeat'
  }
  try {
    if (options.before && !(await isDone())) await options.before()
    const [ending] = await commit(
      runner,
      { actor, clientId: null, commands: [queued], receivedAtMs, judgeProof: options.judgeProof },
      options.also,
    )
    if (ending && ending.status !== 'done') throw ending.refusal
    return { commandId }
  } catch (error) {
    // a copy of this request ran first, and its writes may be the reason for the refusal
    if (error instanceof Refusal && (await isDone())) return { commandId }
    throw toThrow(runner, error)
  }
}

/** Tries the commands that wait for the work of other devices, again and again while one of them ends. */
export async function retryWaiting(runner: CommandRunner): Promise<void> {
  for (;;) {
    let ended = 0
    for (const key of await waitingReplays(runner.database.db)) {
      const queued = await waitingReplay(runner.database.db, key)
      // a command that this release does not know waits for a server that knows it
      if (!queued || queued.version > (runner.catalog.commands.get(queued.name)?.version ?? 0)) continue
      const { uid, clientId } = key
      // the role is read in the transaction
      const actor: Actor = { uid, role: 'user', wasAdmin: false }
      const answer = await runAlone(runner, { actor, clientId, commands: [queued], receivedAtMs: runner.nowMs(), isRetry: true })
      if (answer.status !== 'waits') ended += 1
    }
    if (ended === 0) return
  }
}

/** Records an admin's answer about a restore. In the same transaction what still waits ends with its last refusal, after one more try.
 *  `record`: runs the command that notes the answer, with these writes. */
export async function closeRestore(
  runner: CommandRunner,
  answer: (tx: Tx) => Promise<void>,
  record: (also: (tx: Tx) => Promise<void>) => Promise<unknown>,
): Promise<void> {
  await retryWaiting(runner)
  let ended: Commit | undefined
  await record(async (tx) => {
    await answer(tx)
    ended = await commitOf(runner, tx, await endWaiting(tx))
  })
  if (ended) runner.committed(ended)
}

/** Ends what waits and names an erased person. `patterns`: regular expressions that find the person in JSON. */
export async function forgetWaiting(runner: CommandRunner, patterns: readonly string[]): Promise<void> {
  const ending = () => runner.database.transaction(async (tx) => commitOf(runner, tx, await endNaming(tx, patterns)))
  runner.committed(await repeated(ending))
}

/** Makes the summary of a commit without jobs. */
export const commitOf = async (runner: CommandRunner, tx: Tx, audiences: ReadonlySet<string>): Promise<Commit> => ({
  audiences,
  jobCount: 0,
  xid: await xidOf(runner, tx),
})

/** Makes the error that a caller gets for a command that did not take effect. */
export function toThrow(runner: CommandRunner, error: unknown): unknown {
  if (error instanceof Refusal) return error
  if (error instanceof CommandFault) return error.cause
  return failureKind(error) === 'fault' ? error : unavailable(runner, error)
}

import { MAX_PUSH_BYTES, MAX_PUSH_COMMANDS, SYNC_TIMEOUT_MS } from '@shop/shared/kernel/limits.ts'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { CommandResult } from '@shop/shared/kernel/wire.ts'
import { StorageProblem } from '../ports/contract.ts'
import { type Clock, type Database, type Server, ServerProblem } from '../ports/ports.ts'
import type { OutboxEntry } from '../ports/records.ts'
import { commandOf, holdCommand, noteAnswers, takeBatch } from '../store/outbox.ts'
import { KeptBack } from './kept-back.ts'

/** Bytes reserved for the envelope around the commands. */
const ENVELOPE_BYTES = 1_000

export type PushPorts = { readonly database: Database; readonly server: Server; readonly clock: Clock }

export type PushOptions = {
  readonly clientId: string
  readonly signal?: AbortSignal
  /** The rules of the queued commands. With them, a command that the server does not know keeps back only the commands that may depend on it. */
  readonly rules?: ConstructorParameters<typeof KeptBack>[0]
  /** Answers that could not be stored on a full disk. A caller that passes the same map next time sends nothing twice. */
  readonly unnoted?: Map<string, CommandResult>
  /** Called after each change to the store, so that this tab and others catch up. */
  readonly onStored?: () => Promise<void> | void
  readonly onSending?: () => void
  /** Called after each answer, with the server's clock minus this device's. */
  readonly onClockOffset?: (offsetMs: number) => void
}

/** Sends the outbox in order, batch by batch (law *Single sender*). Answers how many commands it sent or set aside. A sent command stays in the
 *  outbox until a pull acknowledges it. Rejects with ServerProblem or StorageProblem, and loses no command. */
export async function pushWaiting({ database, server, clock }: PushPorts, options: PushOptions): Promise<number> {
  const { clientId, signal } = options
  let maxCommands = MAX_PUSH_COMMANDS
  let afterSeq = Number.NEGATIVE_INFINITY
  let sentCount = 0
  const { unnoted = new Map<string, CommandResult>(), rules } = options
  const keptBack = rules && new KeptBack(rules)
  const note = async () => {
    try {
      if (unnoted.size > 0) await noteAnswers(database, [...unnoted.values()])
      unnoted.clear()
    } catch (thrown) {
      // the server has these commands, and a full disk must not stop the commands behind them
      if (!(thrown instanceof StorageProblem) || thrown.kind !== 'full') throw thrown
    }
  }
  await note()
  for (;;) {
    const batch = await takeBatch(database, {
      afterSeq,
      maxCommands,
      maxBytes: MAX_PUSH_BYTES - ENVELOPE_BYTES,
      skips: (entry) => unnoted.has(entry.id) || keptBack?.has(entry) === true,
    })
    if (batch.length === 0 && unnoted.size > 0) throw new StorageProblem('full')
    if (batch.length === 0 && keptBack?.problem) throw keptBack.problem
    if (batch.length === 0) return sentCount
    options.onSending?.()
    await options.onStored?.()
    const askedAtMs = clock.nowMs()
    try {
      const answer = await server.push({ clientId, protocol: PROTOCOL_VERSION, commands: batch.map(commandOf) }, signal)
      options.onClockOffset?.(clockOffset(answer.serverNowMs, askedAtMs, clock.nowMs()))
      const sentIds = new Set(batch.map(({ id }) => id))
      const results = answer.results.filter(({ id }) => sentIds.has(id))
      if (results.length === 0) throw new ServerProblem('broken', 'the server answered none of the commands')
      for (const result of results) unnoted.set(result.id, result)
      await note()
    } catch (problem) {
      const isUnknown = keptBack !== undefined && hasUnknown(problem)
      if (!isUnknown && !isAboutTheBatch(problem)) throw problem
      if (batch.length > 1) {
        maxCommands = Math.ceil(batch.length / 2)
        continue
      }
      const [only] = batch as [OutboxEntry]
      if (isUnknown) {
        keptBack.add(only, problem)
        maxCommands = MAX_PUSH_COMMANDS
        continue
      }
      const { code = 'INVALID' } = problem.details
      await holdCommand(database, only.id, { code, message: problem.message })
    }
    await options.onStored?.()
    sentCount += batch.length
    afterSeq = (batch.at(-1) as OutboxEntry).seq
    maxCommands = MAX_PUSH_COMMANDS
  }
}

/** The server's clock minus this device's. A request that took a negative or impossibly long time means that somebody set the device's clock
 *  meanwhile. */
export function clockOffset(serverNowMs: number, askedAtMs: number, answeredAtMs: number): number {
  const tookMs = answeredAtMs - askedAtMs
  return serverNowMs - (tookMs >= 0 && tookMs <= SYNC_TIMEOUT_MS ? answeredAtMs - tookMs / 2 : answeredAtMs)
}

/** True when the server is older than this app and does not know a command of the batch. */
function hasUnknown(problem: unknown): problem is ServerProblem {
  return problem instanceof ServerProblem && problem.kind === 'refused' && problem.details.code === 'COMMAND_UNKNOWN'
}

/** True when the server could not take the batch as a whole, because it is too large or unreadable. Smaller batches find the command at fault. */
function isAboutTheBatch(problem: unknown): problem is ServerProblem {
  return (
    problem instanceof ServerProblem && problem.kind === 'refused' && (problem.details.status === 413 || problem.details.status === 400)
  )
}

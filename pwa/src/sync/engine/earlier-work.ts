import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import type { SyncEngine } from './engine.ts'

/** Milliseconds by which earlier work that needs a proof is older than the present, at least. */
const EARLIER_MS = 3_600_000

/** Dates the commands that need a proof before the present sign-in, whatever this device's clock or a file says: whoever signs in proves nothing for
 *  what somebody left here. The commands' code must be loaded. */
export function datedEarlier<C extends QueuedCommand>(engine: SyncEngine, commands: readonly C[]): C[] {
  const latestMs = engine.nowMs() - EARLIER_MS
  const needsProof = ({ name, replay }: C) => !replay && engine.registry.findCommand(name)?.proofIf !== undefined
  return commands.map((command) => (needsProof(command) ? { ...command, at: Math.min(command.at, latestMs) } : command))
}

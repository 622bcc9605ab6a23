import type { AnyCommand } from '@shop/shared/kernel/define-command.ts'
import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import type { Tx } from '../database/database.ts'
import { contactsOf } from './device-contacts.ts'

/** The times by which the server dates the commands of one batch. */
export type KnownTimes = {
  readonly receivedAtMs: number
  /** True when the server's own code names the times. Such times count unless they are in the future. */
  readonly isOwn: boolean
  /** Answers the earliest possible time of a fact from this client's outbox. */
  readonly earliestMs: (clientId: string) => number
}

/** A command that its device dated earlier than possible. */
export type MovedTime = { readonly commandId: string; readonly claimedAtMs: number; readonly datedAtMs: number }

/** Reads the bounds for the times of a pushed batch. A till's fact is no older than the till's last contact with an empty outbox. There is no such
 *  bound if no contact is known. */
export async function knownTimes(
  tx: Tx,
  {
    clientId,
    commands,
    receivedAtMs,
    isOwn,
  }: { clientId: string | null; commands: readonly QueuedCommand[] } & Pick<KnownTimes, 'receivedAtMs' | 'isOwn'>,
): Promise<KnownTimes> {
  if (isOwn) return { receivedAtMs, isOwn, earliestMs: () => 0 }
  const clientIds = new Set([clientId, ...commands.map(({ queuedBy }) => queuedBy)].filter((id) => typeof id === 'string'))
  const contacts = await contactsOf(tx, [...clientIds])
  return { receivedAtMs, isOwn, earliestMs: (id) => contacts.get(id) ?? 0 }
}

/** Answers the date of a command (law *Clocks*): the time in its seal, or the time that the server's own code names, or else the time of receipt.
 *  What happened at a till gets the device's time, limited to the possible span. */
export function timeOf(
  command: AnyCommand,
  { at, queuedBy }: QueuedCommand,
  clientId: string | null,
  known: KnownTimes & { readonly sealedAtMs: number | undefined },
): number {
  const { receivedAtMs, sealedAtMs } = known
  if (sealedAtMs !== undefined) return Math.min(sealedAtMs, Math.floor(receivedAtMs))
  if (known.isOwn || clientId === null) return Math.floor(Math.min(at, receivedAtMs))
  if (command.datedBy === 'receipt') return Math.floor(receivedAtMs)
  return Math.floor(Math.min(Math.max(at, known.earliestMs(queuedBy ?? clientId)), receivedAtMs))
}

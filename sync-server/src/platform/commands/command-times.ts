import type { AnyCommand } from '@shop/shared/kernel/define-command.ts'
import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import type { Tx } from '../database/database.ts'
import { contactsOf } from './device-contacts.ts'

/** The server's knowledge about the times of one batch. */
export type KnownTimes = {
  readonly receivedAtMs: number
  /** True when the server's own code names the times, which then count as they are. */
  readonly isOwn: boolean
  /** Earliest time of a fact that waited in this client's outbox. */
  readonly earliestMs: (clientId: string) => number
}

/** A till's command that the device dated earlier than is possible. */
export type MovedTime = { readonly commandId: string; readonly claimedAtMs: number; readonly datedAtMs: number }

/** Reads the bounds for the times of a pushed batch: a till's fact is no older than the till's last contact at which nothing was left to send. A till
 *  whose contacts are not known (an earlier release, a restored shop) has no such bound. */
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

/** Date of a command (law *Clocks*): the time in its seal, if it has one. Otherwise the time of receipt; for what happened at a till, the device's
 *  time, limited to what is possible. */
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

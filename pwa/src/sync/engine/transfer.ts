import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { commandOf } from '../store/outbox.ts'

export const PENDING_FORMAT = 'consign-pending-work'
export const PENDING_FORMAT_VERSION = 1

/** Pending work as a file. Commands keep their ids, so each takes effect once even if the file is imported twice or both devices send the work. */
export type PendingFile = {
  readonly format: typeof PENDING_FORMAT
  readonly version: typeof PENDING_FORMAT_VERSION
  readonly uid: string
  readonly clientId: string
  readonly exportedAtMs: number
  readonly commands: readonly QueuedCommand[]
}

export function pendingFile({ commands, ...about }: Omit<PendingFile, 'format' | 'version'>): PendingFile {
  return { format: PENDING_FORMAT, version: PENDING_FORMAT_VERSION, ...about, commands: commands.map((command) => commandOf(command)) }
}

export const fileOf = (content: PendingFile): Blob => new Blob([JSON.stringify(content)], { type: 'application/json' })

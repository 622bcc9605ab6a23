import { refusal } from '@shop/shared/kernel/errors.ts'
import { type QueuedCommand, queuedCommandSchema } from '@shop/shared/kernel/wire.ts'
import { z } from 'zod'
import { commandOf } from '../store/outbox.ts'
import { syncRefusals } from './refusals.ts'

const FORMAT = 'consign-pending-work'
const FORMAT_VERSION = 1
/** More commands than a device gathers in a year of work. */
const MAX_COMMANDS = 1_000_000

const fileSchema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(FORMAT_VERSION),
  uid: z.string(),
  clientId: z.string(),
  exportedAtMs: z.number(),
  commands: z.array(queuedCommandSchema).max(MAX_COMMANDS),
})

/** Pending work as a file: ids are kept, so importing it twice, or sending it from both devices, changes nothing. */
export type PendingFile = z.infer<typeof fileSchema>

export function pendingFile({ commands, ...about }: Omit<PendingFile, 'format' | 'version'>): PendingFile {
  return { format: FORMAT, version: FORMAT_VERSION, ...about, commands: commands.map((command: QueuedCommand) => commandOf(command)) }
}

/** The file itself, to be downloaded. */
export const fileOf = (content: PendingFile): Blob => new Blob([JSON.stringify(content)], { type: 'application/json' })

/** Reads an exported file. Refuses IMPORT_INVALID when it is none. */
export function readPendingFile(text: string): PendingFile {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    throw refusal(syncRefusals, 'IMPORT_INVALID')
  }
  const parsed = fileSchema.safeParse(content)
  if (!parsed.success) throw refusal(syncRefusals, 'IMPORT_INVALID')
  return parsed.data
}

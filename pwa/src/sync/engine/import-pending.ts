import { refusal } from '@shop/shared/kernel/errors.ts'
import { idSchema } from '@shop/shared/kernel/ids.ts'
import { type QueuedCommand, queuedCommandSchema } from '@shop/shared/kernel/wire.ts'
import * as z from 'zod/mini'
import { StorageProblem } from '../ports/contract.ts'
import { addCommands } from '../store/outbox.ts'
import { datedEarlier } from './earlier-work.ts'
import type { SyncEngine } from './engine.ts'
import { replaceKeyOfQueued, showAndSend } from './pending-work.ts'
import { syncRefusals } from './refusals.ts'
import { PENDING_FORMAT, PENDING_FORMAT_VERSION, type PendingFile } from './transfer.ts'

/** Maximum number of commands in a file. A device gathers fewer in a year of work. */
const MAX_COMMANDS = 1_000_000

const fileSchema = z.object({
  format: z.literal(PENDING_FORMAT),
  version: z.literal(PENDING_FORMAT_VERSION),
  uid: z.string().check(z.maxLength(100)),
  clientId: idSchema,
  exportedAtMs: z.number(),
  commands: z.array(queuedCommandSchema).check(z.maxLength(MAX_COMMANDS)),
})

/** Imports pending work that another device exported, except commands that this device already has. Only admins import another person's file. */
export async function importPending(engine: SyncEngine, text: string): Promise<{ added: number; known: number }> {
  const { uid, clientId, commands } = readPendingFile(text)
  if (uid !== engine.uid && engine.options.actor().role !== 'admin') throw refusal(syncRefusals, 'IMPORT_FOREIGN')
  await engine.registry.prepareFor?.(commands)
  // the server would refuse the whole batch that contains such a command
  const isNewer = ({ name, version }: QueuedCommand) => version > (engine.registry.findCommand(name)?.version ?? 0)
  if (commands.some(isNewer)) throw refusal(syncRefusals, 'IMPORT_NEWER')
  const madeBy = (command: QueuedCommand) => (uid === engine.uid ? {} : { madeBy: authorsIn(command, uid) })
  // the server would refuse every batch with such a command, and a name that is left out would give the command a right back
  if (commands.some((command) => !queuedCommandSchema.safeParse({ ...command, ...madeBy(command) }).success))
    throw refusal(syncRefusals, 'IMPORT_HANDED_ON')
  if (engine.options.isVolatile) throw new StorageProblem('blocked')
  const queuedBy = clientId === engine.replica.state.clientId ? {} : { queuedBy: clientId }
  const entries = datedEarlier(engine, commands).map((command) => ({
    ...queuedBy,
    ...command,
    ...madeBy(command),
    replaceKey: replaceKeyOfQueued(engine, command),
  }))
  const outcome = await engine.exclusive(async () => {
    const { delta, ...counts } = await addCommands(engine.ports.database, engine.replica.position, entries)
    await engine.absorbStored(entries, delta)
    return counts
  })
  await showAndSend(engine)
  return outcome
}

/** A command's authors: the people it names and the owner of its file. A false name can only take rights away from the command. */
const authorsIn = ({ madeBy = [] }: QueuedCommand, owner: string) => [...new Set([...madeBy, owner])]

/** Reads an exported file. Refuses IMPORT_INVALID when the file is no export. */
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

import { refusal } from '@shop/shared/kernel/errors.ts'
import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import type { LeftBehind } from '../ports/contract.ts'
import { dismissCommand, holdCommand, requeueCommand } from '../store/outbox.ts'
import type { SyncEngine } from './engine.ts'
import { replaceKeyOf } from './queued.ts'
import { syncRefusals } from './refusals.ts'
import { type PendingFile, pendingFile } from './transfer.ts'

// What a person may do with the work that waits on this device: give it up, send it once more, take it to another device.

/** Gives up a held or refused command. Refused with NOT_PENDING when there is none. */
export async function dismissPending(engine: SyncEngine, id: string): Promise<void> {
  if (!(await engine.exclusive(() => dismissCommand(engine.ports.database, id)))) throw refusal(syncRefusals, 'NOT_PENDING')
  await showAndSend(engine)
}

/** Sends a held command once more as it is, a refused one under a new id. */
export async function retryPending(engine: SyncEngine, id: string): Promise<{ commandId: string }> {
  const held = engine.replica.entries.find((entry) => entry.id === id && entry.held)
  const commandId = held ? id : engine.newId()
  await engine.exclusive(() => (held ? holdCommand(engine.ports.database, id, null) : requeue(engine, id, commandId)))
  await showAndSend(engine)
  return { commandId }
}

async function requeue(engine: SyncEngine, id: string, newId: string): Promise<void> {
  const { ports, replica } = engine
  await engine.registry.prepareFor?.(replica.results.filter((result) => result.id === id).map(({ command }) => command))
  const stored = await requeueCommand(ports.database, replica.position, {
    id,
    newId,
    replaceKeyOf: (queued) => replaceKeyOfQueued(engine, queued),
  })
  if (!stored) throw refusal(syncRefusals, 'NOT_PENDING')
  await engine.absorbStored([stored.command], stored.delta)
}

/** How much the server would not have if this person went now, refused commands included; what can be stored after all is stored first. */
export async function leftBehind(engine: SyncEngine): Promise<LeftBehind> {
  await engine.catchUp().catch((thrown: unknown) => engine.noteFailure(thrown))
  await engine.storeDrafts()
  const { entries, results, draftsByKey } = engine.replica
  return { unsynced: entries.length + results.length + draftsByKey.size, unstored: draftsByKey.size }
}

/** That as a file. */
export async function exportPending(engine: SyncEngine): Promise<PendingFile> {
  // a storage that fails is what the file is for: then what this page knows goes into it
  await engine.catchUp().catch((thrown: unknown) => engine.noteFailure(thrown))
  const { entries, results, draftsByKey } = engine.replica
  const commands = [...entries, ...results.map(({ command }) => command), ...draftsByKey.values()]
  return pendingFile({ uid: engine.uid, clientId: engine.clientId, exportedAtMs: engine.nowMs(), commands })
}

/** Every tab shows what a person changed of what waits, and it is sent. */
export async function showAndSend(engine: SyncEngine): Promise<void> {
  await engine.catchUp()
  engine.noteQueued()
}

export function replaceKeyOfQueued({ registry }: SyncEngine, queued: QueuedCommand): string {
  const command = registry.findCommand(queued.name)
  const parsed = command?.args.safeParse(queued.args)
  return command && parsed?.success && command.version === queued.version ? replaceKeyOf(command, parsed.data) : ''
}

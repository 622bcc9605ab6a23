import { refusal } from '@shop/shared/kernel/errors.ts'
import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import type { LeftBehind } from '../ports/contract.ts'
import { waitsForOthers } from '../store/apply-pull.ts'
import { dismissCommand, holdCommand, requeueCommand } from '../store/outbox.ts'
import type { SyncEngine } from './engine.ts'
import { replaceKeyOf } from './queued.ts'
import { syncRefusals } from './refusals.ts'
import { type PendingFile, pendingFile } from './transfer.ts'

// A person's choices about pending work on this device: give it up, send it again, take it to another device.

/** Gives up a held or refused command. Refuses with NOT_PENDING when there is none with this id. */
export async function dismissPending(engine: SyncEngine, id: string): Promise<void> {
  if (!(await engine.exclusive(() => dismissCommand(engine.ports.database, id)))) throw refusal(syncRefusals, 'NOT_PENDING')
  await showAndSend(engine)
}

/** Sends a held command again as it is, and a refused command under a new id. */
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
    nowMs: engine.nowMs(),
    replaceKeyOf: (queued) => replaceKeyOfQueued(engine, queued),
  })
  if (!stored) throw refusal(syncRefusals, 'NOT_PENDING')
  await engine.absorbStored([stored.command], stored.delta)
}

/** Counts the commands, unacknowledged or refused, that would stay behind if this person signed out now, except those that wait on the server. Stores
 *  drafts first if there is room. */
export async function leftBehind(engine: SyncEngine): Promise<LeftBehind> {
  await engine.catchUp().catch((thrown: unknown) => engine.noteFailure(thrown))
  await engine.storeDrafts()
  const { entries, results, draftsByKey, state } = engine.replica
  const sealed = state.sealed?.unsent ?? 0
  const unsent = entries.filter(({ answered }) => !waitsForOthers(answered)).length
  return { unsynced: unsent + results.length + draftsByKey.size + sealed, unstored: draftsByKey.size }
}

/** Exports this person's pending work as a file, except work that is still sealed. */
export async function exportPending(engine: SyncEngine): Promise<PendingFile> {
  // if the storage fails, the file holds the work that this page knows
  await engine.catchUp().catch((thrown: unknown) => engine.noteFailure(thrown))
  const { entries, results, draftsByKey } = engine.replica
  const commands = [...entries, ...results.map(({ command }) => command), ...draftsByKey.values()]
  return pendingFile({ uid: engine.uid, clientId: engine.clientId, exportedAtMs: engine.nowMs(), commands })
}

/** Shows a person's change to pending work in every tab, and sends it. */
export async function showAndSend(engine: SyncEngine): Promise<void> {
  await engine.catchUp()
  engine.noteQueued()
}

export function replaceKeyOfQueued({ registry }: SyncEngine, queued: QueuedCommand): string {
  const command = registry.findCommand(queued.name)
  const parsed = command?.args.safeParse(queued.args)
  return command && parsed?.success && command.version === queued.version ? replaceKeyOf(command, parsed.data) : ''
}

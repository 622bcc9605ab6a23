import type { Actor } from '@shop/shared/kernel/define-command.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { type LeftBehind, StorageProblem } from '../ports/contract.ts'
import type { Ports } from '../ports/ports.ts'
import type { NewEntry } from '../ports/records.ts'
import type { Registry, Replica } from '../rows/replica.ts'
import { addCommands, dismissCommand, holdCommand, requeueCommand } from '../store/outbox.ts'
import type { StoreDelta } from '../store/state.ts'
import { replaceKeyOf } from './queued.ts'
import { syncRefusals } from './refusals.ts'
import { type PendingFile, pendingFile, readPendingFile } from './transfer.ts'

/** The engine as this file needs it. */
type EngineInside = {
  readonly ports: Ports
  readonly options: { readonly uid: string; readonly actor: () => Actor; readonly isVolatile?: boolean }
  readonly registry: Registry
  readonly replica: Replica
  nowMs(): number
  newId(): string
  catchUp(): Promise<void>
  noteFailure(thrown: unknown): void
  exclusive<T>(work: () => Promise<T>): Promise<T>
  absorbStored(commands: readonly NewEntry[], delta: StoreDelta | null): Promise<void>
  afterOutboxChange(): Promise<void>
}

/** What a person may do with the work that waits on this device: give it up, send it once more, take it to another device. */
export class PendingWork {
  constructor(private readonly engine: EngineInside) {}

  /** Gives up a held or refused command. Refused with NOT_PENDING when there is none. */
  async dismiss(id: string): Promise<void> {
    const { engine } = this
    if (!(await engine.exclusive(() => dismissCommand(engine.ports.database, id)))) throw refusal(syncRefusals, 'NOT_PENDING')
    await engine.afterOutboxChange()
  }

  /** Sends a held command once more as it is, a refused one under a new id. */
  async retry(id: string): Promise<{ commandId: string }> {
    const { engine } = this
    const held = engine.replica.entries.find((entry) => entry.id === id && entry.held)
    const commandId = held ? id : engine.newId()
    await engine.exclusive(() => (held ? holdCommand(engine.ports.database, id, null) : this.requeue(id, commandId)))
    await engine.afterOutboxChange()
    return { commandId }
  }

  private async requeue(id: string, newId: string): Promise<void> {
    const { ports, replica } = this.engine
    const stored = await requeueCommand(ports.database, replica.position, { id, newId, replaceKeyOf: this.replaceKeyOfQueued })
    if (!stored) throw refusal(syncRefusals, 'NOT_PENDING')
    await this.engine.absorbStored([stored.command], stored.delta)
  }

  /** How much the server does not have yet, refused commands and what could not be stored included. */
  get leftBehind(): LeftBehind {
    const { entries, results, draftsByKey } = this.engine.replica
    return { unsynced: entries.length + results.length + draftsByKey.size, unstored: draftsByKey.size }
  }

  /** That as a file. */
  async exportFile(): Promise<PendingFile> {
    const { engine } = this
    // a storage that fails is what the file is for: then what this page knows goes into it
    await engine.catchUp().catch((thrown: unknown) => engine.noteFailure(thrown))
    const { entries, results, draftsByKey } = engine.replica
    const commands = [...entries, ...results.map(({ command }) => command), ...draftsByKey.values()]
    return pendingFile({ uid: engine.options.uid, clientId: engine.replica.state.clientId, exportedAtMs: engine.nowMs(), commands })
  }

  /** Takes over what another device exported; what is known already is left out. Another person's file only for admins. */
  async importFile(text: string): Promise<{ added: number; known: number }> {
    const { engine } = this
    const { uid, commands } = readPendingFile(text)
    if (uid !== engine.options.uid && engine.options.actor().role !== 'admin') throw refusal(syncRefusals, 'IMPORT_FOREIGN')
    // the server would refuse it together with all that is sent with it
    const isNewer = ({ name, version }: QueuedCommand) => version > (engine.registry.findCommand(name)?.version ?? 0)
    if (commands.some(isNewer)) throw refusal(syncRefusals, 'IMPORT_NEWER')
    if (engine.options.isVolatile) throw new StorageProblem('blocked')
    const entries = commands.map((command) => ({ ...command, replaceKey: this.replaceKeyOfQueued(command) }))
    const outcome = await engine.exclusive(async () => {
      const { delta, ...counts } = await addCommands(engine.ports.database, engine.replica.position, entries)
      await engine.absorbStored(entries, delta)
      return counts
    })
    await engine.afterOutboxChange()
    return outcome
  }

  private readonly replaceKeyOfQueued = (queued: QueuedCommand): string => {
    const command = this.engine.registry.findCommand(queued.name)
    const parsed = command?.args.safeParse(queued.args)
    return command && parsed?.success && command.version === queued.version ? replaceKeyOf(command, parsed.data) : ''
  }
}

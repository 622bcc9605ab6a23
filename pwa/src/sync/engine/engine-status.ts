import type { CommandState, PendingEntry, StorageState } from '../ports/contract.ts'
import { Observable } from '../ports/observable.ts'
import type { LeaderStatus } from '../ports/ports.ts'
import type { OutboxEntry, ResultRecord } from '../ports/records.ts'
import type { Replica } from '../rows/replica.ts'

/** What the engine itself knows of its state. */
export type EngineStatus = LeaderStatus & {
  readonly waiting: number
  readonly needsAttention: number
  readonly lastSyncAtMs: number | null
  readonly hasRows: boolean
  readonly storage: StorageState
}

/** Puts a replica's state and the syncing tab's news into words. */
export class EngineStatusBoard {
  readonly status: Observable<EngineStatus>
  readonly pending = new Observable<readonly PendingEntry[]>([])
  private seen: { entries: readonly OutboxEntry[]; results: readonly ResultRecord[]; phase: LeaderStatus['phase'] } | null = null

  constructor(
    private readonly replica: Replica,
    storage: StorageState,
  ) {
    this.status = new Observable<EngineStatus>({
      online: true,
      listening: false,
      phase: 'idle',
      signInNeeded: false,
      startProgress: null,
      trouble: null,
      waiting: 0,
      needsAttention: 0,
      lastSyncAtMs: null,
      hasRows: false,
      storage,
    })
    this.refresh()
  }

  /** The tab that syncs, as the others hear of it. */
  get leader(): LeaderStatus {
    const { online, listening, phase, signInNeeded, startProgress, trouble } = this.status.get()
    return { online, listening, phase, signInNeeded, startProgress, trouble }
  }

  noteLeader(status: Partial<LeaderStatus>): void {
    this.status.patch(status)
    this.refresh()
  }

  noteStorage(storage: StorageState): void {
    this.status.patch({ storage })
  }

  /** After the replica changed. */
  refresh(): void {
    const { entries, results, state } = this.replica
    const { phase } = this.status.get()
    const isNews = this.seen?.entries !== entries || this.seen.results !== results || this.seen.phase !== phase
    if (isNews) {
      this.seen = { entries, results, phase }
      this.pending.set([...entries.map((entry) => describe(entry, phase)), ...results.map(describeRefused)])
    }
    const held = entries.reduce((count, entry) => count + (entry.held ? 1 : 0), 0)
    this.status.patch({
      waiting: entries.length - held,
      needsAttention: results.length + held,
      lastSyncAtMs: state.lastSyncAtMs,
      hasRows: state.cursor !== null,
    })
  }

  /** How far a command has come. What the device no longer holds was acknowledged. */
  stateOf(commandId: string): CommandState {
    return this.pending.get().find(({ id }) => id === commandId)?.state ?? 'synced'
  }
}

function describe(entry: OutboxEntry, phase: LeaderStatus['phase']): PendingEntry {
  const { id, name, args, at, held, answered, sent } = entry
  if (held) return { id, name, args, at, state: 'attention', result: { id, status: 'failed', ...held } }
  const isUnderWay = answered !== null || (sent && phase === 'pushing')
  return { id, name, args, at, state: isUnderWay ? 'sending' : 'saved' }
}

function describeRefused({ id, command, result }: ResultRecord): PendingEntry {
  return { id, name: command.name, args: command.args, at: command.at, state: 'attention', result }
}

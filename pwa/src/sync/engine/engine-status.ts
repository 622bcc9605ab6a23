import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { CommandState, PendingEntry, StorageState, SyncStatus } from '../ports/contract.ts'
import { Observable } from '../ports/observable.ts'
import type { LeaderStatus } from '../ports/ports.ts'
import type { OutboxEntry, ResultRecord } from '../ports/records.ts'
import type { Replica } from '../rows/replica.ts'
import { waitsForOthers } from '../store/apply-pull.ts'

/** The browser's report about itself. */
export type DeviceState = {
  readonly persisted: boolean | null
  readonly secureContext: boolean
  readonly opensOffline: boolean
  readonly updateReady: boolean
}

/** Stands in for the browser's report where there is no browser, as in tests. */
export const UNKNOWN_DEVICE = new Observable<DeviceState>({
  persisted: null,
  secureContext: true,
  opensOffline: true,
  updateReady: false,
})

/** `hasRows`: true once this device has completed a first sync. */
export type EngineStatus = SyncStatus & { readonly hasRows: boolean }

/** Lists the reasons why this device cannot sell offline, as sentences. The list is empty when the device can. */
export function whyNotReady(status: Pick<EngineStatus, 'storage' | 'hasRows'>, device: DeviceState): string[] {
  const reasons: string[] = []
  if (!device.secureContext) reasons.push('This address is not secure (no HTTPS): the app cannot sell without network here.')
  if (status.storage === 'blocked') reasons.push('This browser does not let the app store anything (a private window?).')
  if (status.storage === 'full') reasons.push('This device has no storage left.')
  if (!status.hasRows) reasons.push('The shop’s data is not on this device yet.')
  if (device.secureContext && !device.opensOffline)
    reasons.push('The app itself is not stored on this device yet. Reload once while connected.')
  return reasons
}

/** Shown in a tab under which a newer version of the app has replaced the rows. */
const OUTDATED = {
  code: 'TAB_OUTDATED',
  message: 'Please reload this page to send your work: a newer version runs here.',
}

/** Combines the state of the replica, the leading tab and the browser into the status that screens show. */
export class EngineStatusBoard {
  readonly status: Observable<EngineStatus>
  readonly pending = new Observable<readonly PendingEntry[]>([])
  /** Protocol of the rows that this tab found when it opened. */
  private readonly openedWith: number
  private seen: { entries: readonly OutboxEntry[]; results: readonly ResultRecord[]; phase: LeaderStatus['phase'] } | null = null

  constructor(
    private readonly replica: Replica,
    storage: StorageState,
    private readonly device: Observable<DeviceState>,
  ) {
    this.openedWith = replica.state.protocol
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
      readyToSell: false,
      notReadyReasons: [],
      ...this.facts(),
    })
    this.refresh()
  }

  /** True when a newer version of the app has replaced the rows since this tab opened. If the rows were that new when it opened, the shop has gone
   *  back to an older release, and the tab is not outdated. */
  get isOutdated(): boolean {
    return this.replica.state.protocol > Math.max(PROTOCOL_VERSION, this.openedWith)
  }

  /** Follows the browser's state until the returned function is called. */
  followDevice(): () => void {
    return this.device.subscribe(() => this.refresh())
  }

  private facts() {
    const { persisted, secureContext, updateReady } = this.device.get()
    return { persisted, secureContext, updateReady }
  }

  /** Status of the leading tab, as the other tabs receive it. */
  get leader(): LeaderStatus {
    const { online, listening, phase, signInNeeded, startProgress, trouble } = this.status.get()
    return { online, listening, phase, signInNeeded, startProgress, trouble }
  }

  noteLeader(status: Partial<LeaderStatus>): void {
    this.status.patch(status)
    this.refresh()
  }

  noteStorage(storage: StorageState): void {
    if (this.status.get().storage === storage) return
    this.status.patch({ storage, ...this.readiness({ storage, hasRows: this.status.get().hasRows }) })
  }

  refresh(): void {
    const { entries, results, state } = this.replica
    const { phase } = this.status.get()
    const isNews = this.seen?.entries !== entries || this.seen.results !== results || this.seen.phase !== phase
    if (isNews) {
      this.seen = { entries, results, phase }
      this.pending.set([...entries.map((entry) => describe(entry, phase)), ...results.map(describeRefused)])
    }
    const held = entries.reduce((count, entry) => count + (entry.held ? 1 : 0), 0)
    // a save that a newer save replaces is no act of a person
    const acts = entries.filter((entry) => !entry.held && !waitsForOthers(entry.answered) && entry.replaceKey === '').length
    const hasRows = state.cursor !== null
    this.status.patch({
      waiting: acts + (state.sealed?.unsent ?? 0),
      needsAttention: results.length + held,
      lastSyncAtMs: state.lastSyncAtMs,
      hasRows,
      ...(this.isOutdated ? { trouble: OUTDATED } : {}),
      ...this.facts(),
      ...this.readiness({ storage: this.status.get().storage, hasRows }),
    })
  }

  /** Returns the same array for the same sentences, so that nothing renders needlessly. */
  private readiness(now: Pick<EngineStatus, 'storage' | 'hasRows'>): Pick<SyncStatus, 'readyToSell' | 'notReadyReasons'> {
    const before = this.status.get().notReadyReasons
    const reasons = whyNotReady(now, this.device.get())
    return { readyToSell: reasons.length === 0, notReadyReasons: before.join('\n') === reasons.join('\n') ? before : reasons }
  }

  /** State of a command. A command that the device no longer has counts as acknowledged. */
  stateOf(commandId: string): CommandState {
    return this.pending.get().find(({ id }) => id === commandId)?.state ?? 'synced'
  }
}

function describe(entry: OutboxEntry, phase: LeaderStatus['phase']): PendingEntry {
  const { id, name, args, at, held, answered, sent } = entry
  if (held) return { id, name, args, at, state: 'attention', result: { id, status: 'failed', ...held } }
  if (waitsForOthers(answered)) return { id, name, args, at, state: 'waits' }
  const isUnderWay = answered !== null || (sent && phase === 'pushing')
  return { id, name, args, at, state: isUnderWay ? 'sending' : 'saved' }
}

function describeRefused({ id, command, result }: ResultRecord): PendingEntry {
  return { id, name: command.name, args: command.args, at: command.at, state: 'attention', result }
}

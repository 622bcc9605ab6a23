import type { AnyCommand, ArgsOf } from '@shop/shared/kernel/define-command.ts'
import type { SyncEngine } from '../engine/engine.ts'
import type { EngineStatus } from '../engine/engine-status.ts'
import { fileOf } from '../engine/transfer.ts'
import type { CommandState, PendingEntry, SyncStatus, View } from '../ports/contract.ts'
import { Observable } from '../ports/observable.ts'
import { ItemSearchIndex } from '../search/item-search.ts'
import type { ChangeListener, UserSync } from './app-sync.ts'

/** What the browser says about itself. */
export type DeviceState = {
  readonly persisted: boolean | null
  readonly secureContext: boolean
  readonly opensOffline: boolean
  readonly updateReady: boolean
}

/** Sentences that say why this device cannot sell without network; none when it can. */
export function whyNotReady(status: EngineStatus, device: DeviceState): string[] {
  const reasons: string[] = []
  if (!device.secureContext) reasons.push('This address is not secure (no HTTPS): the app cannot sell without network here.')
  if (status.storage === 'blocked') reasons.push('This browser does not let the app store anything (a private window?).')
  if (status.storage === 'full') reasons.push('This device has no storage left.')
  if (!status.hasRows) reasons.push('The shop’s data is not on this device yet.')
  if (device.secureContext && !device.opensOffline)
    reasons.push('The app itself is not stored on this device yet. Reload once while connected.')
  return reasons
}

/** The engine as screens see it. */
export class EngineUser implements UserSync {
  readonly view: View
  readonly pending: Observable<readonly PendingEntry[]>
  readonly search: ItemSearchIndex
  readonly status: Observable<SyncStatus>
  private readonly settings = new Map<string, Observable<unknown>>()
  private readonly endings: (() => void)[]

  constructor(
    readonly engine: SyncEngine,
    private readonly device: Observable<DeviceState>,
  ) {
    this.view = engine.replica.view
    this.pending = engine.board.pending
    this.search = new ItemSearchIndex(this.view)
    this.status = new Observable(this.statusNow())
    const refresh = () => this.status.patch(this.statusNow())
    this.endings = [
      engine.onChange((changes) => this.search.changed(changes)),
      engine.onFetched((rows) => this.search.expect(rows)),
      engine.onSetting((key, value) => this.setting(key).set(value)),
      engine.board.status.subscribe(refresh),
      device.subscribe(refresh),
    ]
  }

  /** Ends this user's part on this page. */
  close(): void {
    for (const end of this.endings) end()
    this.engine.stop()
  }

  get uid(): string {
    return this.engine.options.uid
  }

  /** Changes with the device's database: it is new after the storage was lost. */
  get clientId(): string {
    return this.engine.replica.state.clientId
  }

  onChange(listener: ChangeListener): () => void {
    return this.engine.onChange((changes) => listener(changes.collections))
  }

  versionOf(collection: string): number {
    return this.engine.replica.versionOf(collection)
  }

  run<C extends AnyCommand>(command: C, args: ArgsOf<C>, options?: { id?: string }): Promise<{ commandId: string }> {
    return this.engine.run(command, args, options)
  }

  stateOf(commandId: string): CommandState {
    return this.engine.board.stateOf(commandId)
  }

  dismiss(id: string): Promise<void> {
    return this.engine.pending.dismiss(id)
  }

  retry(id: string): Promise<{ commandId: string }> {
    return this.engine.pending.retry(id)
  }

  async exportPending(): Promise<Blob> {
    return fileOf(await this.engine.pending.exportFile())
  }

  async importPending(file: Blob): Promise<{ added: number; known: number }> {
    return this.engine.pending.importFile(await file.text())
  }

  nextReceiptNumber(): Promise<string> {
    return this.engine.nextReceiptNumber()
  }

  newId(): string {
    return this.engine.newId()
  }

  nowMs(): number {
    return this.engine.nowMs()
  }

  setting(key: string): Observable<unknown> {
    let setting = this.settings.get(key)
    if (!setting) this.settings.set(key, (setting = new Observable<unknown>(this.engine.settings.get(key))))
    return setting
  }

  saveSetting(key: string, value: unknown): Promise<void> {
    return this.engine.saveSetting(key, value)
  }

  syncNow(): Promise<void> {
    return this.engine.syncNow()
  }

  private statusNow(): SyncStatus {
    const { hasRows, ...status } = this.engine.board.status.get()
    const { persisted, secureContext, updateReady } = this.device.get()
    const reasons = whyNotReady({ ...status, hasRows }, this.device.get())
    const before = (this.status as Observable<SyncStatus> | undefined)?.get().notReadyReasons
    // the same sentences stay the same array, so that nothing renders for nothing
    const notReadyReasons = before && before.join('\n') === reasons.join('\n') ? before : reasons
    return { ...status, readyToSell: reasons.length === 0, notReadyReasons, persisted, secureContext, updateReady }
  }
}

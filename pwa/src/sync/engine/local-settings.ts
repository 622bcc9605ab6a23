import { Observable } from '../ports/observable.ts'
import type { ChannelMessage, Ports } from '../ports/ports.ts'
import type { SettingRecord } from '../ports/records.ts'
import { putSetting } from '../store/open.ts'

/** Preferences of a user on this device, the same in all tabs. */
export class LocalSettings {
  private readonly byKey: Map<string, Observable<unknown>>

  constructor(
    private readonly ports: Pick<Ports, 'database' | 'channel'>,
    stored: readonly SettingRecord[],
  ) {
    this.byKey = new Map(stored.map(({ key, value }) => [key, new Observable(value)]))
  }

  /** Undefined until it is saved. */
  get(key: string): Observable<unknown> {
    let setting = this.byKey.get(key)
    if (!setting) this.byKey.set(key, (setting = new Observable<unknown>(undefined)))
    return setting
  }

  async save(key: string, value: unknown): Promise<void> {
    this.get(key).set(value)
    this.ports.channel.post({ kind: 'setting', key, value })
    await putSetting(this.ports.database, key, value)
  }

  /** Another tab saved one. */
  hear({ key, value }: ChannelMessage & { kind: 'setting' }): void {
    this.get(key).set(value)
  }
}

import { Observable } from '../ports/observable.ts'
import type { Ports } from '../ports/ports.ts'
import type { SettingRecord } from '../ports/records.ts'
import { putSetting } from '../store/open.ts'

/** Preferences of a user on this device, the same in all tabs. */
export class LocalSettings {
  private readonly byKey: Map<string, Observable<unknown>>
  /** Saves under way, by key. */
  private readonly saving = new Map<string, number>()

  constructor(
    private readonly ports: Pick<Ports, 'database' | 'log'>,
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
    this.count(key, 1)
    await putSetting(this.ports.database, key, value).finally(() => this.count(key, -1))
  }

  /** Takes over what another tab saved. A live query calls it, and again whenever one did. */
  async refresh(key: string): Promise<void> {
    const { live } = this.ports.database
    if (!live) return
    try {
      const stored: SettingRecord | undefined = await live.table('settings').get(key)
      const setting = this.get(key)
      // what this tab is about to save is newer, and the same value in another object is no news
      if (stored && !this.saving.get(key) && JSON.stringify(stored.value) !== JSON.stringify(setting.get())) setting.set(stored.value)
    } catch (thrown) {
      this.ports.log('a local setting cannot be read', thrown)
    }
  }

  private count(key: string, by: number): void {
    this.saving.set(key, (this.saving.get(key) ?? 0) + by)
  }
}

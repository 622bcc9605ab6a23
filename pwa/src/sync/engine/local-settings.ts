import { Observable } from '../ports/observable.ts'
import type { Ports } from '../ports/ports.ts'
import type { SettingRecord } from '../ports/records.ts'
import { putSetting } from '../store/open.ts'

/** A store of preferences. A live query that calls `read` runs again when the value changes. */
export type SettingStore = {
  readonly read: (key: string) => PromiseLike<unknown>
  readonly write: (key: string, value: unknown) => Promise<void>
}

/** Preferences on this device, of one person or of everybody. All tabs share them. */
export class LocalSettings {
  private readonly byKey = new Map<string, Observable<unknown>>()
  /** Number of saves under way, by key. */
  private readonly saving = new Map<string, number>()

  constructor(
    private readonly store: SettingStore,
    private readonly log: Ports['log'],
  ) {}

  /** The observable of a value. The value is undefined until one is saved. */
  get(key: string): Observable<unknown> {
    let setting = this.byKey.get(key)
    if (!setting) this.byKey.set(key, (setting = new Observable<unknown>(undefined)))
    return setting
  }

  /** Shows the stored value, unless this tab is saving a newer one. An equal value changes nothing, even if it is another object. */
  take(key: string, stored: unknown): void {
    const setting = this.get(key)
    if (stored !== undefined && !this.saving.get(key) && JSON.stringify(stored) !== JSON.stringify(setting.get())) setting.set(stored)
  }

  async save(key: string, value: unknown): Promise<void> {
    this.get(key).set(value)
    this.count(key, 1)
    await this.store.write(key, value).finally(() => this.count(key, -1))
  }

  /** Reads the stored value again. A live query calls this when another tab has saved one. */
  async refresh(key: string): Promise<void> {
    try {
      this.take(key, await this.store.read(key))
    } catch (thrown) {
      this.log('a setting of this device cannot be read', thrown)
    }
  }

  private count(key: string, by: number): void {
    this.saving.set(key, (this.saving.get(key) ?? 0) + by)
  }
}

/** Opens a person's preferences on this device. They are kept in the person's database. */
export function personalSettings({ database, log }: Pick<Ports, 'database' | 'log'>, stored: readonly SettingRecord[]): LocalSettings {
  const read = async (key: string) => (await database.live?.table('settings').get(key))?.value
  const settings = new LocalSettings({ read, write: (key, value) => putSetting(database, key, value) }, log)
  for (const { key, value } of stored) settings.get(key).set(value)
  return settings
}

import { Dexie } from 'dexie'
import type { SessionUser } from './contract.ts'
import type { IndexedDbOptions } from './dexie-database.ts'

/** Who is signed in on this device. The token lies here because the service worker needs it too (design §4 Signed out). */
export type StoredSession = {
  readonly token: string
  readonly user: SessionUser
  /** By this device's clock. */
  readonly lastContactAtMs: number
  /** Days this device may open without reaching the server: the shop's setting, as last seen. */
  readonly offlineDays: number
  /** A sentence when the server closed the account to this person; the data stays, locked. */
  readonly lockReason: string | null
}

/** What belongs to the device and to no user. */
export interface DeviceStore {
  read(key: string): Promise<unknown>
  readAll(): Promise<ReadonlyMap<string, unknown>>
  write(key: string, value: unknown): Promise<void>
}

export const SESSION_KEY = 'session'

/** The database `consign-device`. */
export class DexieDeviceStore implements DeviceStore {
  private readonly dexie: Dexie
  constructor(options: IndexedDbOptions = {}) {
    this.dexie = new Dexie('consign-device', { chromeTransactionDurability: 'strict', ...options })
    this.dexie.version(1).stores({ values: 'key' })
  }

  async read(key: string): Promise<unknown> {
    return (await this.values().get(key))?.value
  }

  async readAll(): Promise<ReadonlyMap<string, unknown>> {
    return new Map((await this.values().toArray()).map(({ key, value }) => [key, value]))
  }

  async write(key: string, value: unknown): Promise<void> {
    if (value === undefined) await this.values().delete(key)
    else await this.values().put({ key, value })
  }

  private values() {
    return this.dexie.table<{ key: string; value: unknown }, string>('values')
  }
}

/** Where the browser refuses its database: a sign-in lasts as long as the page. */
export class FleetingDeviceStore implements DeviceStore {
  private readonly values = new Map<string, unknown>()
  async read(key: string): Promise<unknown> {
    return this.values.get(key)
  }
  async readAll(): Promise<ReadonlyMap<string, unknown>> {
    return new Map(this.values)
  }
  async write(key: string, value: unknown): Promise<void> {
    if (value === undefined) this.values.delete(key)
    else this.values.set(key, value)
  }
}

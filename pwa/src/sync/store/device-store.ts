import type { Table } from 'dexie'
import { BrowserDatabase, type IndexedDbOptions } from '../ports/browser-database.ts'
import type { SessionUser } from '../ports/contract.ts'

/** The sign-in of this device. The token is stored because the service worker needs it too. */
export type StoredSession = {
  readonly token: string
  readonly user: SessionUser
  /** Time of the last contact with the server, by this device's clock. */
  readonly lastContactAtMs: number
  /** Number of days that this device may open without reaching the server. It is the shop's setting, as last received. */
  readonly offlineDays: number
  /** The reason, as a sentence, if the server has closed the account to this person. The data stays, locked. */
  readonly lockReason: string | null
  /** Code of the refusal that carried the reason. */
  readonly lockCode?: string | null
}

/** Values that belong to the device rather than to a user: its sign-in, its keys, and its preferences. */
export interface DeviceStore {
  read(key: string): Promise<unknown>
  readAll(): Promise<ReadonlyMap<string, unknown>>
  /** Reads for a live query, which runs again when any page changes the value. */
  follow(key: string): PromiseLike<unknown>
  /** Replaces a value by the result of `change`, in one transaction. A result of undefined removes the value. */
  change(key: string, change: (now: unknown) => unknown): Promise<void>
}

export const SESSION_KEY = 'session'
/** Token of somebody signed in without a membership. */
export const OUTSIDER_KEY = 'outsider'
/** The server's public key for work that stays here after a sign-out. */
export const SEALING_KEY = 'sealing-key'
/** Token by which the server knows that this device signed in before. */
export const KNOWN_DEVICE_KEY = 'knownDevice'

type Value = { readonly key: string; readonly value: unknown }

export class IndexedDbDeviceStore implements DeviceStore {
  private readonly database: BrowserDatabase
  private readonly values: Table<Value, string>

  constructor(options: IndexedDbOptions = {}) {
    this.database = new BrowserDatabase('consign-device', 1, { values: 'key' }, options)
    this.values = this.database.dexie.table('values')
  }

  async read(key: string): Promise<unknown> {
    return (await this.retried(() => this.values.get(key)))?.value
  }

  async readAll(): Promise<ReadonlyMap<string, unknown>> {
    return new Map((await this.retried(() => this.values.toArray())).map(({ key, value }) => [key, value]))
  }

  follow(key: string): PromiseLike<unknown> {
    return this.values.get(key).then((record) => record?.value)
  }

  change(key: string, change: (now: unknown) => unknown): Promise<void> {
    return this.retried(() =>
      this.database.write(['values'], async () => {
        const value = change((await this.values.get(key))?.value)
        if (value === undefined) await this.values.delete(key)
        else await this.values.put({ key, value })
      }),
    )
  }

  /** Runs `work`. If that fails on an open handle, which may be dead (iOS), opens a new handle and runs `work` once more. */
  private async retried<T>(work: () => PromiseLike<T>): Promise<T> {
    const wasOpen = this.database.dexie.isOpen()
    try {
      await this.database.handle()
      return await work()
    } catch (thrown) {
      if (!wasOpen) throw thrown
      this.database.drop()
    }
    await this.database.handle()
    return work()
  }
}

/** Keeps values only as long as the page. Used where the browser refuses its database. */
export class FleetingDeviceStore implements DeviceStore {
  private readonly values = new Map<string, unknown>()
  async read(key: string): Promise<unknown> {
    return this.values.get(key)
  }
  async readAll(): Promise<ReadonlyMap<string, unknown>> {
    return new Map(this.values)
  }
  follow(key: string): Promise<unknown> {
    return this.read(key)
  }
  async change(key: string, change: (now: unknown) => unknown): Promise<void> {
    const value = change(this.values.get(key))
    if (value === undefined) this.values.delete(key)
    else this.values.set(key, value)
  }
}

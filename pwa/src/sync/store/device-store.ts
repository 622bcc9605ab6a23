import type { SessionUser } from '../ports/contract.ts'
import { type IndexedDbOptions, inTransaction, openDatabase, resultOf } from '../ports/indexed-db.ts'

/** Who is signed in on this device. The token is kept here because the service worker needs it too. */
export type StoredSession = {
  readonly token: string
  readonly user: SessionUser
  /** By this device's clock. */
  readonly lastContactAtMs: number
  /** Days this device may open without reaching the server: the shop's setting, as last seen. */
  readonly offlineDays: number
  /** A sentence when the server closed the account to this person; the data stays, locked. */
  readonly lockReason: string | null
  /** The refusal's code that came with the sentence. */
  readonly lockCode?: string | null
}

/** What belongs to the device and to no user. */
export interface DeviceStore {
  read(key: string): Promise<unknown>
  readAll(): Promise<ReadonlyMap<string, unknown>>
  /** Puts what `change` makes of the present value, in one step; undefined takes it away. */
  change(key: string, change: (now: unknown) => unknown): Promise<void>
}

export const SESSION_KEY = 'session'
/** Token of somebody who signed in and lacks a membership. */
export const OUTSIDER_KEY = 'outsider'

type Value = { readonly key: string; readonly value: unknown }

/** The database `consign-device`. */
export class IndexedDbDeviceStore implements DeviceStore {
  private handle: Promise<IDBDatabase> | null = null
  constructor(private readonly options: IndexedDbOptions = {}) {}

  async read(key: string): Promise<unknown> {
    const found = await this.transact('readonly', (values) => resultOf(values.get(key) as IDBRequest<Value | undefined>))
    return found?.value
  }

  async readAll(): Promise<ReadonlyMap<string, unknown>> {
    const all = await this.transact('readonly', (values) => resultOf(values.getAll() as IDBRequest<Value[]>))
    return new Map(all.map(({ key, value }) => [key, value]))
  }

  async change(key: string, change: (now: unknown) => unknown): Promise<void> {
    await this.transact('readwrite', async (values) => {
      const now = await resultOf(values.get(key) as IDBRequest<Value | undefined>)
      const value = change(now?.value)
      if (value === undefined) await resultOf(values.delete(key))
      else await resultOf(values.put({ key, value } satisfies Value))
    })
  }

  /** A handle that died (iOS) is opened anew, once. */
  private async transact<T>(mode: IDBTransactionMode, work: (values: IDBObjectStore) => Promise<T>): Promise<T> {
    const wasOpen = this.handle !== null
    try {
      return await this.attempt(mode, work)
    } catch (thrown) {
      if (!wasOpen) throw thrown
    }
    return this.attempt(mode, work)
  }

  private async attempt<T>(mode: IDBTransactionMode, work: (values: IDBObjectStore) => Promise<T>): Promise<T> {
    this.handle ??= openDatabase('consign-device', 1, { values: 'key' }, () => (this.handle = null), this.options)
    try {
      return await inTransaction(await this.handle, ['values'], mode, (transaction) => work(transaction.objectStore('values')))
    } catch (thrown) {
      this.handle = null
      throw thrown
    }
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
  async change(key: string, change: (now: unknown) => unknown): Promise<void> {
    const value = change(this.values.get(key))
    if (value === undefined) this.values.delete(key)
    else this.values.set(key, value)
  }
}

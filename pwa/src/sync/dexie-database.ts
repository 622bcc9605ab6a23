import { Dexie, type Table, type Transaction } from 'dexie'
import { StorageProblem } from './contract.ts'
import type { Database, DatabaseTx, Key } from './ports.ts'
import { TABLE_KEYS, type TableName } from './store/records.ts'

/** Version of the tables. A higher one adds an upgrade below; outbox and journal are kept by every upgrade. */
const TABLES_VERSION = 1

/** How long opening may be blocked by another tab before the device is called blocked. */
const OPEN_TIMEOUT_MS = 10_000

// An iOS device that slept, or a browser that restarted its storage, leaves a handle that never works again; these are its names.
const DEAD_HANDLE = /InvalidState|DatabaseClosed|UnknownError|Abort|TransactionInactive/

/** Is this the storage saying that there is no room? */
export function isFull(thrown: unknown): boolean {
  const seen = new Set<unknown>()
  for (
    let error = thrown;
    error && !seen.has(error);
    error = (error as { inner?: unknown }).inner ?? (error as { cause?: unknown }).cause
  ) {
    seen.add(error)
    if ((error as { name?: string }).name === 'QuotaExceededError') return true
    if (/quota/i.test((error as { message?: string }).message ?? '')) return true
  }
  return false
}

function isDeadHandle(thrown: unknown): boolean {
  return thrown instanceof Error && !isFull(thrown) && DEAD_HANDLE.test(thrown.name)
}

const STORAGE_ERROR =
  /^(?:OpenFailed|MissingAPI|InvalidState|DatabaseClosed|Unknown|Security|Version|VersionChange|Timeout|Abort|NotAllowed)(?:Error)?$/

/** What the storage threw, as people hear of it; our own errors stay as they are. */
function asProblem(thrown: unknown): unknown {
  if (isFull(thrown)) return new StorageProblem('full', thrown)
  const name = thrown instanceof Error || thrown instanceof DOMException ? thrown.name : ''
  return STORAGE_ERROR.test(name) ? new StorageProblem('blocked', thrown) : thrown
}

/** Another IndexedDB than the browser's own: Dexie takes that one when it is loaded. */
export type IndexedDbOptions = { readonly indexedDB?: IDBFactory; readonly IDBKeyRange?: typeof IDBKeyRange }

/** Tables in the browser's IndexedDB. Every commit is on the disk when it resolves (`strict`). */
export class DexieDatabase implements Database {
  private handle: Promise<Dexie> | null = null
  private isClosed = false

  constructor(
    readonly name: string,
    private readonly options: IndexedDbOptions = {},
  ) {}

  async transact<T>(mode: 'read' | 'write', tables: readonly TableName[], work: (tx: DatabaseTx) => Promise<T>): Promise<T> {
    try {
      return await this.attempt(mode, tables, work)
    } catch (thrown) {
      if (!isDeadHandle(thrown)) throw asProblem(thrown)
      this.dropHandle()
    }
    try {
      return await this.attempt(mode, tables, work)
    } catch (thrown) {
      throw asProblem(thrown)
    }
  }

  close(): void {
    this.isClosed = true
    this.dropHandle()
  }

  /** The next transaction opens anew. */
  private dropHandle(): void {
    void this.handle?.then((dexie) => dexie.close()).catch(() => undefined)
    this.handle = null
  }

  private async attempt<T>(mode: 'read' | 'write', tables: readonly TableName[], work: (tx: DatabaseTx) => Promise<T>): Promise<T> {
    if (this.isClosed) throw new Error(`${this.name} was closed`)
    this.handle ??= this.open()
    const dexie = await this.handle.catch((thrown: unknown) => {
      this.handle = null
      throw thrown
    })
    return dexie.transaction(mode === 'read' ? 'r' : 'rw', [...tables], (transaction) => work(transactionOver(transaction)))
  }

  private async open(): Promise<Dexie> {
    const dexie = new Dexie(this.name, { chromeTransactionDurability: 'strict', autoOpen: false, ...this.options })
    dexie.version(TABLES_VERSION).stores(TABLE_KEYS)
    // a newer version of the app in another tab wants to change the tables: let it, this tab reopens with its next transaction
    dexie.on('versionchange', () => this.dropHandle())
    let timer: ReturnType<typeof setTimeout> | undefined
    const blocked = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new StorageProblem('blocked')), OPEN_TIMEOUT_MS)
    })
    try {
      await Promise.race([dexie.open(), blocked])
      return dexie
    } finally {
      clearTimeout(timer)
    }
  }
}

function transactionOver(transaction: Transaction): DatabaseTx {
  // biome-ignore lint/suspicious/noExplicitAny: one adapter serves tables of every record type
  const table = (name: TableName): Table<any, any> => transaction.table(name)
  const key = (value: Key) => (typeof value === 'object' ? [...value] : value)
  return {
    get: async (name, value) => table(name).get(key(value)),
    all: async (name) => table(name).toArray(),
    equal: async (name, index, value) => table(name).where(index).equals(key(value)).toArray(),
    above: async (name, index, bound, limit) => {
      const found = table(name).where(index).above(bound)
      return (limit === undefined ? found : found.limit(limit)).toArray()
    },
    indexKeys: async (name, index) => (await table(name).orderBy(index).keys()) as Key[],
    count: async (name) => table(name).count(),
    put: async (name, records) => {
      if (records.length === 1) await table(name).put(records[0])
      else if (records.length > 1) await table(name).bulkPut([...records])
    },
    remove: async (name, keys) => {
      if (keys.length > 0) await table(name).bulkDelete(keys.map(key))
    },
    removeEqual: async (name, index, value) => void (await table(name).where(index).equals(key(value)).delete()),
    removeBelow: async (name, index, bound) => void (await table(name).where(index).below(bound).delete()),
    clear: async (name) => table(name).clear(),
  }
}

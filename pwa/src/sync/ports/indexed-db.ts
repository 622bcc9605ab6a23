import { BrowserDatabase, type IndexedDbOptions } from './browser-database.ts'
import { StorageProblem } from './contract.ts'
import { type Database, type DatabaseTx, DURABILITY, type Key } from './ports.ts'
import { type StoreState, TABLE_KEYS, type TableName } from './records.ts'
import { THUMBNAIL_CACHE } from './worker-messages.ts'

export function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** Resolves when the transaction has committed, and rejects with the error that ended it. */
export function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new DOMException('the transaction was ended', 'AbortError'))
  })
}

/** Runs `work` in one transaction, and resolves when the transaction is on the disk (law *Saved*). An error in `work` undoes the whole transaction.
 *  `work` may await only the promises of its own requests, because IndexedDB commits a transaction that waits for anything else. */
export async function inTransaction<T>(
  database: IDBDatabase,
  tables: readonly string[],
  mode: IDBTransactionMode,
  work: (transaction: IDBTransaction) => Promise<T>,
): Promise<T> {
  const transaction = database.transaction([...tables], mode, { durability: DURABILITY })
  const end = committed(transaction)
  // awaited below; until then a failure must not count as unhandled
  end.catch(() => undefined)
  try {
    const working = work(transaction)
    // on a full disk, Chromium aborts a committing transaction and never answers its last requests
    const [result] = await Promise.all([working, end])
    return result
  } catch (thrown) {
    try {
      transaction.abort()
    } catch {
      // the transaction has ended by itself, and its writes are undone as well
    }
    throw await end.then(
      () => thrown,
      (ended: unknown) => (isAbort(thrown) ? ended : thrown),
    )
  }
}

const isAbort = (thrown: unknown) => (thrown as { name?: string } | null)?.name === 'AbortError'

/** Version of the tables. Every upgrade to a higher version keeps outbox and journal. */
const TABLES_VERSION = 1

/** Tables whose changes live queries hear of (`Database.live`). The outbox is not among them, because announcing each sale would double the time to store it. */
const FOLLOWED: ReadonlySet<TableName> = new Set(['journal', 'results', 'settings'])

// Names of errors after which the handle may never work again. They occur when an iOS device has slept or the browser has restarted its storage.
const DEAD_HANDLE = /InvalidState|DatabaseClosed|UnknownError|Abort|TransactionInactive/

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

/** Maps errors of the storage to StorageProblem; our own errors stay as they are. */
function asProblem(thrown: unknown): unknown {
  if (isFull(thrown)) return new StorageProblem('full', thrown)
  const name = thrown instanceof Error || thrown instanceof DOMException ? thrown.name : ''
  return STORAGE_ERROR.test(name) ? new StorageProblem('blocked', thrown) : thrown
}

/** Tables in the browser's IndexedDB. Dexie opens them and serves live queries. The engine's transactions use the browser's own handle, because
 *  through Dexie they take twice as long. */
export class IndexedDbDatabase implements Database {
  readonly tables: BrowserDatabase

  constructor(
    readonly name: string,
    private readonly options: IndexedDbOptions & { readonly firstState?: () => StoreState } = {},
  ) {
    const { firstState } = options
    const onMade = firstState && ((making: IDBTransaction) => void making.objectStore('meta').put(firstState()))
    this.tables = new BrowserDatabase(name, TABLES_VERSION, TABLE_KEYS, { ...options, onMade })
  }

  async transact<T>(mode: 'read' | 'write', tables: readonly TableName[], work: (tx: DatabaseTx) => Promise<T>): Promise<T> {
    try {
      return await this.attempt(mode, tables, work)
    } catch (thrown) {
      if (isDeadHandle(thrown)) this.tables.drop()
      // on a full disk the thumbnails go first, because they can be fetched again
      else if (!isFull(thrown) || !(await globalThis.caches?.delete(THUMBNAIL_CACHE).catch(() => false))) throw asProblem(thrown)
    }
    try {
      return await this.attempt(mode, tables, work)
    } catch (thrown) {
      throw asProblem(thrown)
    }
  }

  get live() {
    return this.tables.dexie
  }

  close(): void {
    this.tables.close()
  }

  private async attempt<T>(mode: 'read' | 'write', tables: readonly TableName[], work: (tx: DatabaseTx) => Promise<T>): Promise<T> {
    const database = await this.tables.handle()
    const { IDBKeyRange: ranges = globalThis.IDBKeyRange } = this.options
    const written = new Set<TableName>()
    const result = await inTransaction(database, tables, mode === 'read' ? 'readonly' : 'readwrite', (transaction) =>
      work(databaseTxOver(transaction, ranges, written)),
    )
    for (const table of written) if (FOLLOWED.has(table)) this.tables.announce(table)
    return result
  }
}

/** Returns the operations of a transaction. `written` collects the tables to which it writes. */
function databaseTxOver(transaction: IDBTransaction, ranges: typeof IDBKeyRange, written: Set<TableName>): DatabaseTx {
  const store = (table: TableName) => transaction.objectStore(table)
  const writing = (table: TableName) => {
    written.add(table)
    return store(table)
  }
  const key = (value: Key): IDBValidKey => (typeof value === 'object' ? [...value] : value)
  /** The index of this name, or the table itself for its primary key. */
  const byIndex = (table: TableName, index: string) => {
    const of = store(table)
    return primaryKeyOf(table) === index ? of : of.index(index)
  }
  // an array sorts after every number and every string
  const beginningWith = (prefix: readonly (string | number)[]) => ranges.bound([...prefix], [...prefix, []])
  const removeIn = async (table: TableName, index: string, range: IDBKeyRange | IDBValidKey) => {
    for (const found of await resultOf(byIndex(table, index).getAllKeys(range))) writing(table).delete(found)
  }
  return {
    get: async (table, value) => resultOf(store(table).get(key(value))),
    all: async (table) => resultOf(store(table).getAll()),
    equal: async (table, index, value) => resultOf(byIndex(table, index).getAll(ranges.only(key(value)))),
    under: async (table, prefix) => resultOf(store(table).getAll(beginningWith(prefix))),
    above: async (table, index, bound, limit) => resultOf(byIndex(table, index).getAll(ranges.lowerBound(bound, true), limit)),
    keys: async (table) => (await resultOf(store(table).getAllKeys())) as Key[],
    count: async (table) => resultOf(store(table).count()),
    put: async (table, records) => {
      let last: IDBRequest | undefined
      for (const record of records) last = writing(table).put(record)
      if (last) await resultOf(last)
    },
    remove: async (table, keys) => {
      for (const one of keys) writing(table).delete(key(one))
    },
    removeEqual: (table, index, value) => removeIn(table, index, ranges.only(key(value))),
    removeUnder: async (table, prefix) => void (await resultOf(writing(table).delete(beginningWith(prefix)))),
    removeBelow: (table, index, bound) => removeIn(table, index, ranges.upperBound(bound, true)),
    clear: async (table) => void (await resultOf(writing(table).clear())),
    commit: () => transaction.commit(),
  }
}

const primaryKeyOf = (table: TableName) => (TABLE_KEYS[table].split(',')[0] ?? '').trim()

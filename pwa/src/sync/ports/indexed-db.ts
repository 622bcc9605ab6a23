/** How long opening may be blocked by another tab before the device is called blocked. */
const OPEN_TIMEOUT_MS = 10_000

/** Another IndexedDB than the browser's own, for tests. */
export type IndexedDbOptions = { readonly indexedDB?: IDBFactory; readonly IDBKeyRange?: typeof IDBKeyRange }

/** Primary key and indexes of each table: `key, index, &unique, [one+two]`, the key first. */
export type TableKeys = Readonly<Record<string, string>>

/** A request's result. */
export function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** Resolves when the transaction is on the disk; rejects with what ended it. */
export function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new DOMException('the transaction was ended', 'AbortError'))
  })
}

/** Runs `work` in one transaction whose commit is on the disk when this resolves (`strict`). What `work` throws undoes all of it. Within it only the
 *  requests' own promises may be awaited: IndexedDB commits a transaction that waits for anything else. */
export async function inTransaction<T>(
  database: IDBDatabase,
  tables: readonly string[],
  mode: IDBTransactionMode,
  work: (transaction: IDBTransaction) => Promise<T>,
): Promise<T> {
  const transaction = database.transaction([...tables], mode, { durability: 'strict' })
  const end = committed(transaction)
  // its outcome is awaited below; until then it must not count as forgotten
  end.catch(() => undefined)
  try {
    const working = work(transaction)
    // Chromium ends a transaction that was handed over and finds no room without an answer to its last requests
    const [result] = await Promise.all([working, end])
    return result
  } catch (thrown) {
    try {
      transaction.abort()
    } catch {
      // it has ended by itself: of what was written nothing is left either
    }
    throw await end.then(
      () => thrown,
      (ended: unknown) => (isAbort(thrown) ? ended : thrown),
    )
  }
}

const isAbort = (thrown: unknown) => (thrown as { name?: string } | null)?.name === 'AbortError'

const pathOf = (notation: string): string | string[] => (notation.startsWith('[') ? notation.slice(1, -1).split('+') : notation)

/** Makes the tables that are not there yet. */
function makeTables(database: IDBDatabase, tables: TableKeys): void {
  for (const [name, notation] of Object.entries(tables)) {
    if (database.objectStoreNames.contains(name)) continue
    const [key = '', ...indexes] = notation.split(',').map((part) => part.trim())
    const store = database.createObjectStore(name, { keyPath: pathOf(key) })
    for (const index of indexes) {
      const isUnique = index.startsWith('&')
      const indexName = isUnique ? index.slice(1) : index
      store.createIndex(indexName, pathOf(indexName), { unique: isUnique })
    }
  }
}

/** Opens a database and makes its tables. `onMade` writes the first records of one that is new, in the transaction that makes it. `onGone`: another tab
 *  wants newer tables, or the browser closed the handle; it is of no use any more. Rejects when the browser refuses, or when another tab blocks it for
 *  too long. */
export function openDatabase(
  name: string,
  version: number,
  tables: TableKeys,
  onGone: () => void,
  {
    indexedDB: factory = globalThis.indexedDB,
    onMade,
  }: IndexedDbOptions & { readonly onMade?: ((making: IDBTransaction) => void) | undefined } = {},
): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    // some browsers take the whole of it away where they refuse to store
    if (!(factory as IDBFactory | undefined)) throw new DOMException('this browser has no IndexedDB', 'MissingAPIError')
    const request = factory.open(name, version)
    const timer = setTimeout(() => reject(new DOMException(`${name} is blocked by another tab`, 'TimeoutError')), OPEN_TIMEOUT_MS)
    request.onupgradeneeded = ({ oldVersion }) => {
      makeTables(request.result, tables)
      if (oldVersion === 0) onMade?.(request.transaction as IDBTransaction)
    }
    request.onerror = () => {
      clearTimeout(timer)
      reject(request.error)
    }
    request.onsuccess = () => {
      clearTimeout(timer)
      const database = request.result
      database.onversionchange = () => {
        database.close()
        onGone()
      }
      database.onclose = onGone
      resolve(database)
    }
  })
}

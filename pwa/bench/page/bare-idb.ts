/** Opens IndexedDB without a library, for the baselines. */
export function openBare(name: string, make: (database: IDBDatabase) => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => make(request.result)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

export function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
}

export function putStrictly(database: IDBDatabase, records: Readonly<Record<string, readonly unknown[]>>): Promise<void> {
  const transaction = database.transaction(Object.keys(records), 'readwrite', { durability: 'strict' })
  for (const [store, values] of Object.entries(records)) for (const value of values) transaction.objectStore(store).put(value)
  return committed(transaction)
}

export function dropDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error)
  })
}

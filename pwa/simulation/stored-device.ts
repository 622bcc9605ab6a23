import { IDBFactory } from 'fake-indexeddb'
import { resultOf } from '../src/sync/ports/indexed-db.ts'

/** A device's database in IndexedDB: its tables with their keys, and every record. */
export type StoredDevice = {
  readonly name: string
  readonly version: number
  readonly tables: readonly {
    readonly name: string
    readonly keyPath: string | string[]
    readonly indexes: readonly { readonly name: string; readonly keyPath: string | string[]; readonly unique: boolean }[]
    readonly records: readonly unknown[]
  }[]
}

/** Reads a database of any version without changing it. */
export async function readStored(indexedDB: IDBFactory, name: string): Promise<StoredDevice> {
  const database = await resultOf(indexedDB.open(name))
  const tables: StoredDevice['tables'][number][] = []
  for (const table of database.objectStoreNames) {
    const store = database.transaction(table).objectStore(table)
    const indexes = [...store.indexNames].map((index) => {
      const { keyPath, unique } = store.index(index)
      return { name: index, keyPath, unique }
    })
    tables.push({ name: table, keyPath: store.keyPath as string | string[], indexes, records: await resultOf(store.getAll()) })
  }
  const { version } = database
  database.close()
  return { name, version, tables }
}

/** Restores a database at its old version. Today's app then opens it as on that device. */
export async function storeAgain({ name, version, tables }: StoredDevice): Promise<IDBFactory> {
  const indexedDB = new IDBFactory()
  const request = indexedDB.open(name, version)
  request.onupgradeneeded = () => {
    for (const { name: table, keyPath, indexes, records } of tables) {
      const store = request.result.createObjectStore(table, { keyPath })
      for (const index of indexes) store.createIndex(index.name, index.keyPath, { unique: index.unique })
      for (const record of records) store.put(record)
    }
  }
  const database = await resultOf(request as IDBRequest<IDBDatabase>)
  database.close()
  return indexedDB
}

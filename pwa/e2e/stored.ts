import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** A page of any engine: a Playwright page, or a tab of `engines`. */
export type Evaluates = { evaluate<A, R>(run: (argument: A) => R | Promise<R>, argument: A): Promise<R> }

/** Reads a store in the database of each person on this device. Answers the record under `key`, or without a key the number of records. */
export function readStores(page: Evaluates, store: string, key?: string): Promise<unknown[]> {
  return page.evaluate(
    async ([storeName, wanted]) => {
      const names = (await indexedDB.databases())
        .map(({ name }) => name ?? '')
        .filter((name) => name.startsWith('consign-') && name !== 'consign-device')
      const readings = names.map(
        (name) =>
          new Promise<unknown>((resolve, reject) => {
            const request = indexedDB.open(name)
            request.onerror = () => reject(request.error)
            request.onsuccess = () => {
              const database = request.result
              const records = database.transaction(storeName).objectStore(storeName)
              const reading = wanted === null ? records.count() : records.get(wanted)
              reading.onsuccess = () => {
                database.close()
                resolve(reading.result)
              }
              reading.onerror = () => reject(reading.error)
            }
          }),
      )
      return Promise.all(readings)
    },
    [store, key ?? null] as const,
  )
}

/** All that this origin stores in the browser, as text: both storages, the databases, and the addresses of cached pictures. `rows` counts the records
 *  of the tables that hold rows. */
export function everythingKept(page: Evaluates): Promise<{ text: string; rows: number }> {
  return page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const parts: unknown[] = [{ ...localStorage }, { ...sessionStorage }]
    let rows = 0
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name))
      for (const table of database.objectStoreNames) {
        const records = await settled(database.transaction(table).objectStore(table).getAll())
        if (table === 'pages' || table === 'overlay') rows += records.length
        parts.push(table, records)
      }
      database.close()
    }
    for (const name of ['pictures', 'thumbnails']) parts.push((await (await caches.open(name)).keys()).map(({ url }) => url))
    return { text: JSON.stringify(parts), rows }
  }, null)
}

/** The setting that a person has stored on this device; undefined when nobody has. */
async function storedSetting(page: Page, key: string): Promise<unknown> {
  const settings = (await readStores(page, 'settings', key)) as ({ readonly value: unknown } | undefined)[]
  return settings.map((setting) => setting?.value).find((value) => value !== undefined)
}

/** Waits until a setting is on disk. The screen shows the setting a moment earlier; a page that closes in between would lose it. */
export async function untilStored(
  page: Page,
  key: string,
  is: (value: unknown) => boolean = (value) => value !== undefined,
): Promise<void> {
  await expect.poll(async () => is(await storedSetting(page, key))).toBe(true)
}

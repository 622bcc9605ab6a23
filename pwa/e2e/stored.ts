import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Reads a store in the database of each person on this device. Answers the record under `key`, or without a key the number of records. */
export function readStores(page: Page, store: string, key?: string): Promise<unknown[]> {
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

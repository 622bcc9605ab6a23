import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** What somebody's choices on this device are stored as; undefined where nothing is. */
export function storedSetting(page: Page, key: string): Promise<unknown> {
  return page.evaluate(async (wanted) => {
    const names = (await indexedDB.databases())
      .map(({ name }) => name ?? '')
      .filter((name) => name.startsWith('consign-') && name !== 'consign-device')
    const values = names.map(
      (name) =>
        new Promise<unknown>((resolve, reject) => {
          const request = indexedDB.open(name)
          request.onerror = () => reject(request.error)
          request.onsuccess = () => {
            const database = request.result
            const setting = database.transaction('settings').objectStore('settings').get(wanted)
            setting.onsuccess = () => {
              database.close()
              resolve((setting.result as { value: unknown } | undefined)?.value)
            }
            setting.onerror = () => reject(setting.error)
          }
        }),
    )
    return (await Promise.all(values)).find((value) => value !== undefined)
  }, key)
}

/** Waits until a choice is on the disk: it is shown a moment before, and a page that is left in between takes it along. */
export async function untilStored(
  page: Page,
  key: string,
  is: (value: unknown) => boolean = (value) => value !== undefined,
): Promise<void> {
  await expect.poll(async () => is(await storedSetting(page, key))).toBe(true)
}

import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Goods } from './shop-data.ts'

/** The till ignores the second tap of a double tap for a moment. */
const SETTLE_MS = 450

/** Scans as a keyboard-wedge scanner does: a burst of keys and Enter, wherever the focus is. Without pauses of ours, since a busy machine adds its own. */
export async function scan(page: Page, barcode: string): Promise<void> {
  await page.keyboard.type(barcode)
  await page.keyboard.press('Enter')
}

/** The till is there with a cart of its own. */
export async function openTill(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Cart and payment' }).waitFor()
}

/** Sells a basket for exact cash and answers its receipt number. */
export async function sellForCash(page: Page, basket: readonly Goods[]): Promise<string> {
  for (const goods of basket) {
    await scan(page, goods.barcode)
    await page.getByRole('region', { name: 'Cart and payment' }).getByText(goods.name, { exact: true }).first().waitFor()
  }
  await page.getByRole('button', { name: 'Complete Sale' }).click()
  await page.getByRole('button', { name: /^Exact/ }).waitFor()
  await page.waitForTimeout(SETTLE_MS)
  await page.getByRole('button', { name: /^Exact/ }).click()
  await page.getByText('Sale completed successfully').waitFor()
  const receipt = await page.getByText(/^Receipt \S+$/).innerText()
  await page.waitForTimeout(SETTLE_MS)
  await page.getByRole('button', { name: 'New sale' }).click()
  await page.getByText('Sale completed successfully').waitFor({ state: 'hidden' })
  return receipt.replace('Receipt ', '')
}

/** Waits until nothing of this device waits to be sent. */
export async function expectAllSent(page: Page): Promise<void> {
  await expect.poll(async () => waitingCount(page), { timeout: 60_000, interval: 250 }).toBe(0)
}

/** Commands this device has not had acknowledged, as its own database says. */
export function waitingCount(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const names = (await indexedDB.databases())
      .map(({ name }) => name ?? '')
      .filter((name) => name.startsWith('consign-') && name !== 'consign-device')
    const counts = names.map(
      (name) =>
        new Promise<number>((resolve, reject) => {
          const request = indexedDB.open(name)
          request.onerror = () => reject(request.error)
          request.onsuccess = () => {
            const database = request.result
            const count = database.transaction('outbox').objectStore('outbox').count()
            count.onsuccess = () => {
              database.close()
              resolve(count.result)
            }
            count.onerror = () => reject(count.error)
          }
        }),
    )
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
  })
}

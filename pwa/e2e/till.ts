import type { CDPSession, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Goods } from './shop-data.ts'
import { type Evaluates, readStores } from './stored.ts'

type KeyStroke = {
  readonly type: 'keyDown' | 'rawKeyDown' | 'keyUp'
  readonly key: string
  readonly text?: string
  readonly code?: string
  readonly windowsVirtualKeyCode?: number
  readonly modifiers?: number
}

/** Seconds between two keys of a scanner. */
const SCANNER_PACE_S = 0.01
const wires = new WeakMap<Page, Promise<CDPSession>>()

/** Scans like a keyboard wedge: a burst of keys and Enter, regardless of the focus. Each key has a scanner's timestamp, since a busy machine would
 *  otherwise look like a slow typist. `withShift`: capital letters come with the Shift key, as scanners send them. */
export async function scan(page: Page, barcode: string, { withShift = false } = {}): Promise<void> {
  const wire = wires.get(page) ?? page.context().newCDPSession(page)
  wires.set(page, wire)
  const session = await wire
  const shift = { key: 'Shift', code: 'ShiftLeft', windowsVirtualKeyCode: 16 }
  const strokes = [...barcode].flatMap((key): KeyStroke[] => {
    const stroke = { type: 'keyDown', key, text: key } as const
    if (!withShift || !/[A-Z]/.test(key)) return [stroke, { type: 'keyUp', key }]
    return [
      { type: 'rawKeyDown', ...shift, modifiers: 8 },
      { ...stroke, modifiers: 8 },
      { type: 'keyUp', key, modifiers: 8 },
      { type: 'keyUp', ...shift },
    ]
  })
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 }
  strokes.push({ type: 'keyDown', ...enter, text: '\r' }, { type: 'keyUp', ...enter })
  const beganAtS = Date.now() / 1_000 - strokes.length * SCANNER_PACE_S
  await Promise.all(
    strokes.map((stroke, n) => session.send('Input.dispatchKeyEvent', { ...stroke, timestamp: beganAtS + n * SCANNER_PACE_S })),
  )
}

/** Waits until the till shows its cart. */
export async function openTill(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Cart and payment' }).waitFor()
}

/** Takes every line out of the cart. */
export async function emptyCart(page: Page): Promise<void> {
  const remove = page.getByRole('button', { name: /^Remove / }).first()
  while (await remove.count()) await remove.click()
}

/** Taps a button of the payment once it takes taps: one that has only just appeared ignores them. */
export async function tapReady(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole('button', { name })
  await expect.poll(() => button.getAttribute('aria-disabled')).toBe('false')
  await button.click()
}

/** Sells a basket for exact cash and answers the receipt number. */
export async function sellForCash(page: Page, basket: readonly Goods[]): Promise<string> {
  for (const goods of basket) {
    await scan(page, goods.barcode)
    await page.getByRole('region', { name: 'Cart and payment' }).getByText(goods.name, { exact: true }).first().waitFor()
  }
  await page.getByRole('button', { name: 'Complete Sale' }).click()
  await page.getByRole('button', { name: /^Exact/ }).waitFor()
  await page.getByRole('button', { name: /^Exact/ }).click()
  await page.getByText('Sale completed successfully').waitFor()
  const receipt = await page.getByText(/^Receipt \S+$/).innerText()
  await page.getByRole('button', { name: 'New sale' }).click()
  await page.getByText('Sale completed successfully').waitFor({ state: 'hidden' })
  return receipt.replace('Receipt ', '')
}

/** Waits until the outboxes of all people on this device are empty. */
export async function expectAllSent(page: Evaluates): Promise<void> {
  await expect.poll(async () => waitingCount(page), { timeout: 60_000, interval: 250 }).toBe(0)
}

/** Number of commands in the outboxes of all people on this device. */
export async function waitingCount(page: Evaluates): Promise<number> {
  const counts = (await readStores(page, 'outbox')) as number[]
  return counts.reduce((sum, count) => sum + count, 0)
}

import { cents, formatCents } from '@shop/shared/kernel/money.ts'
import type { CDPSession, Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { Device } from './browser.ts'
import { browser, server, token, withShop } from './shop.ts'
import { type Goods, makeGoods, stock } from './shop-data.ts'
import { emptyCart, openTill, scan } from './till.ts'

let tablet: Device
let page: Page
let keys: CDPSession
const goods = makeGoods(2)
const [pot, vase] = goods as [Goods, Goods]
const letters = { ...pot, id: '01900000-0000-7000-8000-0000000000aa', name: 'Own label', barcode: 'SHOP-4XB7' }

withShop()
beforeAll(async () => {
  await stock(server, token, [...goods, letters])
  tablet = await Device.open(browser, server)
  page = await tablet.signIn()
  await page.goto(`${server.url}/pos`)
  await openTill(page)
  keys = await page.context().newCDPSession(page)
})

const search = () => page.getByLabel('Search items')
const line = (name: string) => page.getByRole('region', { name: 'Cart and payment' }).getByText(name, { exact: true })

beforeEach(async () => {
  await search().fill('')
  await emptyCart(page)
})

/** Scans through an input method, which passes keys on to a page without their names, as parts of an unfinished word. */
async function scanThroughInputMethod(code: string): Promise<void> {
  let written = ''
  const beganAtS = Date.now() / 1_000
  /** Sends a key with the timestamp of a scanner, also on a busy machine. */
  const send = (key: string) =>
    keys.send('Input.dispatchKeyEvent', {
      ...{ type: 'rawKeyDown', key: 'Process', code: key, windowsVirtualKeyCode: 229 },
      timestamp: beganAtS + written.length * 0.01,
    })
  for (const digit of code) {
    await send(`Digit${digit}`)
    written += digit
    await keys.send('Input.imeSetComposition', { text: written, selectionStart: written.length, selectionEnd: written.length })
  }
  await send('Enter')
}

it('reads a scan that goes into a focused field, and restores the field', async () => {
  await search().fill('mug')
  await search().focus()
  await scan(page, pot.barcode)
  await line(pot.name).waitFor()
  expect(await search().inputValue()).toBe('mug')
})

it('reads capital letters with their Shift presses, and leaves none in the field', async () => {
  await search().focus()
  await scan(page, letters.barcode, { withShift: true })
  await line(letters.name).waitFor()
  expect(await search().inputValue()).toBe('')
})

it('reads codes one after another without a pause, and leaves none in the focused field', async () => {
  await search().focus()
  for (let n = 0; n < 3; n++) {
    await scan(page, pot.barcode)
    await scan(page, vase.barcode)
  }
  await line(vase.name).waitFor()
  const total = formatCents(cents(3 * (pot.priceCents + vase.priceCents)))
  await page.getByRole('region', { name: 'Cart and payment' }).getByText(total).first().waitFor()
  expect(await search().inputValue()).toBe('')
})

it('reads a scan that comes through an input method, and removes the unfinished word from the field', async () => {
  await search().fill('mug')
  await search().focus()
  await scanThroughInputMethod(vase.barcode)
  await line(vase.name).waitFor()
  await expect.poll(() => search().inputValue()).toBe('mug')
})

it('leaves a word composed with an input method in the field, and adds no item at its Enter', async () => {
  await search().focus()
  for (const text of ['g', 'go', 'goo', 'good', 'goods']) {
    await keys.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Process', code: 'KeyG', windowsVirtualKeyCode: 229 })
    await keys.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
    await page.waitForTimeout(90)
  }
  // long enough for the search to find something that Enter could add
  await page.waitForTimeout(600)
  await keys.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Process', code: 'Enter', windowsVirtualKeyCode: 229 })
  await keys.send('Input.insertText', { text: 'goods' })
  await page.waitForTimeout(300)
  expect(await search().inputValue()).toBe('goods')
  expect(await line(pot.name).count()).toBe(0)
})

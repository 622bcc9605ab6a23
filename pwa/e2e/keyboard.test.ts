import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { Device } from './browser.ts'
import { serverRows } from './rows.ts'
import { ADMIN } from './server.ts'
import { browser, server, token, withShop } from './shop.ts'
import { makeGoods, stock } from './shop-data.ts'
import { untilStored } from './stored.ts'
import { openTill, scan } from './till.ts'
import { untilMenuHasFocus } from './windows.ts'

// A day at the shop without a mouse: these tests never click.

/** Number of stops of the Tab key after which an element counts as out of reach. */
const MAX_STOPS = 60
/** Pause between a person’s keys. Shorter pauses mean a scanner. */
const PACE_MS = 150

let tablet: Device
let page: Page
const goods = makeGoods(2)

withShop()
beforeAll(async () => {
  await stock(server, token, goods)
  tablet = await Device.open(browser, server)
})

const focused = () =>
  page.evaluate(() => {
    const stop = document.activeElement as HTMLElement | null
    const label = stop?.getAttribute('aria-label') ?? (stop as HTMLInputElement | null)?.labels?.[0]?.textContent ?? stop?.textContent ?? ''
    return label.replace(/\s*\*$/, '').trim()
  })

/** Presses Tab until an element of this name has the focus. */
async function tabTo(name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const met: string[] = []
  for (let stop = 0; stop < MAX_STOPS; stop++) {
    await page.keyboard.press(key)
    const now = await focused()
    if (typeof name === 'string' ? now === name : name.test(now)) return
    met.push(now.slice(0, 30))
  }
  throw new Error(`${name} is out of reach: ${met.join(' | ')}`)
}

const press = (...keys: string[]) => keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve())
/** Waits until a button takes presses, since the till ignores them for a moment after the button appears. */
const untilTaken = (name: string | RegExp) =>
  expect.poll(() => page.getByRole('button', { name }).filter({ visible: true }).first().getAttribute('aria-disabled')).toBe('false')
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })

it('signs in, and the title names the open screen', async () => {
  page = await tablet.tab('/login')
  await expect.poll(focused).toMatch(/^e-?mail/i)
  await press('Enter')
  await expect.poll(() => page.locator(':focus').getAttribute('aria-invalid')).toBe('true')
  const described = await page.locator(':focus').getAttribute('aria-describedby')
  expect(await page.locator(`[id="${described?.split(' ').at(-1)}"]`).innerText()).not.toBe('')
  await page.keyboard.type(ADMIN.email)
  await tabTo('Password')
  await page.keyboard.type(ADMIN.password)
  await press('Enter')
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  await heading('Today').waitFor()
  await expect.poll(() => page.title()).toMatch(/^Today · /)
  await tabTo('New sale')
  await press('Tab', 'ArrowRight')
  await heading('My Inventory').waitFor()
  await expect.poll(() => page.title()).toMatch(/^My Inventory · /)
  // the app asks for a username, and Esc puts the question off
  const question = page.getByRole('dialog', { name: 'Choose your username' })
  await question.waitFor()
  await press('Escape')
  await question.waitFor({ state: 'hidden' })
  await untilStored(page, 'usernamePutOffAtMs')
})

it('skips to the content, and focuses each new screen’s heading', async () => {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.reload()
  await heading('My Inventory').waitFor()
  await press('Tab')
  expect(await focused()).toBe('Skip to content')
  await press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')
  await tabTo('Admin', 'Shift+Tab')
  await press('Enter')
  await heading('Inventory').waitFor()
  await expect.poll(focused).toBe('Inventory')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
})

it('adds an item: a wrong field gets the focus, Enter sends the form, and the focus returns to the button that opened it', async () => {
  await tabTo('Add')
  await press('Enter')
  await untilMenuHasFocus(page)
  await press('Enter')
  const window = page.getByRole('dialog', { name: 'Add to Master Inventory' })
  await window.waitFor()
  await expect.poll(focused).toBe('Item Name')
  // a slow device draws its next frame only when somebody already types on
  const frames = await page.evaluateHandle(() => {
    const held: FrameRequestCallback[] = []
    const ask = globalThis.requestAnimationFrame
    globalThis.requestAnimationFrame = (callback) => held.push(callback)
    return () => {
      globalThis.requestAnimationFrame = ask
      for (const callback of held) ask(callback)
    }
  })
  await press('Enter')
  await expect.poll(() => page.locator(':focus').getAttribute('aria-invalid')).toBe('true')
  expect(await focused()).toBe('Item Name')
  await page.keyboard.type('Brass')
  await frames.evaluate((draw) => draw())
  await page.waitForTimeout(PACE_MS)
  await page.keyboard.type(' lamp')
  await tabTo('Barcode 1')
  await page.keyboard.type('036000291452')
  await tabTo(/^Quantity/)
  await press('Control+A')
  await page.keyboard.type('5')
  await tabTo(/^Asking price/)
  await page.keyboard.type('12.50')
  await press('Enter')
  await window.waitFor({ state: 'hidden' })
  await expect.poll(focused).toBe('Add')
  await page.getByText('Brass lamp').first().waitFor()
})

it('sells for cash with change, walks menus with a full cart, and shows the receipt', async () => {
  await tabTo('POS', 'Shift+Tab')
  await press('Enter')
  await openTill(page)
  await press('/')
  expect(await focused()).toBe('Search items')
  await page.waitForTimeout(PACE_MS)
  await page.keyboard.type('brass', { delay: PACE_MS })
  expect([await focused(), await page.getByLabel('Search items').inputValue()]).toEqual(['Search items', 'brass'])
  await page.getByRole('option', { name: /Brass lamp/ }).waitFor()
  await page.waitForTimeout(PACE_MS)
  await press('Enter')
  const cart = page.getByRole('list', { name: 'Cart' })
  await cart.getByText('Brass lamp').waitFor()
  await expect.poll(() => page.getByRole('status').allInnerTexts()).toContainEqual('Brass lamp: 1 × $12.50')
  await press('Escape', '+')
  await expect.poll(() => page.getByRole('status').allInnerTexts()).toContainEqual('Brass lamp: 2 × $12.50')
  // arrows choose lines of the cart, but inside a menu they belong to the menu
  await press('F2')
  await tabTo('More of the till')
  await press('Enter')
  await page.getByRole('menu', { name: 'More of the till' }).waitFor()
  await expect.poll(focused).not.toBe('More of the till')
  const first = await focused()
  await press('ArrowDown')
  expect(await focused()).not.toBe(first)
  await press('+', 'Escape')
  await expect.poll(focused).toBe('More of the till')
  await expect.poll(() => page.getByRole('status').allInnerTexts()).toContainEqual('Brass lamp: 2 × $12.50')

  await press('F9')
  await expect.poll(focused).toBe('Cash given')
  await untilTaken(/^(Complete Sale|Take )/)
  await page.keyboard.type('40')
  await press('Enter')
  await page.getByText('Sale completed successfully').waitFor()
  await expect.poll(focused).toBe('New sale')
  const described = (await page.locator(':focus').getAttribute('aria-describedby'))?.split(' ') ?? []
  const words = await Promise.all(described.map((id) => page.locator(`[id="${id}"]`).ariaSnapshot()))
  expect(words.join()).toMatch(/Sale completed successfully.*Change due \$\d+\.\d\d/s)
  await tabTo('Show receipt', 'Shift+Tab')
  await press('Enter')
  await page.getByRole('dialog', { name: /^Receipt/ }).waitFor()
  await press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await expect.poll(focused).toBe('Show receipt')
  await tabTo('New sale')
  await untilTaken('New sale')
  await press('Enter')
  await page.getByText('Scan something, or tap an item.').waitFor()
})

it('switches off single-character shortcuts, while scans and the other keys keep working', async () => {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await press('?')
  const window = page.getByRole('dialog', { name: 'Keys of the till' })
  await window.waitFor()
  await tabTo(/^Single characters are keys/)
  await press('Space', 'Escape')
  await window.waitFor({ state: 'hidden' })
  await press('/')
  expect(await focused()).not.toBe('Search items')
  // the keys of a scan have timestamps in the past, which must not come close to the timestamp of the slash
  await page.waitForTimeout(1_000)
  await scan(page, goods[0]?.barcode ?? '')
  await page
    .getByRole('list', { name: 'Cart' })
    .getByText(goods[0]?.name ?? '')
    .waitFor()
  await press('F2')
  expect(await focused()).toBe('Search items')
})

it('voids a sale: asks where the goods are and for a missing reason, and announces the outcome', async () => {
  await tabTo('POS sales', 'Shift+Tab')
  await press('Enter')
  await heading('POS sales').waitFor()
  await tabTo(/Brass lamp/)
  await press('Enter')
  const sale = page.getByRole('dialog', { name: /^Sale/ })
  await sale.waitFor()
  await tabTo('Void this sale…')
  await press('Enter')
  await expect.poll(focused).toBe('Back on the shelf')
  await tabTo('Keep it')
  await press('Enter')
  await expect.poll(focused).toBe('Void this sale…')
  await press('Enter')
  await tabTo(/^Void receipt/)
  await press('Enter')
  await expect.poll(focused).toBe('Reason')
  await page.getByText('Please enter a reason').waitFor()
  await page.keyboard.type('Sent a better one')
  await tabTo('Back on the shelf', 'Shift+Tab')
  await press('ArrowDown', 'ArrowDown')
  await expect.poll(focused).toBe('The customer keeps them')
  await tabTo(/^Void receipt/)
  await press('Enter')
  await sale
    .getByRole('status')
    .getByText(/^Void since/)
    .waitFor()
  await press('Escape')
  await sale.waitFor({ state: 'hidden' })
  await expect.poll(focused).toMatch(/Brass lamp/)
  await expect.poll(async () => (await serverRows(server, token)).posSales.map(({ voidedAtMs }) => voidedAtMs !== null)).toEqual([true])
  const { items } = await serverRows(server, token)
  expect(items.flatMap(({ itemName, stockCount }) => (itemName === 'Brass lamp' ? [stockCount] : []))).toEqual([3])
})

it('signs out', async () => {
  await tabTo(/^Profile menu of/, 'Shift+Tab')
  await press('Enter')
  await page.getByRole('menu', { name: /^Profile menu of/ }).waitFor()
  await expect.poll(focused).not.toMatch(/^Profile menu of/)
  await press('End')
  expect(await focused()).toBe('Sign Out')
  await expect.poll(async () => (await page.getByRole('link', { name: /All sent/ }).count()) > 0, { timeout: 20_000 }).toBe(true)
  await press('Enter')
  await page.waitForURL(/\/login|\/$/)
})

import { wallClock } from '@shop/shared/kernel/shop-day.ts'
import type { CDPSession, Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { Device, untilControlled } from './browser.ts'
import { giveGoods, joinShop } from './consignor.ts'
import { browser, server, token, withShop } from './shop.ts'
import { type Goods, makeGoods, runCommands, stock } from './shop-data.ts'
import { emptyCart, openTill, scan, tapReady } from './till.ts'

// A cashier in a hurry holds keys too long or presses them twice, while carts and items change.

const goods = makeGoods(60)
const [jug, pot] = goods as [Goods, Goods]

/** Id of Cora's item among those that share a barcode. */
let coras: string | undefined
let tablet: Device
let page: Page
let keys: CDPSession

withShop()
beforeAll(async () => {
  await stock(server, token, goods)
  const cora = await joinShop(server, 'Cora Consignor')
  const bob = await joinShop(server, 'Bob Owner')
  ;[coras] = await giveGoods(server, token, cora.uid, [{ name: 'Mug', barcode: 'MUG-1', quantity: 9 }])
  await giveGoods(server, token, bob.uid, [{ name: 'Mug', barcode: 'MUG-1', quantity: 5 }])
  await giveGoods(server, token, cora.uid, [
    { name: 'Blue teapot', barcode: 'POT-1', quantity: 3 },
    { name: 'Red teapot', barcode: 'POT-2', quantity: 3 },
  ])
  tablet = await Device.install(browser, server)
  page = await tablet.signIn()
  keys = await page.context().newCDPSession(page)
})
beforeEach(async () => {
  await page.goto(`${server.url}/pos`)
  await openTill(page)
  await cart().getByRole('button', { name: 'Complete Sale' }).waitFor()
  await emptyCart(page)
})

const cart = () => page.getByRole('region', { name: 'Cart and payment' })
const line = (name: string) => cart().getByText(name, { exact: true })
const complete = () => page.getByRole('button', { name: 'Complete Sale' })
const given = () => page.getByLabel('Cash given')
const changeSettings = (changes: object) => runCommands(server, token, [{ name: 'settings.change', args: { changes } }])

/** Holds a key for this many repeats, as a keyboard sends them, and releases it. */
async function hold(key: string, code: number, repeats: number): Promise<void> {
  const stroke = { key, code: key, windowsVirtualKeyCode: code, ...(key === 'Enter' ? { text: '\r' } : {}) }
  for (let n = 0; n <= repeats; n++) {
    await keys.send('Input.dispatchKeyEvent', { type: key === 'Enter' ? 'keyDown' : 'rawKeyDown', ...stroke, autoRepeat: n > 0 })
    await page.waitForTimeout(n === 0 ? 500 : 40)
  }
  await keys.send('Input.dispatchKeyEvent', { type: 'keyUp', ...stroke })
}

it('a held key opens the payment, and never completes it', async () => {
  await scan(page, jug.barcode)
  await line(jug.name).waitFor()
  await hold('F9', 120, 20)
  await given().waitFor()
  await page.keyboard.press('Escape')
  await complete().focus()
  await hold('Enter', 13, 20)
  await given().waitFor()
  expect(await page.getByText('Sale completed successfully').count()).toBe(0)
})

it('the change due stays on screen when the key of Complete Sale is pressed once more', async () => {
  await scan(page, jug.barcode)
  await line(jug.name).waitFor()
  await page.keyboard.press('F9')
  await given().fill('20')
  await expect.poll(() => complete().getAttribute('aria-disabled')).toBe('false')
  await page.keyboard.press('F9')
  await cart().getByText('Sale completed successfully').waitFor()
  await page.keyboard.press('F9')
  await page.keyboard.press('/')
  await expect.poll(() => page.getByLabel('Search items').evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await cart().getByText('$19.00').count()).toBe(1)
})

it('a misspelt name shows what it may mean, also offline, and Enter alone adds none of it', async () => {
  await untilControlled(page)
  await tablet.offline(true)
  const search = page.getByLabel('Search items')
  await search.fill('teapt blue')
  await page.getByText('Nothing has that name. Do you mean one of these?').first().waitFor()
  const meant = page.getByRole('option')
  await expect.poll(() => meant.allInnerTexts().then((texts) => texts.map((text) => text.split('\n')[0]))).toEqual(['Blue teapot'])
  await search.press('Enter')
  expect(await search.inputValue()).toBe('teapt blue')
  expect(await line('Blue teapot').count()).toBe(0)
  await search.press('ArrowDown')
  await search.press('Enter')
  await line('Blue teapot').waitFor()
  await tablet.offline(false)
})

it('F9 does nothing while a window is open', async () => {
  await scan(page, jug.barcode)
  await line(jug.name).waitFor()
  await page.keyboard.press('F8')
  const park = page.getByRole('dialog', { name: 'Park this cart' })
  await park.getByLabel('Park as').fill('Red jacket')
  await page.keyboard.press('F9')
  await park.getByLabel('Park as').press('Enter')
  await page.getByText('Parked “Red jacket”').waitFor()
  expect(await given().count()).toBe(0)
})

it('a typed price goes into only one of the fields without a price', async () => {
  for (const barcode of ['POT-1', 'POT-2']) await scan(page, barcode)
  await line('Red teapot').waitFor()
  await complete().click()
  const [blue, red] = [cart().getByLabel('Price of Blue teapot'), cart().getByLabel('Price of Red teapot')]
  await expect.poll(() => blue.evaluate((field) => field === document.activeElement)).toBe(true)
  for (const key of '12.50') {
    await page.keyboard.press(key)
    await page.waitForTimeout(150)
  }
  expect([await blue.inputValue(), await red.inputValue()]).toEqual(['12.50', ''])
  // the next attempt moves the focus to the other field
  await complete().click()
  await expect.poll(() => red.evaluate((field) => field === document.activeElement)).toBe(true)
})

it('discarding an emptied cart says how much to give back, and the next cart has nothing paid', async () => {
  await scan(page, pot.barcode)
  await complete().click()
  await given().fill('1')
  await tapReady(page, /^Take \$1.00/)
  await page.getByRole('button', { name: 'Take back Cash' }).waitFor()
  await page.getByRole('button', { name: 'Back to the cart' }).click()
  await page
    .getByRole('button', { name: `Remove ${pot.name}` })
    .first()
    .click()
  await page.getByRole('button', { name: 'Discard this cart' }).click()
  await page.getByText('Cart discarded. Give back the $1.00 paid so far.').waitFor()
  expect(await cart().getByLabel('Paid so far', { exact: true }).count()).toBe(0)
})

it('an invalid quantity in a cart that another device takes over does not block the next cart', async () => {
  await scan(page, jug.barcode)
  await cart().getByLabel(`Quantity of ${jug.name}`).fill('')
  await cart().getByText('Quantity must be a whole number').waitFor()
  const other = await Device.open(browser, server)
  const till = await other.signIn()
  await till.goto(`${server.url}/pos`)
  await openTill(till)
  await till.getByRole('button', { name: /^Parked carts, [1-9]/ }).click()
  await till.getByText('Take over from another device').click()
  await till.getByLabel(`Quantity of ${jug.name}`).waitFor()
  await page.getByText('This cart was taken over on another device. Here is a new one.').waitFor()
  await scan(page, pot.barcode)
  await line(pot.name).waitFor()
  await complete().click()
  await given().waitFor()
  await till.getByRole('button', { name: 'Discard this cart' }).click()
  await till.getByText('Cart discarded').waitFor()
  await other.close()
})

it('a number key picks the owner with that number, even after an item was deleted', async () => {
  await scan(page, 'MUG-1')
  await page.getByRole('button', { name: '1 Cora Consignor' }).waitFor()
  await runCommands(server, token, [{ name: 'inventory.remove', args: { id: coras } }])
  await page.getByRole('button', { name: '1 Bob Owner' }).waitFor()
  await page.getByRole('heading', { name: /^Cart/ }).click()
  await page.keyboard.press('1')
  await line('Mug').waitFor()
  await line('Bob Owner').waitFor()
})

it('an Undo adds the removed pieces to a line of the same item that was scanned meanwhile', async () => {
  await scan(page, jug.barcode)
  await page
    .getByRole('button', { name: `Remove ${jug.name}` })
    .first()
    .click()
  await scan(page, jug.barcode)
  await line(jug.name).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => cart().getByLabel(`Quantity of ${jug.name}`).inputValue()).toBe('2')
  expect(await line(jug.name).count()).toBe(1)
})

it('an untouched cart follows the shop’s default share; a cart in use keeps its own', async () => {
  const share = cart().getByRole('slider', { name: 'Consignor share' })
  await cart().getByRole('button', { name: 'Details' }).click()
  await scan(page, jug.barcode)
  await line(jug.name).waitFor()
  await changeSettings({ defaultSplitPercent: 65 })
  await complete().click()
  await tapReady(page, /^Exact/)
  await tapReady(page, 'New sale')
  await expect.poll(() => share.inputValue(), { timeout: 20_000 }).toBe('65')
  await changeSettings({ defaultSplitPercent: 70 })
  await expect.poll(() => share.inputValue(), { timeout: 20_000 }).toBe('70')
  await scan(page, jug.barcode)
  await line(jug.name).waitFor()
  await changeSettings({ defaultSplitPercent: 50, taxRateBps: 900 })
  await cart().getByText('Tax (9%)').waitFor()
  expect(await share.inputValue()).toBe('70')
})

it('a phone gives search results the room of the items sold last, and shows problems of a line', async () => {
  const usual = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  const heightOf = (name: RegExp) => page.getByRole('listbox', { name }).evaluate((list) => list.parentElement?.clientHeight ?? 0)
  const before = await heightOf(/Sold last/)
  await page.getByRole('combobox', { name: 'Search items' }).fill('goods')
  await page.getByText('First 50 items').waitFor()
  expect(await heightOf(/items/)).toBeGreaterThanOrEqual(before)
  await page.getByRole('combobox', { name: 'Search items' }).fill('')
  for (const { barcode } of goods.slice(0, 8)) await scan(page, barcode)
  await scan(page, 'POT-1')
  await cart().getByLabel('Quantity of Blue teapot').fill('9')
  const problem = cart().getByText('Only 3 available in inventory')
  await problem.waitFor()
  const isSeen = () =>
    problem.evaluate((told) => {
      const { x, y, width, height } = told.getBoundingClientRect()
      return told.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    })
  await expect.poll(isSeen).toBe(true)
  if (usual) await page.setViewportSize(usual)
})

it('today is the shop’s day, as soon as its time zone is known', async () => {
  // the dates in these two time zones always differ
  const [first, then] = ['Pacific/Pago_Pago', 'Pacific/Kiritimati']
  await changeSettings({ timeZone: first })
  await page.goto(`${server.url}/pos/sales`)
  const from = page.getByLabel('From')
  await expect.poll(() => from.inputValue(), { timeout: 20_000 }).toBe(wallClock(Date.now(), first).date)
  await changeSettings({ timeZone: then })
  await expect.poll(() => from.inputValue(), { timeout: 20_000 }).toBe(wallClock(Date.now(), then).date)
})

it('a scan that comes before the items waits for them, and its barcode is not called unknown', async () => {
  const fresh = await Device.install(browser, server)
  const isLetGo = new AbortController()
  await fresh.context.route('**/api/sync/start**', async (route) => {
    if (!isLetGo.signal.aborted) await new Promise((resolve) => isLetGo.signal.addEventListener('abort', resolve))
    // this request may come from a page that has closed meanwhile
    await route.continue().catch(() => undefined)
  })
  const till = await fresh.signIn()
  await till.goto(`${server.url}/pos`)
  await untilControlled(till)
  await openTill(till)
  await scan(till, jug.barcode)
  expect(await till.getByText('There are no items yet').count()).toBe(0)
  isLetGo.abort()
  await till.getByRole('region', { name: 'Cart and payment' }).getByText(jug.name, { exact: true }).waitFor()
  expect(await till.getByText('Nothing has the barcode').count()).toBe(0)
  await fresh.close()
})

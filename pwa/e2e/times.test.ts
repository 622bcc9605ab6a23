import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { Device, follow } from './browser.ts'
import { type Consignor, giveGoods, joinShop } from './consignor.ts'
import { chooseToAdd } from './row-menu.ts'
import { browser, server, token, withShop } from './shop.ts'
import { UNREACHABLE_RETAILER } from './shop-data.ts'
import { ADDRESS, TEAPOT } from './trade-shop.ts'

// Checks delays and intervals: a test stops the page's clock, then moves it on.

let bob: Consignor
let page: Page
let admin: Page
/** Requests of each page, as method and path. */
const asked = new Map<Page, string[]>()

withShop()
beforeAll(async () => {
  const ann = await joinShop(server, 'Ann Keeper')
  bob = await joinShop(server, 'Bob Wanter')
  await giveGoods(server, token, ann.uid, [TEAPOT])
  await server.request('PUT', `/sales/balance/${bob.uid}`, { balance: 100, reason: 'to trade with' }, token)
  await server.request('POST', '/auth/addresses', ADDRESS, bob.token)
  page = await (await Device.open(browser, server)).signIn(bob.email, bob.password)
  admin = await (await Device.open(browser, server)).signIn()
  for (const on of [page, admin]) {
    await on.clock.install()
    const list: string[] = []
    asked.set(on, list)
    on.on('request', (request) => list.push(`${request.method()} ${new URL(request.url()).pathname}`))
  }
})

const countOf = (on: Page, what: string) => asked.get(on)?.filter((one) => one === what).length ?? 0
const PULL = 'POST /api/sync/pull'

/** Waits until a page has sent no request for a while. */
async function untilQuiet(on: Page): Promise<void> {
  for (let before = -1; before !== asked.get(on)?.length; ) {
    before = asked.get(on)?.length ?? 0
    await sleep(600)
  }
}

/** Stops the page's clock a moment from now. On a busy machine that moment may be over when the page gets the call. Then a later moment is tried. */
async function pause(on: Page, inMs = 500): Promise<void> {
  const atMs = (await on.evaluate(() => Date.now())) + inMs
  await on.clock.pauseAt(atMs).catch((thrown: Error) => {
    if (!thrown.message.includes('to the past') || inMs > 10_000) throw thrown
    return pause(on, inMs * 2)
  })
}

async function stop(on: Page): Promise<void> {
  await untilQuiet(on)
  await pause(on)
  await untilQuiet(on)
}

/** Opens a screen and waits for this text. */
async function open(on: Page, path: string, shown: string): Promise<void> {
  await on.clock.resume()
  await on.goto(server.url + path)
  await on.getByText(shown).first().waitFor()
}

/** Expects a message to be visible after this time, and gone a little later. */
async function expectShownFor(on: Page, text: string, shownMs: number, moreMs = 1): Promise<void> {
  const message = on.getByText(text)
  await message.waitFor()
  await on.clock.runFor(shownMs)
  expect(await message.isVisible()).toBe(true)
  await on.clock.runFor(moreMs)
  await message.waitFor({ state: 'hidden' })
}

it.each([
  ['offers', 'No pending offers'],
  ['trades', 'No trades yet.'],
])('%s are requested every 5 seconds, and when somebody returns to the page', async (tab, shown) => {
  await open(page, `/marketplace?tab=${tab}`, shown)
  await stop(page)
  for (let n = 0; n < 3; n++) {
    const before = countOf(page, PULL)
    await page.clock.runFor(5_000)
    await expect.poll(() => countOf(page, PULL)).toBe(before + 1)
    await untilQuiet(page)
    expect(countOf(page, PULL)).toBe(before + 1)
  }
  const before = countOf(page, PULL)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await page.clock.runFor(1)
  await expect.poll(() => countOf(page, PULL)).toBe(before + 1)
})

it.each([
  ['orders', '/admin-fulfillment', 'No orders yet', PULL],
  ['figures of the visitors', '/consignors', 'Visitors today', 'GET /api/analytics/stats'],
])('%s are requested every 30 seconds', async (_what, path, shown, call) => {
  await open(admin, path, shown)
  await stop(admin)
  const before = countOf(admin, call)
  for (let n = 0; n < 6; n++) {
    await admin.clock.runFor(5_000)
    await untilQuiet(admin)
  }
  expect(countOf(admin, call)).toBe(before + 1)
})

it('people are suggested 300 ms after the last key', async () => {
  await open(admin, '/admin', 'Blue teapot')
  await chooseToAdd(admin, 'Mass Input')
  const field = admin.getByRole('dialog').getByLabel('Consignor')
  await field.focus()
  await stop(admin)
  const search = 'GET /api/auth/search'
  await field.fill('bob wan')
  await admin.clock.runFor(299)
  await untilQuiet(admin)
  const options = admin.locator('[role="option"]')
  expect([countOf(admin, search), await options.count()]).toEqual([0, 0])
  await admin.clock.runFor(1)
  await expect.poll(async () => [countOf(admin, search), await options.count()]).toEqual([1, 1])
})

it('a username is checked 500 ms after the last key', async () => {
  await open(page, '/profile', 'Add Address')
  await page.getByRole('definition').getByRole('button', { name: 'Change', exact: true }).click()
  const name = page.getByRole('textbox', { name: 'Username' })
  await name.waitFor()
  await stop(page)
  const check = 'GET /api/auth/check-username'
  await name.fill('bob-the-second')
  await page.clock.runFor(499)
  await untilQuiet(page)
  expect(countOf(page, check)).toBe(0)
  await page.clock.runFor(1)
  await expect.poll(() => countOf(page, check)).toBe(1)
  await page.getByText('Username is available').waitFor()
})

it('a message of success disappears after 2 to 3 seconds, or after 5 for a trade request or a mail', async () => {
  await open(page, '/user-shipments', 'No shipments yet')
  await page.getByRole('button', { name: 'Submit Shipment' }).first().click()
  const shipment = page.getByRole('dialog', { name: 'Submit Shipment' })
  await shipment.getByLabel('Carrier').selectOption('UPS')
  await shipment.getByLabel('Tracking number').fill('1Z5R89390357567127')
  await stop(page)
  await shipment.getByRole('button', { name: 'Submit Shipment' }).click()
  await expectShownFor(page, 'Shipment submitted successfully!', 2_000, 1_000)

  await open(page, '/marketplace', 'Blue teapot')
  await page.getByRole('button', { name: 'Make Offer: Blue teapot' }).click()
  const request = page.getByRole('dialog', { name: 'Request Trade' })
  await request.getByLabel('Price per Item').fill('10')
  await request.getByText(ADDRESS.street).waitFor()
  await stop(page)
  await request.getByRole('button', { name: 'Submit Trade Request' }).click()
  await expectShownFor(page, 'Trade request submitted successfully! Trade ID:', 4_999)

  await open(admin, '/email-tool', 'Send Email')
  await admin.getByLabel('Custom e-mail address').fill('somebody@example.org')
  await admin.getByLabel('Subject').fill('Hello')
  await admin.getByRole('textbox', { name: 'Message' }).fill('Dear you')
  await stop(admin)
  await admin.getByRole('button', { name: 'Send Email' }).click()
  await expectShownFor(admin, 'Email sent successfully!', 4_999)
})

it('orders sync immediately when a trade could not be deleted', async () => {
  const wanted = { itemName: TEAPOT.name, itemBarcode: TEAPOT.barcode, quantity: 1, pricePerItem: 500, shippingAddress: ADDRESS }
  await server.request('POST', '/trades/request', wanted, bob.token)
  await admin.route('**/api/trades/admin/*/cancel', (route) =>
    route.fulfill({ status: 409, json: { code: 'TRADE_CHANGED', message: 'This trade has changed.' } }),
  )
  await open(admin, '/admin-fulfillment?status=pending', 'Blue teapot')
  await admin.getByRole('button', { name: 'Delete trade: Blue teapot' }).first().click()
  const confirm = admin.getByRole('dialog').getByRole('button', { name: 'Delete trade', exact: true })
  await confirm.waitFor()
  await stop(admin)
  const before = countOf(admin, PULL)
  await confirm.click()
  await admin.getByText('Error: This trade has changed.').waitFor()
  await admin.clock.runFor(1)
  await expect.poll(() => countOf(admin, PULL)).toBe(before + 1)
})

it('pictures are filled in one at a time, 2 seconds apart', async () => {
  for (const n of [1, 2])
    await server.request(
      'POST',
      '/inventory/master',
      { itemName: `Tea ${n}`, barcode1: `4000${n}`, link: `${UNREACHABLE_RETAILER}/dp/B00ABCDEF${n}` },
      token,
    )
  await open(admin, '/admin/image-backfill', 'Items with retailer links')
  const start = admin.getByRole('button', { name: 'Start' })
  await expect.poll(() => start.isEnabled()).toBe(true)
  await stop(admin)
  const looks = () => countOf(admin, 'GET /api/images/extract')
  await start.click()
  await admin.clock.runFor(1)
  await expect.poll(() => countOf(admin, 'POST /api/admin/update-item-image')).toBe(1)
  await untilQuiet(admin)
  await admin.clock.runFor(1_999)
  await untilQuiet(admin)
  expect(looks()).toBe(1)
  await admin.clock.runFor(1)
  await expect.poll(looks).toBe(2)
})

it('the reason why a sign-in by Discord failed shows for 3 seconds', async () => {
  const device = await Device.open(browser, server)
  const stranger = await device.tab('/login')
  await stranger.clock.install()
  await pause(stranger)
  await follow(stranger, '/discord-callback')
  await stranger.getByText('No authentication token received.').first().waitFor()
  await stranger.clock.runFor(2_999)
  expect(new URL(stranger.url()).pathname).toBe('/discord-callback')
  await stranger.clock.runFor(1)
  await stranger.waitForURL('**/login')
  await device.close()
})

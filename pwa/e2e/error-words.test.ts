import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { Device } from './browser.ts'
import { type Consignor, giveGoods, joinShop, recordSaleOf } from './consignor.ts'
import { chooseInRow, chooseToAdd } from './row-menu.ts'
import { ADMIN } from './server.ts'
import { browser, server, token, withShop } from './shop.ts'
import { makeGoods, newId, runCommands, stock } from './shop-data.ts'
import { expectAllSent } from './till.ts'

const DESK = { width: 1440, height: 900 }
const [pot] = makeGoods(1) as [ReturnType<typeof makeGoods>[number]]

let ann: Consignor

withShop(() => ({
  DISCORD_URL: 'http://127.0.0.1:9',
  DISCORD_CLIENT_ID: '123456789012345678',
  DISCORD_CLIENT_SECRET: 'a secret',
}))
beforeAll(async () => {
  await stock(server, token, [pot])
  ann = await joinShop(server, 'Ann Consignor')
  const [cup] = (await giveGoods(server, token, ann.uid, [{ name: 'Ann’s cup', barcode: '036000291452', quantity: 5 }])) as [string]
  await recordSaleOf(server, token, { itemId: cup, consignorId: ann.uid, priceCents: 1_000 })
  const address = { name: 'Ada', street: '1 Main St', city: 'Austin', state: 'TX', zip: '73301' }
  await server.request('POST', '/auth/addresses', address, token)
  await server.request('POST', '/auth/addresses', { ...address, street: '2 Side St' }, token)
  const { user } = await server.request<{ user: { id: string } }>('POST', '/identity/sign-in/email', ADMIN)
  await server.request('PUT', `/sales/balance/${user.id}`, { balance: 100 }, token)
  await runCommands(server, token, [
    { name: 'shipments.submit', args: { id: newId(), uid: user.id, carrier: 'UPS', trackingNumber: 'of the admin' } },
  ])
})

const dialog = (page: Page) => page.getByRole('dialog').last()
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const press = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name }).click()
const told = (page: Page, text: string) => page.getByRole('alert').getByText(text).last().waitFor()
const chooseAnn = async (page: Page) => {
  await dialog(page).getByLabel('Consignor').fill('ann cons')
  await page.getByRole('option', { name: /Ann Consignor/ }).click()
}

/** Opens a screen, then makes the browser refuse to store anything. */
async function openFull(page: Page, path: string, until: string): Promise<void> {
  // what the first pull brings may draw the screen anew, and take the message of a form with it
  const pulled = page.waitForResponse((answer) => answer.url().includes('/api/sync/pull'))
  await page.goto(server.url + path)
  await page.getByText(until).first().waitFor()
  await pulled
  await page.evaluate(() => {
    const begin = IDBDatabase.prototype.transaction
    IDBDatabase.prototype.transaction = function (names, mode, options) {
      if (mode === 'readwrite') throw new DOMException('The disk is full.', 'QuotaExceededError')
      return begin.call(this, names, mode, options)
    }
  })
}

it('forms say what the device could not store, and stay as they were', async () => {
  const tablet = await Device.open(browser, server, DESK)
  const page = await tablet.signIn()
  await expectAllSent(page)

  await openFull(page, '/profile', '2 Side St')
  const chat = page.getByLabel('Discord notifications')
  await chat.click()
  await told(page, 'Error updating notifications: This device has no storage left. Nothing was saved.')
  expect(await chat.isChecked()).toBe(true)
  const side = page.getByRole('listitem').filter({ hasText: '2 Side St' })
  await side.getByRole('button', { name: /the default$/ }).click()
  await told(page, 'Error updating default address: ')
  await side.getByRole('button', { name: /^Delete/ }).click()
  await press(page, 'Delete address')
  await told(page, 'Error deleting address: ')
  await side.getByRole('button', { name: /^Edit/ }).click()
  await dialog(page).getByLabel('City').fill('Dallas')
  await press(page, 'Save')
  await told(page, 'Error saving address: ')
  expect(await dialog(page).getByLabel('City').inputValue()).toBe('Dallas')
  await page.keyboard.press('Escape')
  await page.getByLabel('Display name').fill('Ada Lovelace')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await told(page, 'Error updating profile: ')

  await openFull(page, '/user-shipments', 'of the admin')
  await row(page, 'of the admin').getByRole('button', { name: 'Delete' }).click()
  await press(page, 'Delete')
  await told(page, 'Error deleting shipment: ')
  await row(page, 'of the admin').getByRole('button', { name: 'Edit' }).click()
  await dialog(page).getByLabel('Tracking number').fill('another')
  await press(page, 'Save')
  await told(page, 'Error updating shipment: ')

  await openFull(page, '/admin', pot.name)
  await chooseInRow(row(page, pot.name), 'Delete')
  await press(page, /^Delete/)
  await told(page, 'Error deleting item: ')
  await chooseInRow(row(page, pot.name), 'Add to Consignor')
  await chooseAnn(page)
  await press(page, 'Add to Consignor')
  await told(page, 'Error adding to consignor: ')
  await page.keyboard.press('Escape')
  await chooseInRow(row(page, 'Ann’s cup'), 'Copy to Consignor')
  await chooseAnn(page)
  await press(page, 'Copy to Consignor')
  await told(page, 'Error copying to consignor: ')
  await page.keyboard.press('Escape')
  await chooseToAdd(page, 'Mass Input')
  await chooseAnn(page)
  await dialog(page).getByLabel('Item Name').fill('Box of cups')
  await dialog(page).getByLabel('Barcodes').fill('1\n2')
  await press(page, 'Add Items')
  await told(page, 'Error with mass input: ')
  expect(await dialog(page).getByLabel('Barcodes').inputValue()).toBe('1\n2')

  await openFull(page, '/consignors', ann.email)
  await chooseInRow(row(page, ann.email), 'History')
  await dialog(page).getByText('Ann’s cup').first().click()
  await press(page, 'Edit')
  await dialog(page).getByLabel('Item name').fill('Another cup')
  await press(page, 'Save')
  await told(page, 'Error updating sale: ')
  await tablet.close()
})

/** Blocks these requests, as a filter between the device and the shop would. */
const block = (page: Page, path: string) =>
  page.context().route(`**/api${path}`, (route) => route.fulfill({ status: 403, contentType: 'text/html', body: '<h1>Blocked</h1>' }))

async function changeAccounts(page: Page) {
  await page.goto(`${server.url}/consignors`)
  await told(page, 'Failed to load analytics')
  const anns = row(page, ann.email)
  await anns.getByRole('button', { name: 'Edit' }).click()
  await dialog(page).getByLabel('Display Name').fill('Anne')
  await press(page, 'Save')
  await told(page, 'Error updating user: Failed to update user')
  await page.keyboard.press('Escape')
  await chooseInRow(anns, 'Delete')
  await press(page, 'Delete user')
  await told(page, 'Error deleting user: Failed to delete user')
  await chooseInRow(anns, 'Migrate Inv')
  await press(page, 'Migrate')
  await told(page, 'Error migrating inventory: Failed to migrate inventory')
  await chooseInRow(anns, /^→/)
  await press(page, /^Migrate to /)
  await page
    .getByRole('alert')
    .getByText(/^Error migrating to (.+): Failed to migrate to \1$/)
    .waitFor()
}

async function askForATrade(page: Page) {
  await page.goto(`${server.url}/marketplace`)
  await page.getByRole('button', { name: /^Make Offer/ }).click()
  await dialog(page).getByLabel('Price per Item').fill('1')
  await press(page, 'Submit Trade Request')
  await told(page, 'Error: Failed to create trade request')
  await block(page, '/marketplace/items*')
  await page.reload()
  await told(page, 'Failed to load marketplace items')
}

async function testDiscord(page: Page) {
  await block(page, '/auth/discord/test-notifications')
  await page.goto(`${server.url}/admin`)
  await page.getByRole('button', { name: 'Test Discord' }).click()
  await told(page, 'Error testing Discord: ')
}

async function sendAnEmail(page: Page) {
  await page.goto(`${server.url}/email-tool`)
  await page.getByLabel('Custom e-mail address').fill('somebody@example.org')
  await page.getByLabel('Subject').fill('Hello')
  await page.getByRole('textbox', { name: 'Message' }).fill('Dear you')
  await page.getByRole('button', { name: 'Send Email' }).click()
  await told(page, 'Failed to send email')
}

async function editTheProfile(page: Page) {
  await page.goto(`${server.url}/profile`)
  await page.getByRole('button', { name: 'Choose' }).click()
  await dialog(page).getByLabel('Username').fill('ada-l')
  await press(page, 'Save username')
  await told(page, 'Failed to set username')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Link Discord account' }).click()
  await told(page, 'Failed to initiate Discord sign in')
}

async function lookForPictures(page: Page) {
  const details = page.waitForEvent('console', (logged) => logged.text().startsWith('the items without a picture cannot be listed'))
  await page.goto(`${server.url}/admin/image-backfill`)
  await told(page, 'Failed to load items. Check console for details.')
  expect((await details).type()).toBe('error')
  await page.context().unroute('**/api/admin/items-missing-images')
  await page
    .context()
    .route('**/api/admin/items-missing-images', (route) =>
      route.fulfill({ status: 403, json: { code: 'FORBIDDEN', message: 'You are not allowed to do this.' } }),
    )
  await page.reload()
  await told(page, 'Admin access required')
  await page.waitForURL(`${server.url}/`)
}

async function signInByDiscord() {
  const stranger = await Device.open(browser, server)
  await stranger.context.route('**/api/auth/discord/state*', (route) => route.abort())
  const login = await stranger.tab('/login')
  await login.getByRole('button', { name: 'Continue with Discord' }).click()
  await told(login, 'Failed to initiate Discord sign in')
  await stranger.close()
}

it('screens show the shop’s own message for a refusal that does not come from the server', async () => {
  const tablet = await Device.open(browser, server, DESK)
  const page = await tablet.signIn()
  await expectAllSent(page)
  for (const path of ['/auth/users/**', '/analytics/stats', '/trades/request', '/admin/send-email', '/admin/items-missing-images'])
    await block(page, path)
  for (const path of ['/auth/set-username', '/auth/discord/link', '/auth/discord/state*']) await block(page, path)
  await changeAccounts(page)
  await askForATrade(page)
  await testDiscord(page)
  await sendAnEmail(page)
  await editTheProfile(page)
  await lookForPictures(page)
  await tablet.close()
  await signInByDiscord()
})

/** Screens with rows, the noun in the message when they cannot be loaded, and the message when there are none. */
const SCREENS = [
  ['/dashboard', 'data', null],
  ['/sales-history', 'data', 'Nothing yet'],
  ['/user-shipments', 'shipments', 'No shipments yet'],
  ['/marketplace?tab=offers', 'trades', 'No pending offers'],
  ['/marketplace?tab=trades', 'trades', 'No trades yet.'],
  ['/admin', 'inventory', 'No items found'],
  ['/consignors', 'users', 'No users found'],
  ['/payout-requests', 'payout requests', 'No pending payout requests'],
  ['/admin-fulfillment', 'orders', 'No orders yet'],
  ['/pos/sales', 'data', 'Nothing was sold today yet'],
  ['/pos/sales/recorded', 'data', 'No recorded sales'],
  ['/discrepancies', 'data', 'Stock and books agree'],
  ['/audit', 'data', 'Nothing was changed yet'],
  ['/settings', 'data', null],
  ['/profile', 'data', null],
  ['/admin-shipments', 'shipments', 'No shipments yet'],
] as const

it('screens say that their rows cannot be loaded, rather than that there are none', async () => {
  const tablet = await Device.open(browser, server, DESK)
  await tablet.context.route('**/api/sync/**', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
  )
  const page = await tablet.signIn()
  for (const [path, what, nothing] of SCREENS) {
    await page.goto(server.url + path)
    await told(page, `Error loading ${what}: The server cannot be reached. Please check the connection and try again.`)
    if (nothing !== null) expect(await page.getByText(nothing, { exact: false }).count(), path).toBe(0)
  }
  await tablet.context.unroute('**/api/sync/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('of the admin').first().waitFor()
  expect(await page.getByText('Error loading').count()).toBe(0)
  await tablet.close()
})

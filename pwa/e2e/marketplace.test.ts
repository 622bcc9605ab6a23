import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectNoBarriers } from './axe.ts'
import { Device, launchBrowser } from './browser.ts'
import { type Consignor, giveGoods, joinShop } from './consignor.ts'
import { expectFits } from './layout.ts'
import { ShopServer } from './server.ts'

const TEAPOT = { name: 'Blue teapot', barcode: '036000291452', quantity: 5 }
const HOSTILE = { name: '<img src=x onerror="window.hostile=1">=1+1', barcode: 'HOSTILE-1', quantity: 3 }
const ADDRESS = { name: 'Bea Away', street: '1 Hidden Lane', city: 'Austin', state: 'TX', zip: '75001', country: 'USA' }
const USPS = '9400111899223197428490'

let server: ShopServer
let browser: Browser
let token: string
let ann: Consignor
let bob: Consignor
let seller: Device
let buyer: Device
let shop: Device
let sellerPage: Page
let buyerPage: Page
let adminPage: Page

beforeAll(async () => {
  server = await ShopServer.start()
  token = await server.setUp()
  ann = await joinShop(server, 'Ann Keeper')
  bob = await joinShop(server, 'Bob Wanter')
  await giveGoods(server, token, ann.uid, [TEAPOT, HOSTILE])
  await server.request('PUT', `/sales/balance/${bob.uid}`, { balance: 100, reason: 'to trade with' }, token)
  browser = await launchBrowser()
  seller = await Device.open(browser, server)
  buyer = await Device.open(browser, server, { width: 390, height: 844 })
  shop = await Device.open(browser, server)
  sellerPage = await seller.signIn(ann.email, ann.password)
  buyerPage = await buyer.signIn(bob.email, bob.password)
  adminPage = await shop.signIn()
})
afterAll(async () => {
  for (const device of [seller, buyer, shop]) expect(device?.errors ?? []).toEqual([])
  await browser?.close()
  await server?.dispose()
})

const open = (page: Page, path: string) => page.goto(server.url + path)
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** The columns of a table, where there is room for all of them. */
async function headsOf(page: Page, label: string): Promise<string> {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 1600, height: 900 })
  const table = page.getByRole('table', { name: label })
  await table.waitFor()
  const heads = await table.getByRole('columnheader').allInnerTexts()
  if (before) await page.setViewportSize(before)
  return heads.join(' | ')
}
const available = async ({ token: own }: Consignor) =>
  (await server.request<{ balance: number }>('GET', '/auth/me', undefined, own)).balance
const stockOf = async (barcode: string) =>
  (await server.request<{ items: { quantity: number }[] }>('GET', `/inventory/search?searchTerm=${barcode}`, undefined, token)).items[0]
    ?.quantity

/** Confirms what is asked back. */
const confirm = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

async function requestTrade(page: Page, item: string, price: string, { quantity = '1', ownLabel = false } = {}): Promise<void> {
  await open(page, '/marketplace')
  await button(page, `Make Offer: ${item}`).click()
  const form = page.getByRole('dialog', { name: 'Request Trade' })
  await form.getByLabel('Quantity').fill(quantity)
  await form.getByLabel('Price per Item').fill(price)
  if (ownLabel) await form.getByRole('checkbox').check()
  await form.getByRole('button', { name: 'Submit Trade Request' }).dblclick()
  await page.getByText('Trade request submitted successfully! Trade ID:').waitFor()
}

it('asks for an address first, then shows what a trade will cost and holds exactly that', async () => {
  await open(buyerPage, '/marketplace')
  await buyerPage.getByText('2 items available').waitFor()
  await buyerPage.getByLabel('Search items by name').fill('TEAP')
  await buyerPage.getByText('1 item available').waitFor()
  await button(buyerPage, 'Make Offer: Blue teapot').click()
  const form = buyerPage.getByRole('dialog', { name: 'Request Trade' })
  await form.getByText('Please add a shipping address in your profile before requesting a trade').waitFor()
  expect(await form.getByRole('button', { name: 'Submit Trade Request' }).isDisabled()).toBe(true)
  await server.request('POST', '/auth/addresses', ADDRESS, bob.token)
  await form.getByText('1 Hidden Lane').waitFor()

  await form.getByLabel('Quantity').fill('6')
  await form.getByRole('button', { name: 'Submit Trade Request' }).click()
  await form.getByText('Quantity must be between 1 and 5').waitFor()
  await form.getByText('Price per item must be greater than 0').waitFor()
  await form.getByLabel('Quantity').fill('2')
  await form.getByLabel('Price per Item').fill('10')
  const summary = form.getByRole('region', { name: 'Trade Summary' })
  await summary.getByText('$24.00').waitFor()
  await summary.getByText('−$2.00').waitFor()
  await summary.getByText('$18.00').waitFor()
  // twice in a row is one trade
  await form.getByRole('button', { name: 'Submit Trade Request' }).dblclick()
  await buyerPage.getByText(/Trade request submitted successfully! Trade ID: [0-9a-f]{8}-/).waitFor()
  expect(await available(bob)).toBe(76)
  const { sent } = await server.request<{ sent: unknown[] }>('GET', '/trades/offers/my-offers', undefined, bob.token)
  expect(sent).toHaveLength(1)
})

it('carries a request through counter, counter back, acceptance and tracking to money and stock', async () => {
  await open(buyerPage, '/my-offers')
  await buyerPage.waitForURL(/marketplace\?tab=offers/)
  const sent = buyerPage.getByRole('list', { name: 'Sent Offers' })
  await sent.getByText('Waiting for seller response...').waitFor()
  await sent.getByText(/Expires in 2 d 23 h/).waitFor()
  expect(await headsOf(buyerPage, 'Sent Offers')).toBe('Item | Quantity | Price/Item | Shipping | Total Cost | Status | Actions')
  await buyerPage.getByText('My Trades', { exact: true }).click()
  await buyerPage.getByText('No trades yet.').waitFor()
  await buyerPage.getByText('My Offers', { exact: true }).click()

  // the seller hears of it without asking, counted beside the entry
  await sellerPage.getByRole('link', { name: /Market.*1 pending offers/ }).click()
  await sellerPage.getByText('My Offers (1)').click()
  const received = sellerPage.getByRole('list', { name: 'Received Offers' })
  await received.getByText('$18.00').waitFor()
  expect(await headsOf(sellerPage, 'Received Offers')).toBe(
    'Item | Quantity | Price/Item | Commission (10%) | Your Payout | Status | Actions',
  )
  await button(sellerPage, 'Counter: Blue teapot').click()
  await sellerPage.getByLabel('Counter price per item').fill('0')
  await button(sellerPage, 'Send Counter Offer').click()
  await sellerPage.getByText('Invalid counter price').waitFor()
  await sellerPage.getByLabel('Counter price per item').fill('15')
  await sellerPage.getByText('$27.00').waitFor()
  await button(sellerPage, 'Send Counter Offer').dblclick()
  await sellerPage.getByText('Counter offer sent!').waitFor()
  await received.getByText('Waiting for buyer response...').waitFor()
  expect(await received.getByRole('button').count()).toBe(0)

  await sent.getByText('You offered $10.00').waitFor()
  await sent.getByText('$34.00').waitFor()
  await button(buyerPage, 'Counter: Blue teapot').click()
  const negotiation = buyerPage.getByRole('region', { name: 'Current negotiation' })
  await negotiation.getByText('You offered').waitFor()
  await negotiation.getByText('Seller countered').waitFor()
  await button(buyerPage, 'Send Counter Offer').click()
  await buyerPage.getByText('Counter price must be greater than 0').waitFor()
  await buyerPage.getByLabel('Counter price per item').fill('12.50')
  await buyerPage.getByText('$29.00').waitFor()
  await button(buyerPage, 'Send Counter Offer').click()
  await buyerPage.getByText('Counter offer sent!').waitFor()
  expect(await available(bob)).toBe(71)

  await received.getByText('$22.50').waitFor()
  await button(sellerPage, 'Accept: Blue teapot').click()
  await sellerPage.getByText('The items are deducted from your inventory now.').waitFor()
  await confirm(sellerPage, 'Accept offer')
  await sellerPage.getByText('Offer accepted successfully!').waitFor()
  expect(await stockOf(TEAPOT.barcode)).toBe(3)
  await sellerPage.getByText('No pending offers. Browse the marketplace to make an offer!').waitFor()

  await open(buyerPage, '/my-trades')
  const bought = buyerPage.getByRole('list', { name: 'My Trades' })
  await bought.getByText('Awaiting tracking').waitFor()
  await bought.getByText('$29.00').waitFor()

  await open(adminPage, '/admin-fulfillment')
  await adminPage.getByText('1 order is awaiting shipping').waitFor()
  await adminPage.getByRole('link', { name: /^Marketplace.*1 to ship/ }).waitFor()
  expect(await headsOf(adminPage, 'Fulfillment orders')).toBe(
    'Trade ID | Item | Buyer Info | Seller Details | Transaction Breakdown | Status | Tracking | Actions',
  )
  const orders = adminPage.getByRole('list', { name: 'Fulfillment orders' })
  for (const text of [
    'bob-wanter',
    bob.email,
    '1 Hidden Lane',
    'ann-keeper',
    ann.email,
    'Barcode 2: N/A',
    'Seller payout: $22.50',
    '$29.00',
  ])
    await orders.getByText(text, { exact: true }).first().waitFor()
  await button(adminPage, 'Add Tracking: Blue teapot').click()
  const dialog = adminPage.getByRole('dialog', { name: 'Add Tracking' })
  await dialog.getByRole('button', { name: 'Add Tracking' }).click()
  await dialog.getByText('Please enter tracking number').waitFor()
  await dialog.getByLabel('USPS tracking number').fill(USPS)
  await dialog.getByRole('button', { name: 'Add Tracking' }).dblclick()
  await adminPage.getByText('Tracking information added successfully!').waitFor()
  await adminPage.getByText('No orders are awaiting shipping').waitFor()
  await orders.getByText('Fulfilled', { exact: true }).waitFor()

  await bought.getByText('Fulfilled', { exact: true }).waitFor()
  expect(await bought.getByRole('link', { name: /USPS 94001/ }).getAttribute('href')).toContain(`tLabels=${USPS}`)
  await open(sellerPage, '/my-trades')
  const sold = sellerPage.getByRole('table', { name: 'My Trades' })
  await sold.getByText('Paid to you').waitFor()
  expect(await headsOf(sellerPage, 'My Trades')).toBe(
    'Item | Quantity | Item Cost | Shipping | Commission (10%) | Final Cost | Status | Tracking',
  )
  expect(await available(ann)).toBe(22.5)
  expect(await available(bob)).toBe(71)
})

it('says nothing of the other side, on screen or in the export', async () => {
  const downloading = sellerPage.waitForEvent('download')
  await button(sellerPage, 'CSV').click()
  const csv = await readFile(await (await downloading).path(), 'utf8')
  expect(csv).toContain('Blue teapot')
  const told = `${csv} ${await sellerPage.content()}`
  for (const secret of [bob.uid, bob.email, 'bob-wanter', bob.name, ADDRESS.street, ADDRESS.name]) expect(told).not.toContain(secret)
  const seen = await buyerPage.content()
  for (const secret of [ann.uid, ann.email, 'ann-keeper', ann.name]) expect(seen).not.toContain(secret)
})

it('takes a buyer’s own label, of a hostile item, and ships with it', async () => {
  await requestTrade(buyerPage, HOSTILE.name, '3', { ownLabel: true })
  expect(await available(bob)).toBe(68)
  await open(sellerPage, '/marketplace?tab=offers')
  await button(sellerPage, `Accept: ${HOSTILE.name}`).click()
  await confirm(sellerPage, 'Accept offer')
  await sellerPage.getByText('Offer accepted successfully!').waitFor()

  await open(buyerPage, '/my-trades')
  await button(buyerPage, `Upload Label: ${HOSTILE.name}`).click()
  const form = buyerPage.getByRole('dialog', { name: 'Upload Shipping Label' })
  await form.getByRole('button', { name: 'Upload Label' }).click()
  await form.getByText('Please fill in all shipping information').first().waitFor()
  await expectNoBarriers(buyerPage, 'the form of a label, refused')
  await form.getByLabel('Tracking number').fill('1Z5R89390357567127')
  await form.getByLabel('Carrier').selectOption('UPS')
  const chooser = async (name: string, mimeType: string, text: string) => {
    const choosing = buyerPage.waitForEvent('filechooser')
    await form.getByRole('button', { name: 'Label file' }).click()
    await (await choosing).setFiles({ name, mimeType, buffer: Buffer.from(text) })
  }
  await chooser('label.txt', 'text/plain', 'no label')
  await form.getByRole('button', { name: 'Upload Label' }).click()
  await form.getByText('Only PDF files and images are allowed').waitFor()
  expect(await form.getByLabel('Tracking number').inputValue()).toBe('1Z5R89390357567127')
  await chooser('label.pdf', 'application/pdf', '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF')
  await form.getByRole('button', { name: 'Upload Label' }).click()
  await buyerPage.getByText('Shipping label uploaded successfully!').waitFor()

  await open(adminPage, '/admin-fulfillment?status=shipping_uploaded')
  for (const page of [buyerPage, adminPage]) {
    const labelButton = page.getByRole('button', { name: /^(View|Download) Label: / })
    const [label] = await Promise.all([page.waitForEvent('download'), labelButton.click()])
    expect(label.suggestedFilename()).toMatch(/^label-[0-9a-f]{8}\.pdf$/)
    expect(await readFile(await label.path(), 'latin1')).toContain('%PDF-')
  }
  await expectFits(buyerPage, 'My Trades with a label')
  await adminPage.evaluate(() => {
    window.print = () => void (document.body.dataset.slip = document.querySelector('[data-print-sheet]')?.textContent ?? '')
  })
  await button(adminPage, `Print packing slip: ${HOSTILE.name}`).click()
  await expect.poll(() => adminPage.evaluate(() => document.body.dataset.slip ?? '')).toContain('1 Hidden Lane')
  expect(await adminPage.evaluate(() => document.body.dataset.slip ?? '')).not.toContain('ann-keeper')
  await button(adminPage, `Mark as Shipped: ${HOSTILE.name}`).click()
  await confirm(adminPage, 'Mark as shipped')
  await adminPage.getByText('Order marked as shipped').waitFor()
  await adminPage.getByText('No trades are “Label uploaded”').waitFor()
  expect(await available(ann)).toBe(25.2)

  await button(adminPage, 'Clear filter').click()
  await button(adminPage, `Delete trade: ${HOSTILE.name}`).click()
  await confirm(adminPage, 'Delete trade')
  await adminPage.getByText('Trade deleted successfully. Refunds and inventory restored.').waitFor()
  expect([await available(ann), await available(bob), await stockOf(HOSTILE.barcode)]).toEqual([22.5, 71, 3])
  for (const page of [sellerPage, buyerPage, adminPage]) expect(await page.evaluate(() => 'hostile' in window)).toBe(false)
})

it('declines, cancels with a reason, and says when an offer has moved on', async () => {
  await requestTrade(buyerPage, 'Blue teapot', '5')
  await open(sellerPage, '/marketplace?tab=offers')
  await button(sellerPage, 'Decline: Blue teapot').click()
  await confirm(sellerPage, 'Decline offer')
  await sellerPage.getByText('Offer declined').waitFor()
  expect(await available(bob)).toBe(71)

  await requestTrade(buyerPage, 'Blue teapot', '5')
  await button(sellerPage, 'Counter: Blue teapot').click()
  await sellerPage.getByLabel('Counter price per item').fill('6')
  await open(buyerPage, '/marketplace?tab=offers')
  await button(buyerPage, 'Cancel: Blue teapot').click()
  await buyerPage.getByLabel('Reason (optional)').fill('Found one <b>cheaper</b>')
  await button(buyerPage, 'Cancel trade').click()
  await buyerPage.getByText('Trade cancelled successfully').waitFor()
  await sellerPage.getByText('This offer has moved on: it was answered or withdrawn meanwhile.').waitFor()
  expect(await button(sellerPage, 'Send Counter Offer').isDisabled()).toBe(true)
  await button(sellerPage, 'Cancel').click()
  expect(await available(bob)).toBe(71)
})

it('answers by the seller’s price rule', async () => {
  await open(sellerPage, '/dashboard')
  await button(sellerPage, 'Answer offers by price: Blue teapot').click()
  const form = sellerPage.getByRole('dialog', { name: 'Answer offers by price' })
  await form.getByLabel(/^Accept at/).fill('8')
  await form.getByLabel(/^Decline below/).fill('9')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('The price you decline below must not be higher than the price you accept at').first().waitFor()
  await form.getByLabel(/^Decline below/).fill('4')
  await form.getByRole('button', { name: 'Save' }).click()
  await sellerPage.getByText('Price rule saved').waitFor()
  await requestTrade(buyerPage, 'Blue teapot', '8')
  expect(await available(bob)).toBe(59)
  await open(buyerPage, '/my-trades')
  await buyerPage.getByRole('list', { name: 'My Trades' }).getByText('Awaiting shipping').waitFor()
})

it('stays readable without network, where every answer is refused with the reason', async () => {
  await requestTrade(buyerPage, 'Blue teapot', '6')
  await open(buyerPage, '/marketplace?tab=offers')
  await button(buyerPage, 'Cancel: Blue teapot').waitFor()
  await buyer.offline(true)
  await buyerPage.getByText('You are offline. This is what was known at the last sync').waitFor({ timeout: 60_000 })
  expect(await button(buyerPage, 'Cancel: Blue teapot').isDisabled()).toBe(true)
  await buyerPage.getByText('Browse Items', { exact: true }).click()
  await buyerPage.getByText(/You are offline. This is what was offered on/).waitFor()
  expect(await button(buyerPage, 'Make Offer: Blue teapot').isDisabled()).toBe(true)
  await buyerPage.getByLabel('Search items by name').fill('no such thing')
  await buyerPage.getByText('No items found').waitFor()
  await buyer.offline(false)
})

it('shows the retailer’s picture, else the item’s own, else none; one pixel is no picture', async () => {
  const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  await sellerPage
    .context()
    .route('https://images-na.ssl-images-amazon.com/**', (route) => route.fulfill({ contentType: 'image/gif', body: pixel }))
  const own = `${server.url}/icons/icon-192.png`
  for (const [itemName, barcode1, imageUrl] of [
    ['With its own picture', 'PICTURE-1', own],
    ['Without a picture', 'PICTURE-2', ''],
  ] as const)
    await server.request(
      'POST',
      '/inventory/consignor',
      { consignorID: bob.uid, itemName, barcode1, quantity: 1, link: 'https://www.amazon.com/dp/B00TEST123', imageUrl },
      token,
    )
  await open(sellerPage, '/marketplace')
  const card = (name: string) => sellerPage.getByRole('listitem').filter({ hasText: name })
  await expect.poll(() => card('With its own picture').locator('img').getAttribute('src')).toBe(own)
  await card('Without a picture').getByText('No Image').waitFor()
  expect(await card('Without a picture').getByRole('term').allInnerTexts()).toEqual(['Available', 'Sellers'])
  expect(
    await card('Without a picture')
      .getByRole('link', { name: /View Product/ })
      .getAttribute('href'),
  ).toContain('B00TEST123')
  // what reached the shop without a barcode can be looked at, not traded
  await sellerPage.context().route('**/api/marketplace/items**', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { items: { barcode1: string }[] }
    await route.fulfill({ response, json: { ...answer, items: answer.items.map((item) => ({ ...item, barcode1: '' })) } })
  })
  await sellerPage.reload()
  await card('Without a picture').getByText('Without a barcode it cannot be traded').waitFor()
  expect(await button(sellerPage, 'Make Offer: Without a picture').isDisabled()).toBe(true)
  await sellerPage.context().unroute('**/api/marketplace/items**')
})

it.each([
  ['tablet', { width: 1180, height: 820 }],
  ['phone', { width: 390, height: 844 }],
])('has no barriers on a %s, light and dark, and fits it', async (_name, viewport) => {
  await buyerPage.setViewportSize(viewport)
  for (const [path, text] of [
    ['/marketplace', 'available'],
    ['/marketplace?tab=offers', 'Sent Offers'],
    ['/marketplace?tab=trades', 'Fulfilled'],
  ] as const) {
    await open(buyerPage, path)
    await buyerPage.getByText(text).first().waitFor()
    await expectNoBarriers(buyerPage, path)
    await expectFits(buyerPage, path)
  }
  await open(buyerPage, '/marketplace')
  await button(buyerPage, `Make Offer: ${HOSTILE.name}`).click()
  await buyerPage.getByLabel('Price per Item').fill('1')
  await expectNoBarriers(buyerPage, 'Request Trade')
  await open(buyerPage, '/marketplace?tab=offers')
  await button(buyerPage, 'Cancel: Blue teapot').click()
  await buyerPage.getByLabel('Reason (optional)').waitFor()
  await expectNoBarriers(buyerPage, 'Cancel')

  await adminPage.setViewportSize(viewport)
  await open(adminPage, '/admin-fulfillment')
  await button(adminPage, 'Add Tracking: Blue teapot').waitFor()
  await expectNoBarriers(adminPage, 'orders')
  await expectFits(adminPage, 'orders')
  await button(adminPage, 'Add Tracking: Blue teapot').click()
  await adminPage.getByLabel('USPS tracking number').waitFor()
  await expectNoBarriers(adminPage, 'Add Tracking')
})

import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectNoBarriers } from './axe.ts'
import { factsIn } from './facts.ts'
import { expectFits } from './layout.ts'
import { server } from './shop.ts'
import {
  ADDRESS,
  adminPage,
  ann,
  available,
  bob,
  button,
  buyerPage,
  confirm,
  HOSTILE,
  open,
  requestTrade,
  sellerPage,
  stockOf,
  TEAPOT,
  withTradeShop,
} from './trade-shop.ts'

const USPS = '9400111899223197428490'

withTradeShop()

/** Columns of a table and cells of its first row, in a window wide enough for all. */
async function tableOf(page: Page, label: string) {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 1600, height: 900 })
  const table = page.getByRole('table', { name: label })
  await table.waitFor()
  const heads = await table.getByRole('columnheader').allInnerTexts()
  const texts = await table.getByRole('row').nth(1).getByRole('cell').allInnerTexts()
  if (before) await page.setViewportSize(before)
  return { heads: heads.join(' | '), cells: texts.map((text) => text.replace(/\s+/g, ' ').trim()) }
}

it('requires an address, shows the cost of a trade, and holds exactly that cost', async () => {
  await open(buyerPage, '/marketplace')
  await buyerPage.getByText('2 items available').waitFor()
  await buyerPage.getByLabel('Search items by name').fill('TEAP')
  await buyerPage.getByText('1 item available').waitFor()
  const card = buyerPage.getByRole('list', { name: 'Items of others' }).getByRole('listitem')
  expect([await card.getByRole('term').allInnerTexts(), await card.getByRole('definition').allInnerTexts()]).toEqual([
    ['Available', 'Sellers'],
    ['5', '1'],
  ])
  // an item without a link has no View Product
  expect(await card.getByRole('link').count()).toBe(0)
  await button(buyerPage, 'Make Offer: Blue teapot').click()
  const form = buyerPage.getByRole('dialog', { name: 'Request Trade' })
  await form.getByText('Please add a shipping address in your profile before requesting a trade').waitFor()
  expect(await form.getByRole('button', { name: 'Submit Trade Request' }).isDisabled()).toBe(true)
  await form.getByRole('button', { name: 'Cancel' }).click()
  await form.waitFor({ state: 'hidden' })
  await button(buyerPage, 'Make Offer: Blue teapot').click()
  const name = form.getByLabel('Item Name')
  expect([await name.inputValue(), (await name.getAttribute('readonly')) !== null]).toEqual(['Blue teapot', true])
  await server.request('POST', '/auth/addresses', { ...ADDRESS, street: '9 Former Street' }, bob.token)
  await form.getByText('9 Former Street').waitFor()
  await server.request('POST', '/auth/addresses', { ...ADDRESS, isDefault: true }, bob.token)
  await form.getByText('1 Hidden Lane').waitFor()

  await form.getByLabel('Quantity').fill('6')
  await form.getByRole('button', { name: 'Submit Trade Request' }).click()
  await form.getByText('Quantity must be between 1 and 5').waitFor()
  await form.getByText('Price per item must be greater than 0').waitFor()
  await form.getByLabel('Quantity').fill('2')
  await form.getByLabel('Price per Item').fill('10')
  await expect
    .poll(() => factsIn(form.getByRole('region', { name: 'Trade Summary' })))
    .toEqual([
      ['Item cost', '$20.00'],
      ['Shipping', '$4.00'],
      ['Admin commission (10%), deducted from the seller', '−$2.00'],
      ['Seller receives', '$18.00'],
      ['Your total cost', '$24.00'],
    ])
  // a double click is one trade
  await form.getByRole('button', { name: 'Submit Trade Request' }).dblclick()
  await buyerPage.getByText(/Trade request submitted successfully! Trade ID: [0-9a-f]{8}-/).waitFor()
  expect(await available(bob)).toBe(76)
  const { sent } = await server.request<{ sent: unknown[] }>('GET', '/trades/offers/my-offers', undefined, bob.token)
  expect(sent).toHaveLength(1)
})

const sentOffers = () => buyerPage.getByRole('list', { name: 'Sent Offers' })
const receivedOffers = () => sellerPage.getByRole('list', { name: 'Received Offers' })
const boughtTrades = () => buyerPage.getByRole('list', { name: 'My Trades' })

async function buyerSeesTheRequestWaiting() {
  await open(buyerPage, '/my-offers')
  await buyerPage.waitForURL(/marketplace\?tab=offers/)
  await sentOffers().getByText('Waiting for seller response...').waitFor()
  await sentOffers()
    .getByText(/Expires in 2 d 23 h/)
    .waitFor()
  const asked = await tableOf(buyerPage, 'Sent Offers')
  expect(asked.heads).toBe('Item | Quantity | Price/Item | Shipping | Total Cost | Status | Actions')
  expect(asked.cells.slice(0, 5)).toEqual(['Blue teapot', '2', '$10.00', '$4.00', '$24.00'])
  await buyerPage.getByText('My Trades', { exact: true }).click()
  await buyerPage.getByText('No trades yet.').waitFor()
  await buyerPage.getByText('My Offers', { exact: true }).click()
}

async function sellerCounters() {
  // the offer arrives without a reload, and the navigation counts it
  await sellerPage.getByRole('link', { name: /Market.*1 pending offers/ }).click()
  await sellerPage.getByText('My Offers (1)').click()
  await receivedOffers().getByText('$18.00').waitFor()
  const got = await tableOf(sellerPage, 'Received Offers')
  expect(got.heads).toBe('Item | Quantity | Price/Item | Commission (10%) | Your Payout | Status | Actions')
  expect(got.cells.slice(0, 5)).toEqual(['Blue teapot', '2', '$10.00', '$2.00', '$18.00'])
  await button(sellerPage, 'Counter: Blue teapot').click()
  await sellerPage.getByLabel('Counter price per item').fill('0')
  await button(sellerPage, 'Send Counter Offer').click()
  await sellerPage.getByText('Invalid counter price').waitFor()
  await sellerPage.getByLabel('Counter price per item').fill('15')
  await sellerPage.getByText('$27.00').waitFor()
  await button(sellerPage, 'Send Counter Offer').dblclick()
  await sellerPage.getByText('Counter offer sent!').waitFor()
  await receivedOffers().getByText('Waiting for buyer response...').waitFor()
  expect(await receivedOffers().getByRole('button').count()).toBe(0)
}

async function buyerCountersBack() {
  await sentOffers().getByText('You offered $10.00').waitFor()
  await sentOffers().getByText('$34.00').waitFor()
  await button(buyerPage, 'Counter: Blue teapot').click()
  const negotiation = buyerPage.getByRole('region', { name: 'Current negotiation' })
  await negotiation.getByText('Seller countered').waitFor()
  expect((await negotiation.getByRole('listitem').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))).toEqual([
    'You offered $10.00',
    'Seller countered $15.00',
  ])
  await button(buyerPage, 'Send Counter Offer').click()
  await buyerPage.getByText('Counter price must be greater than 0').waitFor()
  await buyerPage.getByLabel('Counter price per item').fill('12.50')
  await buyerPage.getByText('$29.00').waitFor()
  await button(buyerPage, 'Send Counter Offer').click()
  await buyerPage.getByText('Counter offer sent!').waitFor()
  expect(await available(bob)).toBe(71)
}

async function sellerAccepts() {
  await receivedOffers().getByText('$22.50').waitFor()
  await button(sellerPage, 'Accept: Blue teapot').click()
  await sellerPage.getByText('The items are deducted from your inventory now.').waitFor()
  await confirm(sellerPage, 'Accept offer')
  await sellerPage.getByText('Offer accepted successfully!').waitFor()
  expect(await stockOf(TEAPOT.barcode)).toBe(3)
  await sellerPage.getByText('No pending offers. Browse the marketplace to make an offer!').waitFor()
}

async function buyerSeesTheTradeAgreed() {
  await open(buyerPage, '/my-trades')
  await boughtTrades().getByText('Awaiting tracking').waitFor()
  await boughtTrades().getByText('$29.00').waitFor()
  expect((await tableOf(buyerPage, 'My Trades')).cells.slice(0, 6)).toEqual([
    'Blue teapot You bought',
    '2',
    '$25.00',
    '$4.00',
    '$0.00',
    '$29.00',
  ])
}

/** Ships a trade as an admin. `tradeId`: the trade's id as the buyer reads it. */
async function adminShipsIt(tradeId: string | undefined) {
  await open(adminPage, '/admin-fulfillment')
  await adminPage.getByText('1 order is awaiting shipping').waitFor()
  const badge = adminPage.getByRole('link', { name: /^Marketplace.*1 to ship/ })
  await badge.waitFor()
  const order = await tableOf(adminPage, 'Fulfillment orders')
  expect(order.heads).toBe('Trade ID | Item | Buyer Info | Seller Details | Transaction Breakdown | Status | Tracking | Actions')
  expect(order.cells.slice(0, 7)).toEqual([
    tradeId?.slice(0, 8),
    'Blue teapot Total: 2 pieces',
    `bob-wanter ${bob.email} Bea Away 1 Hidden Lane Austin, TX 75001`,
    `ann-keeper ${ann.email} Quantity: 2 Barcode 1: ${TEAPOT.barcode} Barcode 2: N/A Item value: $25.00 Commission: $2.50 Seller payout: $22.50`,
    'Item cost $25.00 Shipping $4.00 Commission $2.50 Seller payout $22.50 Buyer pays $29.00',
    'Awaiting shipping',
    'Awaiting tracking',
  ])
  const orders = adminPage.getByRole('list', { name: 'Fulfillment orders' })
  await button(adminPage, 'Add Tracking: Blue teapot').click()
  const dialog = adminPage.getByRole('dialog', { name: 'Add Tracking' })
  await dialog.getByRole('button', { name: 'Add Tracking' }).click()
  await dialog.getByText('Please enter tracking number').waitFor()
  await dialog.getByLabel('USPS tracking number').fill(USPS)
  await dialog.getByRole('button', { name: 'Add Tracking' }).dblclick()
  await adminPage.getByText('Tracking information added successfully!').waitFor()
  await adminPage.getByText('No orders are awaiting shipping').waitFor()
  await badge.waitFor({ state: 'detached' })
  await orders.getByText('Fulfilled', { exact: true }).waitFor()
}

async function bothSeeItFulfilledAndPaid() {
  await boughtTrades().getByText('Fulfilled', { exact: true }).waitFor()
  expect(
    await boughtTrades()
      .getByRole('link', { name: /USPS 94001/ })
      .getAttribute('href'),
  ).toContain(`tLabels=${USPS}`)
  await open(sellerPage, '/my-trades')
  const sold = sellerPage.getByRole('table', { name: 'My Trades' })
  await sold.getByText('Paid to you').waitFor()
  const ended = await tableOf(sellerPage, 'My Trades')
  expect(ended.heads).toBe('Item | Quantity | Item Cost | Shipping | Commission (10%) | Final Cost | Status | Tracking')
  expect(ended.cells.slice(0, 7)).toEqual(['Blue teapot You sold', '2', '$25.00', '$0.00', '$2.50', '$22.50 Paid to you', 'Fulfilled'])
  expect(await available(ann)).toBe(22.5)
  expect(await available(bob)).toBe(71)
}

it('carries a request through two counters, acceptance and tracking to money and stock', async () => {
  await buyerSeesTheRequestWaiting()
  await sellerCounters()
  await buyerCountersBack()
  await sellerAccepts()
  await buyerSeesTheTradeAgreed()
  const { trades } = await server.request<{ trades: { tradeId: string }[] }>('GET', '/trades/my-trades', undefined, bob.token)
  await adminShipsIt(trades[0]?.tradeId)
  await bothSeeItFulfilledAndPaid()
})

it('reveals nothing of the other side, on screen or in the export', async () => {
  const downloading = sellerPage.waitForEvent('download')
  await button(sellerPage, 'CSV').click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^trades-\d{4}-\d{2}-\d{2}\.csv$/)
  const csv = await readFile(await file.path(), 'utf8')
  expect(csv).toContain('Blue teapot')
  const told = `${csv} ${await sellerPage.content()}`
  for (const secret of [bob.uid, bob.email, 'bob-wanter', bob.name, ADDRESS.street, ADDRESS.name]) expect(told).not.toContain(secret)
  const seen = await buyerPage.content()
  for (const secret of [ann.uid, ann.email, 'ann-keeper', ann.name]) expect(seen).not.toContain(secret)
})

it('accepts a buyer’s own label for an item with a hostile name, and ships with it', async () => {
  await requestTrade(HOSTILE.name, '3', { ownLabel: true })
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
  expect(await form.getByLabel('Carrier').inputValue()).toBe('USPS')
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

  await open(adminPage, '/admin-fulfillment')
  const orders = adminPage.getByRole('list', { name: 'Fulfillment orders' }).getByRole('button', { name: /^Delete trade: / })
  await expect.poll(() => orders.count()).toBe(2)
  // the banner counts an order whose label the buyer uploaded, as the badge does
  await adminPage.getByText('1 order is awaiting shipping').waitFor()
  await adminPage.getByRole('link', { name: /^Marketplace.*1 to ship/ }).waitFor()
  await adminPage.getByRole('combobox', { name: 'Status' }).selectOption('Label uploaded')
  await expect.poll(() => orders.count()).toBe(1)
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
  await adminPage.getByRole('dialog').getByText('The trade is removed. This cannot be undone.').waitFor()
  await confirm(adminPage, 'Delete trade')
  await adminPage.getByText('Trade deleted successfully. Refunds and inventory restored.').waitFor()
  expect([await available(ann), await available(bob), await stockOf(HOSTILE.barcode)]).toEqual([22.5, 71, 3])
  for (const page of [sellerPage, buyerPage, adminPage]) expect(await page.evaluate(() => 'hostile' in window)).toBe(false)
})

it('declines, cancels with a reason, and says when the other side was faster', async () => {
  await requestTrade('Blue teapot', '5')
  await open(sellerPage, '/marketplace?tab=offers')
  await button(sellerPage, 'Decline: Blue teapot').click()
  await confirm(sellerPage, 'Decline offer')
  await sellerPage.getByText('Offer declined').waitFor()
  expect(await available(bob)).toBe(71)

  await requestTrade('Blue teapot', '5')
  await button(sellerPage, 'Counter: Blue teapot').click()
  await sellerPage.getByLabel('Counter price per item').fill('6')
  await open(buyerPage, '/marketplace?tab=offers')
  await button(buyerPage, 'Cancel: Blue teapot').click()
  await buyerPage.getByLabel('Reason (optional)').fill('Found one <b>cheaper</b>')
  await button(buyerPage, 'Cancel trade').click()
  await buyerPage.getByText('Trade cancelled successfully').waitFor()
  await open(adminPage, '/admin-fulfillment?status=cancelled')
  await adminPage.getByText('Found one <b>cheaper</b>').waitFor()
  await sellerPage.getByText('This offer has moved on: it was answered or withdrawn meanwhile.').waitFor()
  expect(await button(sellerPage, 'Send Counter Offer').isDisabled()).toBe(true)
  await button(sellerPage, 'Cancel').click()
  expect(await available(bob)).toBe(71)
})

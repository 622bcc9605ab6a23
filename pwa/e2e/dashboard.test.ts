import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectNoBarriers } from './axe.ts'
import { Device } from './browser.ts'
import { type Consignor, giveGoods, joinShop, recordSaleOf } from './consignor.ts'
import { expectFits } from './layout.ts'
import { firstPrint, keepPrints } from './printer.ts'
import { browser, server, token, withShop } from './shop.ts'
import { newId, runCommands } from './shop-data.ts'
import { untilStored } from './stored.ts'

const PHONE = { width: 390, height: 844 }
const DAY_MS = 86_400_000
const HOSTILE = '<img src=x onerror="window.hostile=1"> {{7*7}}'
/** Longer than the longest pause within a visit; `goAway` moves the last look back by this much. */
const HOUR_MS = 3_600_000

let ann: Consignor
let goods: string[]
let phone: Device
let page: Page

withShop()

const open = async (query = '') => {
  await page.goto(`${server.url}/dashboard${query}`)
  await page.getByRole('heading', { name: 'My Inventory', level: 1 }).waitFor()
}
const stat = (label: string) => page.getByRole('region', { name: label, exact: true })
const list = () => page.getByRole('list', { name: 'Your items' })
const news = () => page.getByRole('region', { name: 'New since your last visit' })
const chart = () => page.getByRole('region', { name: 'Your sales over time' })

/** Moves this person's last look at the dashboard back in time, as if they had been away. */
const goAway = async () => {
  await page.goto(`${server.url}/help/offline`)
  await page.evaluate(async (byMs) => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
    const name = names.find((one) => one.startsWith('consign-') && one !== 'consign-device') ?? ''
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open(name)
      opening.onerror = () => reject(opening.error)
      opening.onsuccess = () => {
        const settings = opening.result.transaction('settings', 'readwrite').objectStore('settings')
        const reading = settings.get('dashboard.visit')
        reading.onsuccess = () => {
          reading.result.value.last.atMs -= byMs
          settings.put(reading.result).onsuccess = () => {
            opening.result.close()
            resolve()
          }
        }
      }
    })
  }, HOUR_MS)
}

it('asks a newcomer for a backup password and a username, and offers the next step', async () => {
  await server.request('POST', '/identity/sign-up/email', { email: 'new@example.org', password: 'long enough', name: 'Nina New' })
  const device = await Device.open(browser, server, PHONE)
  const fresh = await device.signIn('new@example.org', 'long enough')
  await fresh.goto(`${server.url}/dashboard?setupPassword=true`)
  const backup = fresh.getByRole('dialog').filter({ has: fresh.locator('input[type="password"]') })
  await backup.waitFor()
  expect(new URL(fresh.url()).search).toBe('')
  await expectNoBarriers(fresh, 'the backup password')
  await fresh.goto(`${server.url}/dashboard`)
  const username = fresh.getByRole('dialog').filter({ has: fresh.getByLabel('Username') })
  await username.waitFor()
  await expectNoBarriers(fresh, 'the username picker')
  await username.getByRole('button', { name: 'Later' }).click()
  await fresh.getByText('No sales yet').waitFor()
  await fresh.getByText('No items yet').waitFor()
  expect(await fresh.getByText('Time in stock').count()).toBe(0)
  expect(await fresh.getByText('since your last visit').count()).toBe(0)
  expect(await fresh.getByRole('button', { name: 'Request Payout' }).count()).toBe(0)
  await fresh.getByRole('button', { name: 'Submit Shipment' }).click()
  await fresh.getByRole('dialog', { name: 'Submit Shipment' }).waitFor()
  await fresh.keyboard.press('Escape')
  await fresh.getByRole('dialog').waitFor({ state: 'hidden' })
  await expectNoBarriers(fresh, 'an empty dashboard')
  await device.close()
})

it('shows a consignor’s goods and money, with a link to the sales', async () => {
  ann = await joinShop(server, 'Ann Consignor')
  const now = Date.now()
  goods = await giveGoods(server, token, ann.uid, [
    { name: 'Blue teapot', barcode: '036000291452', quantity: 3, location: 'Shelf A-1', at: now - 200 * DAY_MS },
    { name: HOSTILE, barcode: 'TEXT-1', quantity: 1, location: 'Ｂack room', at: now - 45 * DAY_MS },
    { name: 'Toaster', barcode: '036000291453', quantity: 2, at: now - 10 * DAY_MS },
  ])
  await recordSaleOf(server, token, {
    itemId: goods[0] as string,
    consignorId: ann.uid,
    priceCents: 2_599,
    shippingCents: 450,
    percent: 60,
  })
  phone = await Device.install(browser, server, PHONE)
  await keepPrints(phone.context)
  page = await phone.signIn(ann.email, ann.password)
  await open()
  await stat('Current Balance').getByText('$12.89').waitFor()
  await stat('Active Items').getByText('3', { exact: true }).waitFor()
  await stat('Active Items').getByText('5 pieces in stock').waitFor()
  await stat('Total Sales').getByText('$25.99').waitFor()
  await stat('Total Payouts').getByText('$0.00').waitFor()
  // there is no earlier visit to compare with
  expect(await page.getByText('since your last visit').count()).toBe(0)
  await expectNoBarriers(page, 'a dashboard on a phone')
  await stat('Total Sales').getByRole('link').click()
  await page.getByRole('heading', { name: 'Sales History', level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/sales-history')
})

it('searches the consignor’s goods by name, barcode and location, without a way to change them', async () => {
  await open()
  const search = page.getByLabel('Search your items')
  for (const [typed, found] of [
    ['TEAPOT', 'Blue teapot'],
    ['0291453', 'Toaster'],
    ['back room', HOSTILE],
    ['onerror=', HOSTILE],
  ] as const) {
    await search.fill(typed)
    await expect.poll(() => list().getByRole('listitem').allInnerTexts()).toHaveLength(1)
    await list().getByText(found).waitFor()
  }
  // consignors decide only how to answer offers automatically; the shop changes the goods
  const buttons = await list()
    .getByRole('button')
    .evaluateAll((all) => all.map((button) => button.getAttribute('aria-label') ?? ''))
  expect(buttons.filter((label) => !label.startsWith('Answer offers by price: '))).toEqual([])
  await search.fill('nothing of that name')
  await page.getByText('No items found').waitFor()
  await expectNoBarriers(page, 'a search without hits')
  await page.getByRole('button', { name: 'Clear filter' }).click()
  await expect.poll(() => list().getByRole('listitem').count()).toBe(3)
  expect(await page.evaluate(() => 'hostile' in window)).toBe(false)
})

it('shows for each item its category, condition, price and the usual share, and what was sold with the share of it', async () => {
  const priced = newId()
  const categoryId = newId()
  await runCommands(server, token, [
    { name: 'inventory.addCategory', args: { id: categoryId, name: 'Kitchen' } },
    {
      name: 'inventory.addConsignor',
      args: {
        id: priced,
        consignorId: ann.uid,
        texts: { itemName: 'Priced kettle', barcode1: 'PRICED-1', priceCents: 2_165, categoryId, condition: 'like_new' },
        quantity: 2,
      },
    },
  ])
  await open()
  // $21.65 with 8.25 % tax is $20.00 before tax, and half of it is the consignor's
  const kettle = list().getByRole('listitem').filter({ hasText: 'Priced kettle' })
  await kettle.getByText('$21.65').waitFor({ timeout: 60_000 })
  await kettle.getByText('you get $10.00').waitFor()
  await kettle.getByText('2 pieces, since today').waitFor()
  await kettle.getByText('Kitchen · Like new').waitFor()
  await page.getByText('Sold (1)').click()
  const sold = page.getByRole('list', { name: 'Your sold items' }).getByRole('listitem')
  await sold.getByText('Blue teapot').waitFor()
  await sold.getByText('you got $12.89').waitFor()
  await expectNoBarriers(page, 'what was sold')
  await page.getByLabel('Search your items').fill('priced')
  await page.getByText('No items found').waitFor()
  await page.getByText('For sale (1)').click()
  await expect.poll(() => list().getByRole('listitem').count()).toBe(1)
  await runCommands(server, token, [{ name: 'inventory.remove', args: { id: priced } }])
  await open()
  await kettle.waitFor({ state: 'hidden', timeout: 60_000 })
})

it('shows sales over time as a chart and a table, and how long goods have been in stock', async () => {
  await open()
  const table = page.getByRole('table', { name: 'Your sales by day' })
  expect(await table.getByRole('row').count()).toBe(15)
  expect(await table.getByRole('row').last().innerText()).toMatch(/\b1\s+\$12\.89/)
  await chart().getByText('$12.89 from 1 sale in the last 14 days').waitFor()
  await chart().locator('.recharts-bar-rectangle path').first().waitFor()
  // no part of the drawn chart takes the keyboard's focus
  expect(await chart().locator('[aria-hidden="true"] [tabindex="0"]').count()).toBe(0)
  await chart().getByText('Month', { exact: true }).click()
  await page.getByRole('table', { name: 'Your sales by month' }).waitFor({ state: 'attached' })
  await untilStored(page, 'dashboard.chartBy')
  await open()
  await page.getByRole('table', { name: 'Your sales by month' }).waitFor({ state: 'attached' })
  const ages = page.getByRole('table', { name: 'Items by time in stock' })
  expect((await ages.getByRole('row').allInnerTexts()).slice(1).map((text) => text.replace(/\s+/g, ' ').trim())).toEqual([
    'Under 30 days 1 item',
    '30 to 59 days 1 item',
    '60 to 89 days 0 items',
    '90 days and more 1 item',
  ])
  await page.getByRole('region', { name: 'Time in stock' }).getByText('200 days').waitFor()
})

it('lists changes since the last visit, with links, also offline, until they are dismissed', async () => {
  await goAway()
  const saleId = await recordSaleOf(server, token, { itemId: goods[1] as string, consignorId: ann.uid, priceCents: 1_000, percent: 50 })
  const shipmentId = newId()
  await runCommands(server, ann.token, [
    { name: 'shipments.submit', args: { id: shipmentId, uid: ann.uid, carrier: 'My cousin', trackingNumber: 'On Tuesday' } },
  ])
  const payoutId = newId()
  await runCommands(server, ann.token, [
    { name: 'payouts.request', args: { payoutId, uid: ann.uid, amountCents: 700, method: 'venmo', handle: 'ann' } },
  ])
  await runCommands(server, token, [
    { name: 'shipments.setStatus', args: { id: shipmentId, isProcessed: true } },
    { name: 'payouts.markPaid', args: { payoutId, uid: ann.uid } },
  ])
  await giveGoods(server, token, ann.uid, [{ name: 'New kettle', barcode: 'NEW-1', quantity: 1 }])
  await open()
  await stat('Total Payouts').getByText('$7.00').waitFor({ timeout: 60_000 })
  for (const text of [
    '1 sale',
    '$5.00',
    '1 payout was sent',
    '$7.00 to @ann',
    '1 item was added',
    'New kettle',
    '1 item sold out',
    '1 shipment was received',
    'On Tuesday',
  ])
    await news()
      .getByText(text, { exact: text === '1 sale' })
      .first()
      .waitFor()
  await expectNoBarriers(page, 'a dashboard with news')
  expect(await news().getByRole('link', { name: '1 shipment was received' }).getAttribute('href')).toBe('/user-shipments')
  expect(await news().getByRole('link', { name: '1 payout was sent' }).getAttribute('href')).toBe('/sales-history?tab=payouts')

  // the news stays visible offline
  await phone.offline(true)
  await page.reload()
  await news().getByRole('link', { name: HOSTILE }).click()
  await page.waitForURL((url) => url.searchParams.get('sale') === saleId)
  await page.getByRole('dialog', { name: 'Sale' }).getByText('To be shared').waitFor()
  await open()
  const offlineNote = page.getByText('You are offline. A payout can be requested when there is a connection.')
  await offlineNote.waitFor()
  expect(await page.getByRole('button', { name: 'Request Payout' }).isDisabled()).toBe(true)
  await phone.offline(false)
  // the button moves up when the note above it disappears: a click at that moment would miss it
  await offlineNote.waitFor({ state: 'hidden' })
  await news().getByRole('button', { name: 'Got it' }).click()
  await news().waitFor({ state: 'hidden' })
  await untilStored(page, 'dashboard.visit', (visit) => (visit as { since: unknown } | undefined)?.since === null)
  await page.reload()
  await stat('Current Balance').getByText('$10.89').waitFor()
  expect(await news().count()).toBe(0)
  await goAway()
  await open()
  await page.getByText('Nothing new since your last visit on').waitFor()
  expect(await page.evaluate(() => 'hostile' in window)).toBe(false)
})

it('prints the packing slip of the latest box while offline', async () => {
  const labels = page.getByRole('button', { name: 'Print packing slip' })
  // the only box so far has been received, so it needs no label
  await expect.poll(() => labels.count()).toBe(0)
  const submitBox = async (trackingNumber: string) => {
    await page.getByRole('button', { name: 'Submit Shipment' }).click()
    const form = page.getByRole('dialog', { name: 'Submit Shipment' })
    await form.getByLabel('Carrier').selectOption('FEDEX')
    await form.getByLabel('Tracking number').fill(trackingNumber)
    await form.getByRole('button', { name: 'Submit Shipment' }).click()
    await page.getByText('Shipment submitted successfully!').waitFor()
  }
  await submitBox('The first box')
  await page.getByRole('button', { name: 'Print packing slip of FedEx The first box' }).waitFor()
  await phone.offline(true)
  await page.reload()
  await submitBox(`The second ${HOSTILE}`)
  await labels.and(page.getByRole('button', { name: 'The second' })).click()
  const sheet = await firstPrint(page)
  for (const text of ['Ann Consignor', 'Ship to', `The second ${HOSTILE}`, 'under 70 lbs']) expect(sheet).toContain(text)
  expect(await page.evaluate(() => 'hostile' in window)).toBe(false)
  await page.getByText('You are offline. A payout can be requested').waitFor()
  await expectFits(page, 'a dashboard with a label to print')
  await phone.offline(false)
  await expectNoBarriers(page, 'a dashboard with a label to print')
})

it('has no barriers on a tablet, in portrait and landscape', async () => {
  for (const viewport of [
    { width: 1180, height: 820 },
    { width: 820, height: 1180 },
  ]) {
    await page.setViewportSize(viewport)
    await page.getByRole('table', { name: 'Your items' }).waitFor()
    await expectNoBarriers(page, `a dashboard of ${viewport.width} px`)
  }
  await expectFits(page, 'a dashboard')
})

import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { expectNoBarriers } from './axe.ts'
import { Device } from './browser.ts'
import { type Consignor, giveGoods, joinShop, recordSaleOf } from './consignor.ts'
import { expectFits } from './layout.ts'
import { firstPrint, keepPrints } from './printer.ts'
import { chooseInRow } from './row-menu.ts'
import { serverRows } from './rows.ts'
import { ADMIN } from './server.ts'
import { browser, server, token, withShop } from './shop.ts'
import { newId, runCommands } from './shop-data.ts'

const PHONE = { width: 390, height: 844 }
const HOSTILE = '=HYPERLINK("http://evil.example","<img src=x onerror=window.hostile=1>")'
/** Three moments of 11 March in UTC. In Chicago, the shop's time zone, BEFORE_MIDNIGHT is still on 10 March. */
const NOON = Date.parse('2026-03-11T17:00:00Z')
const AFTER_MIDNIGHT = Date.parse('2026-03-11T05:30:00Z')
const BEFORE_MIDNIGHT = Date.parse('2026-03-11T04:30:00Z')

let ann: Consignor
let teapotSale: string
let phone: Device
let page: Page

withShop()
beforeAll(async () => {
  ann = await joinShop(server, 'Ann Consignor')
  const old = Date.parse('2026-01-01T12:00:00Z')
  const [teapot, other] = await giveGoods(server, token, ann.uid, [
    { name: 'Blue teapot', barcode: '036000291452', quantity: 9, at: old },
    { name: HOSTILE, barcode: '036000291453', quantity: 9, at: old },
  ])
  const sold = { consignorId: ann.uid, percent: 60 }
  teapotSale = await recordSaleOf(server, token, {
    ...sold,
    itemId: teapot as string,
    priceCents: 2_599,
    shippingCents: 450,
    quantity: 2,
    at: NOON,
  })
  await recordSaleOf(server, token, { ...sold, itemId: other as string, priceCents: 1_000, at: AFTER_MIDNIGHT })
  await recordSaleOf(server, token, { ...sold, itemId: teapot as string, priceCents: 999, at: BEFORE_MIDNIGHT })
  await server.request('POST', `/payouts/${ann.uid}/request`, { amount: 5, method: 'venmo', paymentUsername: 'ann' }, ann.token)
  await runCommands(server, ann.token, [
    { name: 'shipments.submit', args: { id: newId(), uid: ann.uid, carrier: 'My cousin', trackingNumber: 'On Tuesday' } },
  ])
  phone = await Device.install(browser, server, PHONE)
  await keepPrints(phone.context)
  page = await phone.signIn(ann.email, ann.password)
  await page.goto(`${server.url}/sales-history`)
})

const cards = (on: Page) => on.getByRole('list', { name: 'History' }).getByRole('listitem')
const tab = (on: Page, label: string) => on.getByRole('radio', { name: label })
const detail = (on: Page) => on.getByRole('dialog', { name: 'Sale' })
const balance = async () => (await server.request<{ balance: number }>('GET', `/sales/balance/${ann.uid}`, undefined, token)).balance

it('has four tabs with counts', async () => {
  for (const [label, count] of [
    ['Sales (3)', 3],
    ['Payouts (1)', 1],
    ['Shipments (1)', 1],
    ['All (5)', 5],
  ] as const) {
    await tab(page, label).waitFor({ state: 'attached' })
    await page.getByText(label, { exact: true }).click()
    await expect.poll(() => cards(page).count()).toBe(count)
  }
  expect(await page.getByRole('radiogroup', { name: 'What to show' }).locator('label').allInnerTexts()).toEqual([
    'All (5)',
    'Sales (3)',
    'Payouts (1)',
    'Shipments (1)',
  ])
  await page.getByText('Earned $24.88, payouts $5.00 in all').waitFor()
  await expectNoBarriers(page, 'the history')
  await expectFits(page, 'the history')
})

it('traces a sale cent by cent, at its own address, also offline', async () => {
  await phone.offline(true)
  await page.goto(`${server.url}/sales-history?tab=sales&sale=${teapotSale}`)
  const trace = detail(page)
  for (const text of ['Blue teapot', '2 pieces', 'Mar 11, 2026, 12:00 PM']) await trace.getByText(text).waitFor()
  // 25.99 − 4.50 = 21.49, of which 60% is 12.894
  expect((await trace.locator('dt, dd').allInnerTexts()).map((text) => text.trim())).toEqual([
    'Sale price',
    '$25.99',
    'Shipping',
    '-$4.50',
    'To be shared',
    '$21.49',
    'Consignor’s share, 60%',
    '$12.89',
  ])
  await expectNoBarriers(page, 'the trace of a sale')
  expect(await page.getByRole('button', { name: 'Edit' }).count()).toBe(0)
  await trace.getByRole('button', { name: 'Close', exact: true }).last().click()
  await trace.waitFor({ state: 'hidden' })
  await expect.poll(() => new URL(page.url()).search).toBe('')
  expect(await tab(page, 'Sales (3)').isChecked()).toBe(true)
  await phone.offline(false)
})

it('limits the list, the file and the printed statement to a period of the shop’s calendar', async () => {
  await page.getByText('All (5)', { exact: true }).click()
  await page.getByLabel('From').fill('2026-03-11')
  await page.getByLabel('To', { exact: true }).fill('2026-03-11')
  await tab(page, 'All (2)').waitFor({ state: 'attached' })
  await page.getByText('Earned $18.89, payouts $0.00 in this period').waitFor()

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^statement-\d{4}-\d{2}-\d{2}\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8'))
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
  expect(lines[0]).toBe('Date,Kind,What,Status,Quantity,Sale Price,Shipping,Tax,Percentage,Booked Price,Corrected Payout,Balance Change')
  expect(lines[1]).toBe('2026-03-11,Sale,Blue teapot,sold,2,25.99,4.5,0,60,,,12.89')
  // the file has the formula as text
  expect(lines[2]).toContain('2026-03-11,Sale,"\'=HYPERLINK(')
  expect(lines).toHaveLength(3)

  await page.getByRole('button', { name: 'Print' }).click()
  const sheet = await firstPrint(page)
  for (const text of [
    'Statement',
    'Second Chance',
    'Ann',
    'Mar 11, 2026 to Mar 11, 2026',
    'Blue teapot',
    '$12.89',
    HOSTILE,
    'Earned $18.89',
  ])
    expect(sheet).toContain(text)
  expect(sheet).not.toContain('$9.99')

  await page.getByLabel('From').fill('2025-01-01')
  await page.getByLabel('To', { exact: true }).fill('2025-02-01')
  await page.getByText('Nothing happened in this period').waitFor()
  expect(await page.getByRole('button', { name: 'CSV' }).isDisabled()).toBe(true)
  await expectNoBarriers(page, 'a period without anything')
  await page.getByRole('button', { name: 'All time' }).click()
  await tab(page, 'All (5)').waitFor({ state: 'attached' })
  expect(await page.evaluate(() => 'hostile' in window)).toBe(false)
})

it('shows other changes of the balance on screen, in the file and on paper for all time, but not for a period', async () => {
  await server.request('PUT', `/sales/balance/${ann.uid}`, { balance: 12.5 }, token)
  const sums = 'in all, other changes (trades, corrections, opening balance) -$7.38: current balance $12.50'
  await page.getByText(sums).waitFor({ timeout: 60_000 })
  await expectNoBarriers(page, 'a history with other changes')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  const text = await readFile(await (await downloading).path(), 'utf8')
  expect(text.trim().split(/\r?\n/).at(-1)).toBe(',Other,"other changes (trades, corrections, opening balance)",,,,,,,,,-7.38')
  await page.evaluate(() => void ((window as unknown as { printed: string[] }).printed.length = 0))
  await page.getByRole('button', { name: 'Print' }).click()
  expect(await firstPrint(page)).toContain('other changes (trades, corrections, opening balance) -$7.38: current balance $12.50')
  await page.getByLabel('From').fill('2026-03-11')
  await page.getByText('in this period').waitFor()
  expect(await page.getByText('other changes').count()).toBe(0)
  await page.getByRole('button', { name: 'All time' }).click()
  await page.getByText(sums).waitFor()
})

it('lets an admin edit only the record of a sale, and names the admin', async () => {
  const tablet = await Device.open(browser, server)
  const admin = await tablet.signIn()
  await admin.goto(`${server.url}/consignors`)
  await chooseInRow(admin.getByRole('row').filter({ hasText: ann.email }), 'History')
  const history = admin.getByRole('dialog').filter({ has: admin.getByRole('radio', { name: 'All (5)' }) })
  await history.getByRole('row').filter({ hasText: 'Blue teapot' }).filter({ hasText: '$12.89' }).getByText('Blue teapot').click()
  const before = { rows: await serverRows(server, token), balance: await balance() }
  await detail(admin).getByText('$25.99').waitFor()
  await expectNoBarriers(admin, 'a sale over a history')
  await detail(admin).getByRole('button', { name: 'Edit' }).click()
  const form = detail(admin)
  await form.getByLabel('Item name').waitFor()
  await admin.keyboard.press('Escape')
  await form.waitFor({ state: 'hidden' })
  // a row shows that its sale can be edited
  await history
    .getByRole('row')
    .filter({ hasText: 'Blue teapot' })
    .filter({ hasText: '$12.89' })
    .getByRole('button', { name: 'Edit' })
    .click()
  await form.getByLabel('Item name').fill('   ')
  await form.getByLabel('Quantity sold').fill('0')
  await form.getByLabel('Payout amount').fill('-1')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('Please enter an item name').waitFor()
  expect(await form.locator('[aria-invalid="true"]').count()).toBe(3)
  await expectNoBarriers(admin, 'the form of a sale, refused')
  // an edit that another admin makes while the form is open survives, unless this form changes the same field
  await server.request('PUT', `/sales/${teapotSale}`, { shippingCost: 5 }, token)
  await history.getByText('· edited').waitFor({ timeout: 60_000 })
  const name = 'Teapot <b>blue</b>'
  await form.getByLabel('Item name').fill(name)
  await form.getByLabel('Quantity sold').fill('3')
  await form.getByLabel('Payout amount').fill('30')
  await form.getByRole('button', { name: 'Save' }).click()
  const question = admin.getByRole('dialog', { name: 'Payout above the sale price?' })
  await question.waitFor()
  await expectNoBarriers(admin, 'the question of a payout above the price')
  await question.getByRole('button', { name: 'Change it' }).click()
  await question.waitFor({ state: 'hidden' })
  await form.getByLabel('Payout amount').fill('20')
  await form.getByRole('button', { name: 'Save' }).click()
  await admin.getByText('Sale updated successfully! Data refreshed.').waitFor()

  const edited = async () => (await serverRows(server, token)).sales.find(({ id }) => id === teapotSale)
  await expect.poll(async () => (await edited())?.itemName).toBe(name)
  expect(await edited()).toMatchObject({
    soldQuantity: 3,
    payoutCents: 2_000,
    salePriceCents: 2_599,
    shippingCostCents: 500,
    booked: { soldQuantity: 2, payoutCents: 1_289 },
  })
  const after = await serverRows(server, token)
  expect(await balance()).toBe(before.balance)
  expect(after.items).toEqual(before.rows.items)
  expect(after.sales.filter(({ id }) => id !== teapotSale)).toEqual(before.rows.sales.filter(({ id }) => id !== teapotSale))

  await history.getByText(name).click()
  await detail(admin).getByText(`by ${ADMIN.displayName}`).waitFor()
  await detail(admin).getByText('$12.89 was credited: the edit did not change the balance').waitFor()
  await admin.goto(`${server.url}/audit`)
  await admin.getByText('Sale changed').first().waitFor()
  await tablet.close()
})

it('tells the consignor what was credited and that the record was edited, but not by whom', async () => {
  const card = cards(page).filter({ hasText: 'Teapot <b>blue</b>' })
  await card.waitFor({ timeout: 60_000 })
  await card.getByText('· edited').waitFor()
  // the amount credited to the balance, not the amount of the edited record
  await card.getByText('$12.89').waitFor()
  await card.getByText('corrected $20.00').waitFor()
  await page.getByText('Earned $24.88, payouts $5.00 in all').waitFor()
  await card.getByText('Teapot <b>blue</b>').click()
  await detail(page).getByText('$12.89 was credited: the edit did not change the balance').waitFor()
  expect(await detail(page).getByText(ADMIN.displayName).count()).toBe(0)
  // the edited payout of $20.00 has no percentage; the credit is still traced cent by cent
  const traced = async (within: Locator) => (await within.locator('dt, dd').allInnerTexts()).map((text) => text.trim())
  expect((await traced(detail(page))).slice(4, 8)).toEqual(['To be shared', '$20.99', 'Consignor’s share', '$20.00'])
  const booked = detail(page).getByRole('region', { name: 'As it was booked' })
  await booked.getByText('As it was booked, 2 sold').waitFor()
  expect((await traced(booked)).slice(4)).toEqual(['To be shared', '$21.49', 'Consignor’s share, 60%', '$12.89'])
  await expectNoBarriers(page, 'the trace of an edited sale')
})

it('lets an admin undo a recorded sale, which takes the share back and asks where the goods are', async () => {
  const before = { balance: await balance(), rows: await serverRows(server, token) }
  const tablet = await Device.open(browser, server, PHONE)
  const admin = await tablet.signIn()
  await admin.goto(`${server.url}/consignors`)
  await chooseInRow(admin.getByRole('listitem').filter({ hasText: ann.email }), 'History')
  const history = admin.getByRole('dialog').filter({ has: admin.getByRole('radio', { name: 'All (5)' }) })
  await history.getByRole('listitem').filter({ hasText: 'Teapot <b>blue</b>' }).getByText('Teapot <b>blue</b>').click()
  await detail(admin).getByRole('button', { name: 'Undo this sale…' }).click()
  await detail(admin).getByRole('button', { name: 'Undo the sale' }).click()
  await detail(admin).getByText('Please enter a reason').waitFor()
  await expectNoBarriers(admin, 'the undo of a recorded sale')
  await expectFits(admin, 'the undo of a recorded sale')
  await detail(admin).getByLabel('Reason').fill('The buyer never paid')
  await detail(admin).getByRole('radio', { name: 'They never left the shelf' }).check()
  await detail(admin).getByRole('button', { name: 'Undo the sale' }).click()
  await admin.getByText('The sale is undone.').waitFor()

  // the share as it was booked, and the pieces as they were booked, whatever the edited record says
  await expect.poll(balance).toBe(Math.round((before.balance - 12.89) * 100) / 100)
  const pieces = ({ items }: Awaited<ReturnType<typeof serverRows>>) => items.find(({ itemName }) => itemName === 'Blue teapot')?.stockCount
  expect(pieces(await serverRows(server, token))).toBe((pieces(before.rows) ?? 0) + 2)
  await cards(page).filter({ hasText: 'Teapot <b>blue</b>' }).getByText('void').waitFor({ timeout: 60_000 })
  await admin.goto(`${server.url}/audit`)
  await admin.getByText('Recorded sale undone').first().waitFor()
  await admin.getByText('They never left the shelf').first().waitFor()
  await tablet.close()
})

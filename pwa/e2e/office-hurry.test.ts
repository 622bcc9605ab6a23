import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Device, launchBrowser } from './browser.ts'
import { type Consignor, joinShop } from './consignor.ts'
import { startMailServer } from './mail-server.ts'
import { ShopServer } from './server.ts'
import { expectAllSent } from './till.ts'

const DESK = { width: 1440, height: 900 }

let mail: Awaited<ReturnType<typeof startMailServer>>
let server: ShopServer
let browser: Browser
let token: string
let ann: Consignor
let bob: Consignor
let desk: Device
let page: Page

beforeAll(async () => {
  mail = await startMailServer()
  server = await ShopServer.start({ SMTP_URL: mail.url, MAIL_FROM: 'shop@example.org' })
  token = await server.setUp()
  ann = await joinShop(server, 'Ann Consignor')
  bob = await joinShop(server, 'Bob Consignor')
  browser = await launchBrowser()
  desk = await Device.open(browser, server, DESK)
  page = await desk.signIn()
})
afterAll(async () => {
  expect(desk?.errors).toEqual([])
  await browser?.close()
  await server?.dispose()
  await mail?.close()
})

const ask = <T>(method: string, path: string, body?: unknown, by = token) => server.request<T>(method, path, body, by)

it('marks one box by a double click, and not the one that moves up in its place', async () => {
  for (const [{ uid }, trackingNumber] of [
    [bob, 'SECOND'],
    [ann, 'FIRST'],
  ] as const) {
    const { shipment } = await ask<{ shipment: { id: string } }>('POST', `/shipments/${uid}`, { carrier: 'UPS', trackingNumber })
    await ask('PATCH', `/shipments/admin/${shipment.id}/status`, { processed: 'yes' })
  }
  await page.goto(`${server.url}/admin-shipments`)
  const rows = page.getByRole('row').filter({ hasText: 'Consignor' }).filter({ hasText: 'UPS' })
  await expect.poll(() => rows.count(), { timeout: 30_000 }).toBe(2)
  await rows.first().getByText('FIRST').waitFor()
  const box = await rows.first().getByRole('switch', { name: 'Delivered' }).locator('xpath=..').boundingBox()
  if (!box) throw new Error('the switch is not drawn')
  const press = async (clickCount: number) => {
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down({ clickCount })
    await page.mouse.up({ clickCount })
  }
  await press(1)
  await page.getByText('FIRST').waitFor({ state: 'hidden' })
  await press(2)
  await expectAllSent(page)
  await page.getByLabel('Show all').check()
  const isDelivered = (text: string) =>
    page.getByRole('row').filter({ hasText: text }).getByRole('switch', { name: 'Delivered' }).isChecked()
  await expect.poll(() => isDelivered('FIRST')).toBe(true)
  expect(await isDelivered('SECOND')).toBe(false)
})

it('settles one payout after the other by the keyboard: the focus stays in the list', async () => {
  for (const amount of [1, 2, 3]) {
    await ask('POST', '/sales/custom', { consignorID: ann.uid, itemName: 'Chair', amount })
    await ask('POST', `/payouts/${ann.uid}/request`, { amount, method: 'cashapp', paymentUsername: 'ann' }, ann.token)
  }
  await page.goto(`${server.url}/payout-requests`)
  const rows = page.locator('[aria-label="Pending payout requests"] [data-row-index]')
  await expect.poll(() => rows.count(), { timeout: 30_000 }).toBe(3)
  const focused = () => page.evaluate(() => document.activeElement?.closest('[data-row-index]')?.textContent ?? '')
  await rows.nth(1).getByRole('button', { name: 'Paid' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Mark this payout as paid?' }).getByRole('button', { name: 'Paid' }).press('Enter')
  await expect.poll(() => rows.count()).toBe(2)
  await expect.poll(focused).toContain('$3.00')
  // the last one: the list goes on at its end
  await rows.nth(1).getByRole('button', { name: 'Delete' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Delete this payout request?' }).getByRole('button', { name: 'Delete' }).press('Enter')
  await expect.poll(() => rows.count()).toBe(1)
  await expect.poll(focused).toContain('$1.00')
})

it('shows nothing found by another filter while the ledger cannot be read', async () => {
  await ask('POST', '/sales/custom', { consignorID: bob.uid, itemName: 'Lamp', amount: 5 })
  await page.goto(`${server.url}/ledger`)
  const kind = page.getByLabel('Kind')
  await kind.selectOption({ label: 'Custom sale' })
  const postings = page.getByRole('table', { name: 'Postings' }).locator('[data-row-index]')
  await postings.first().getByText('Lamp').waitFor()
  await desk.offline(true)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await page.getByText('Offline: this is the ledger as it was last read.').waitFor({ timeout: 60_000 })
  await postings.first().getByText('Lamp').waitFor()
  await kind.selectOption({ label: 'Balance corrected' })
  await page.getByText('You are offline', { exact: true }).waitFor()
  expect(await postings.count()).toBe(0)
  await kind.selectOption({ label: 'Custom sale' })
  await postings.first().getByText('Lamp').waitFor()
  await desk.offline(false)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
})

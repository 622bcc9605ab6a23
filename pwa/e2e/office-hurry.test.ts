import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Device } from './browser.ts'
import { type Consignor, joinShop } from './consignor.ts'
import { startMailServer } from './mail-server.ts'
import { browser, server, token, withShop } from './shop.ts'
import { expectAllSent } from './till.ts'

const DESK = { width: 1440, height: 900 }

let mail: Awaited<ReturnType<typeof startMailServer>>
let ann: Consignor
let bob: Consignor
let desk: Device
let page: Page

beforeAll(async () => {
  mail = await startMailServer()
})
afterAll(() => mail?.close())
withShop(() => ({ SMTP_URL: mail.url, MAIL_FROM: 'shop@example.org' }))
beforeAll(async () => {
  ann = await joinShop(server, 'Ann Consignor')
  bob = await joinShop(server, 'Bob Consignor')
  desk = await Device.install(browser, server, DESK)
  page = await desk.signIn()
})

const ask = <T>(method: string, path: string, body?: unknown, by = token) => server.request<T>(method, path, body, by)

it('marks a box once at a double click, and no other box', async () => {
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
  const isDelivered = (text: string) =>
    page.getByRole('row').filter({ hasText: text }).getByRole('switch', { name: 'Delivered' }).isChecked()
  await press(1)
  await expect.poll(() => isDelivered('FIRST')).toBe(true)
  await press(2)
  await expectAllSent(page)
  await expect.poll(() => isDelivered('FIRST')).toBe(true)
  expect(await isDelivered('SECOND')).toBe(false)
})

it('settles payouts one by one by keyboard, with the focus staying in the list', async () => {
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
  // after the last row is settled, the focus moves to the new last row
  await rows.nth(1).getByRole('button', { name: 'Delete' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Delete this payout request?' }).getByRole('button', { name: 'Delete' }).press('Enter')
  await expect.poll(() => rows.count()).toBe(1)
  await expect.poll(focused).toContain('$1.00')
})

it('shows no postings of the previous filter while the ledger is unreachable', async () => {
  // otherwise the settled payouts could reach the ledger after the sale of the lamp
  await expectAllSent(page)
  await ask('POST', '/sales/custom', { consignorID: bob.uid, itemName: 'Lamp', amount: 5 })
  await page.goto(`${server.url}/ledger`)
  const kind = page.getByLabel('Kind')
  const postings = page.getByRole('table', { name: 'Postings' }).locator('[data-row-index]')
  await postings.first().getByText('Lamp').waitFor()
  // the lamp is first in the list of all kinds too, so only the absence of payouts shows that the filter works
  const requests = postings.filter({ hasText: 'Payout requested' })
  await requests.first().waitFor()
  await kind.selectOption({ label: 'Custom sale' })
  await expect.poll(() => requests.count()).toBe(0)
  await postings.first().getByText('Lamp').waitFor()
  await desk.offline(true)
  await page.getByText('Offline: this is the ledger as it was last read.').waitFor({ timeout: 60_000 })
  await postings.first().getByText('Lamp').waitFor()
  await kind.selectOption({ label: 'Balance corrected' })
  await page.getByText('You are offline', { exact: true }).waitFor()
  expect(await postings.count()).toBe(0)
  await kind.selectOption({ label: 'Custom sale' })
  await postings.first().getByText('Lamp').waitFor()
  await desk.offline(false)
})

it('does not resend a mail that another admin has resent meanwhile', async () => {
  const note = { email: 'nobody@example.org', subject: 'Your box', htmlContent: 'It came.' }
  const { mail: sent } = await ask<{ mail: { id: string } }>('POST', '/admin/send-email', note)
  await page.goto(`${server.url}/email-tool?part=sent`)
  const again = page.getByRole('button', { name: 'Send again to nobody@example.org' })
  await again.waitFor({ timeout: 30_000 })
  mail.known.add(note.email)
  await ask('POST', `/admin/mails/${sent.id}/resend`)
  const toThem = () => mail.letters.filter(({ to }) => to.includes(note.email)).length
  await expect.poll(toThem, { timeout: 15_000 }).toBe(1)
  await expect.poll(async () => (await ask<{ state: string }>('GET', `/admin/mails/${sent.id}`)).state).toBe('sent')
  await again.dblclick()
  await page.getByRole('alert').getByText('Error: This mail was sent meanwhile. It was not sent a second time.').waitFor()
  await page.getByRole('row').filter({ hasText: note.email }).getByText('Sent', { exact: true }).waitFor()
  expect(toThem()).toBe(1)
})

it('says when only an earlier attempt, without the last changes, was saved', async () => {
  await page.goto(`${server.url}/consignors`)
  await page.getByRole('button', { name: 'Add Consignor' }).click()
  const form = page.getByRole('dialog', { name: 'Add Consignor' })
  await form.getByLabel('Display Name').fill('Karl')
  // the server acts, but its answer is lost
  await page.route('**/api/auth/users', async (route) => {
    await route.fetch()
    await route.abort()
  })
  const add = form.getByRole('button', { name: 'Add Consignor' })
  await add.click()
  await form.getByRole('alert').waitFor()
  await page.unroute('**/api/auth/users')
  await form.getByLabel('Display Name').fill('Karla')
  await expect.poll(() => add.isEnabled(), { timeout: 60_000 }).toBe(true)
  await add.click()
  await form.getByText('Error: What was sent before was saved already, without the last changes.').waitFor()
  await form.getByLabel('Display Name').fill('Karl')
  await add.click()
  await page.getByText('Consignor added successfully').waitFor()
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'Karl' }).count()).toBe(1)
})

import { join } from 'node:path'
import { addMasterItem } from '@shop/shared/inventory/commands/add-item.ts'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { expectNoBarriers } from './axe.ts'
import { Device } from './browser.ts'
import { expectFits } from './layout.ts'
import { serverRows } from './rows.ts'
import { ADMIN } from './server.ts'
import { browser, server, token, withShop } from './shop.ts'
import { type Goods, makeGoods, newId, stock } from './shop-data.ts'
import { everythingKept } from './stored.ts'
import { expectAllSent, openTill, sellForCash, waitingCount } from './till.ts'

// A shared tablet after its person signed out.

const goods = makeGoods(2)
const [pot, vase] = goods as [Goods, Goods]
const CONSIGNOR = { email: 'fay@example.org', password: 'correct horse', name: 'Fay Consignor' }

withShop()
beforeAll(async () => {
  await stock(server, token, goods)
  await server.request('POST', '/identity/sign-up/email', CONSIGNOR)
})

async function signOut(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: /^Profile menu of / }).first()
  await menu.click()
  await page
    .getByRole('menuitem', { name: 'Sign Out' })
    .or(page.getByRole('button', { name: 'Sign Out' }))
    .first()
    .click()
}

async function signInAgain(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel(/e-?mail/i).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: /^sign in$/i }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
}

const salesCount = async () => (await server.request<{ sales: unknown[] }>('GET', '/sales/recent-with-images')).sales.length

it('shows the next person no row, name or address, and keeps the unsent sale for its seller', async () => {
  const device = await Device.install(browser, server)
  const page = await device.signIn()
  await page.goto(`${server.url}/pos`)
  await openTill(page)
  await sellForCash(page, [pot])
  await expectAllSent(page)
  await device.offline(true)
  await sellForCash(page, [vase])
  expect(await waitingCount(page)).toBeGreaterThan(0)
  const before = await everythingKept(page)
  expect([before.rows > 0, before.text.includes(ADMIN.email), before.text.includes(vase.name)]).toEqual([true, true, true])

  await signOut(page)
  await page.getByRole('button', { name: 'Keep it here and sign out' }).click()
  await page.waitForURL(/\/(login)?$/)
  await expect.poll(async () => (await everythingKept(page)).rows).toBe(0)
  const { text } = await everythingKept(page)
  for (const secret of [ADMIN.email, CONSIGNOR.email, CONSIGNOR.name, pot.name, vase.name, pot.barcode]) expect(text).not.toContain(secret)

  await device.offline(false)
  await page.goto(`${server.url}/login`)
  await signInAgain(page, CONSIGNOR)
  await page.goto(`${server.url}/sync`)
  await page.getByText('Everything is sent').waitFor()
  expect(await salesCount()).toBe(1)
  await signOut(page)
  await page.waitForURL(/\/(login)?$/)

  await page.goto(`${server.url}/login`)
  await signInAgain(page, ADMIN)
  await expect.poll(salesCount, { timeout: 20_000 }).toBe(2)
  await device.close()
})

it('lets an admin send the unsent work of somebody who signed out', async () => {
  const device = await Device.install(browser, server)
  const page = await device.signIn(CONSIGNOR.email, CONSIGNOR.password)
  await page.goto(`${server.url}/profile`)
  const news = page.getByRole('switch', { name: 'Discord notifications' })
  await news.waitFor()
  await device.offline(true)
  await news.click()
  await signOut(page)
  await page.getByRole('button', { name: 'Keep it here and sign out' }).click()
  await page.waitForURL(/\/(login)?$/)

  await device.offline(false)
  await page.goto(`${server.url}/login`)
  await signInAgain(page, ADMIN)
  await page.goto(`${server.url}/sync`)
  await page.getByText(`${CONSIGNOR.name} left 1 change unsent.`).waitFor()
  const unlock = page.getByRole('button', { name: 'Unlock…' })
  await unlock.click()
  const list = page.getByRole('dialog', { name: `Work of ${CONSIGNOR.name}` })
  await list.getByRole('list', { name: 'What will be sent' }).getByText('1 profile change').waitFor()
  await expectNoBarriers(page, 'work that somebody left')
  await expectFits(page, 'work that somebody left')
  // looking at it sends nothing
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'hidden' })
  await page.getByText(`${CONSIGNOR.name} left 1 change unsent.`).waitFor()
  await unlock.click()
  await list.getByRole('button', { name: 'Send' }).click()
  await page.getByText('1 change added').waitFor()
  await expect.poll(() => page.getByText('left 1 change unsent').count()).toBe(0)
  await device.close()
})

it('shows what a file of unsent work consists of before somebody sends it', async () => {
  const { uid } = await server.request<{ uid: string }>('GET', '/auth/me', undefined, token)
  const args = { id: newId(), texts: { itemName: 'Green jug', barcode1: '4006381333931' }, quantity: 1 }
  const added = { id: newId(), name: addMasterItem.name, version: addMasterItem.version, args, at: Date.now() }
  const file = { format: 'consign-pending-work', version: 1, uid, clientId: newId(), exportedAtMs: Date.now(), commands: [added] }
  const device = await Device.install(browser, server)
  const page = await device.signIn()
  await page.goto(`${server.url}/sync`)
  const choose = (text: string) =>
    page.locator('input[type="file"]').setInputFiles({ name: 'work.json', mimeType: 'application/json', buffer: Buffer.from(text) })
  await choose(JSON.stringify(file))
  const list = page.getByRole('dialog', { name: `Work of ${ADMIN.displayName}` })
  await list.getByText('1 item added').waitFor()
  await expectNoBarriers(page, 'a file of unsent work')
  await expectFits(page, 'a file of unsent work')
  // looking at it sends nothing
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'hidden' })
  await choose(JSON.stringify(file))
  await list.getByRole('button', { name: 'Send' }).click()
  await page.getByText('1 change added').waitFor()
  const jugs = async () => (await serverRows(server, token)).items.filter(({ id }) => id === args.id).length
  await expect.poll(jugs, { timeout: 20_000 }).toBe(1)
  await device.close()
})

it('keeps sealed work that the server cannot unlock, and unlocks it on request once the server can', async () => {
  const device = await Device.install(browser, server)
  const page = await device.signIn()
  await page.goto(`${server.url}/pos`)
  await openTill(page)
  await device.offline(true)
  await sellForCash(page, [pot])
  await signOut(page)
  await page.getByRole('button', { name: 'Keep it here and sign out' }).click()
  await page.waitForURL(/\/(login)?$/)
  await device.offline(false)
  // answers like a server that runs for a while on a backup with another key
  const other = {
    code: 'SEALED_WORK_UNREADABLE',
    message: 'This work was locked for another shop, or is damaged. It cannot be opened here.',
  }
  await page.route('**/api/sync/sealed-work', (route) => route.fulfill({ status: 409, json: other }))
  const before = await salesCount()
  await page.goto(`${server.url}/login`)
  await signInAgain(page, ADMIN)
  await page.goto(`${server.url}/sync`)
  const left = page.getByRole('region', { name: 'Left on this device' })
  await left.getByText(other.message).waitFor()
  await left.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('The server still cannot unlock it. It stays on this device.').waitFor()
  await left.getByText(other.message).waitFor()
  expect(await salesCount()).toBe(before)

  await page.unroute('**/api/sync/sealed-work')
  await left.getByRole('button', { name: 'Try again' }).click()
  await left.waitFor({ state: 'detached' })
  await expect.poll(salesCount, { timeout: 20_000 }).toBe(before + 1)
  await device.close()
})

it('keeps nothing readable after somebody ends the tablet’s session, and sends the unsent sale after the next sign-in', async () => {
  const device = await Device.install(browser, server)
  const page = await device.signIn()
  await page.goto(`${server.url}/pos`)
  await openTill(page)
  await device.offline(true)
  await sellForCash(page, [pot])
  const before = await salesCount()
  await server.request('POST', '/identity/revoke-other-sessions', {}, token)
  await device.offline(false)
  await page.waitForURL(/\/login/)
  await expect.poll(async () => (await everythingKept(page)).rows).toBe(0)
  const secrets = [ADMIN.email, CONSIGNOR.email, CONSIGNOR.name, pot.name, vase.name, pot.barcode]
  await expect
    .poll(async () => {
      const { text } = await everythingKept(page)
      return secrets.filter((secret) => text.includes(secret))
    })
    .toEqual([])
  expect(await salesCount()).toBe(before)

  await signInAgain(page, ADMIN)
  await expect.poll(salesCount, { timeout: 20_000 }).toBe(before + 1)
  await device.close()
})

it('a sign-out on the dashboard ends in the sign-in without a failing screen', async () => {
  const device = await Device.install(browser, server)
  const page = await device.signIn(CONSIGNOR.email, CONSIGNOR.password)
  await page.goto(`${server.url}/dashboard`)
  await page.getByRole('heading', { name: 'Your sales over time' }).waitFor()
  const later = page.getByRole('dialog').getByRole('button', { name: 'Later' })
  await later.click()
  await later.waitFor({ state: 'hidden' })
  await signOut(page)
  await page.waitForURL(/\/(login)?$/)
  await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
  expect(Device.errors).toEqual([])
  await device.close()
})

it('a sign-out also removes the cart of a second tab', async () => {
  const device = await Device.install(browser, server)
  const first = await device.signIn()
  await first.goto(`${server.url}/sync`)
  const second = await device.context.newPage()
  await second.goto(`${server.url}/pos`)
  await openTill(second)
  // a reload in the middle of a change leaves such a draft
  await second.evaluate((name) => sessionStorage.setItem('till-draft', JSON.stringify({ lines: [{ name }] })), pot.name)
  await signOut(first)
  await first.waitForURL(/\/(login)?$/)
  await second.waitForURL(/\/login/)
  await expect.poll(() => second.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(pot.name)
  await device.close()
})

it('gives a restored server back what was sent before the sign-out, once', async () => {
  const backup = join(server.dataDir, 'the.backup')
  await server.command('backup', backup)
  const device = await Device.install(browser, server)
  const page = await device.signIn()
  await page.goto(`${server.url}/pos`)
  await openTill(page)
  const receipt = await sellForCash(page, [pot, vase])
  await expectAllSent(page)
  const shopAs = async (admin: string) => {
    const { posSales, items } = await serverRows(server, admin)
    const stockOf = ({ id }: Goods) => items.find((item) => item.id === id)?.stockCount
    return { sales: posSales.filter(({ receiptNumber }) => receiptNumber === receipt).length, stock: [stockOf(pot), stockOf(vase)] }
  }
  const withSale = await shopAs(token)
  expect(withSale.sales).toBe(1)

  await signOut(page)
  await page.waitForURL(/\/(login)?$/)
  await expect.poll(async () => (await everythingKept(page)).rows).toBe(0)
  const { text } = await everythingKept(page)
  for (const secret of [ADMIN.email, CONSIGNOR.email, pot.name, vase.name, pot.barcode, receipt]) expect(text).not.toContain(secret)

  await server.stop('SIGTERM')
  await server.command('restore', backup, '--replace')
  await server.start()
  // no session outlives a restore
  const admin = await server.signIn(ADMIN.email, ADMIN.password)
  const stock = withSale.stock.map((count) => (count ?? 0) + 1)
  expect(await shopAs(admin)).toEqual({ sales: 0, stock })

  for (let time = 1; time <= 2; time++) {
    await page.goto(`${server.url}/login`)
    await signInAgain(page, ADMIN)
    await page.goto(`${server.url}/sync`)
    await page.getByText('Everything is sent').waitFor({ timeout: 60_000 })
    await expect.poll(() => shopAs(admin), { timeout: 20_000 }).toEqual(withSale)
    await signOut(page)
    await page.waitForURL(/\/(login)?$/)
  }
  expect(await shopAs(admin)).toEqual(withSale)
  await device.close()
})

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { violations } from './axe.ts'
import { Device, launchBrowser } from './browser.ts'
import { ShopServer } from './server.ts'
import { makeGoods, stock } from './shop-data.ts'
import { openTill, scan } from './till.ts'

let server: ShopServer
let browser: Browser
const goods = makeGoods(5)

beforeAll(async () => {
  server = await ShopServer.start()
  await stock(server, await server.setUp(), goods)
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.dispose()
})

it.each([
  ['tablet', { width: 1180, height: 820 }],
  ['phone', { width: 390, height: 844 }],
])('has no barriers on a %s', async (_device, viewport) => {
  const device = await Device.open(browser, server, viewport)
  const found: Record<string, string[]> = {}
  const login = await device.tab('/login')
  await login.getByRole('heading', { level: 1 }).waitFor()
  found.login = await violations(login)
  await login.close()
  const page = await device.signIn()
  for (const path of [
    '/dashboard',
    '/admin',
    '/admin/import',
    '/discrepancies',
    '/pos/sales',
    '/settings',
    '/consignors',
    '/audit',
    '/ledger',
    '/profile',
    '/email-tool?part=sent',
    '/admin/image-backfill',
    '/help/offline',
    '/sync',
    '/pos',
  ]) {
    await page.goto(server.url + path)
    await page.getByRole('main').waitFor()
    await page.waitForTimeout(700)
    found[path] = await violations(page)
  }
  await openTill(page)
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys of the till' }).waitFor()
  found['a window'] = await violations(page)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await scan(page, goods[0]?.barcode ?? '')
  await page.getByRole('button', { name: 'Complete Sale' }).click()
  await page.getByRole('button', { name: /^Exact/ }).waitFor()
  found.payment = await violations(page)
  expect(Object.fromEntries(Object.entries(found).filter(([, list]) => list.length > 0))).toEqual({})
  expect(device.errors).toEqual([])
  await device.close()
})

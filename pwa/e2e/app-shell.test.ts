import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Device, launchBrowser } from './browser.ts'
import { ShopServer } from './server.ts'
import { type Goods, makeGoods, stock } from './shop-data.ts'
import { expectAllSent, openTill, scan, sellForCash } from './till.ts'

const WORKER = fileURLToPath(new URL('../dist/service-worker.js', import.meta.url))
let server: ShopServer
let browser: Browser
let token: string
const goods = makeGoods(3)

beforeAll(async () => {
  server = await ShopServer.start()
  token = await server.setUp()
  await stock(server, token, goods)
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.dispose()
})

it('opens a deep link offline, signed in, with its data, after the server is gone', async () => {
  const tablet = await Device.open(browser, server)
  const page = await tablet.signIn()
  await page.goto(`${server.url}/pos`)
  await openTill(page)
  await expectAllSent(page)
  await page.close()
  await tablet.offline(true)
  const again = await tablet.tab('/admin')
  await again
    .getByText((goods[0] as Goods).name)
    .first()
    .waitFor()
  const till = await tablet.tab('/pos')
  await openTill(till)
  await sellForCash(till, [goods[1] as Goods])
  expect(tablet.errors).toEqual([])
  await tablet.close()
})

it('offers a new version only when no sale is open', async () => {
  const tablet = await Device.open(browser, server)
  const page = await tablet.signIn()
  await page.goto(`${server.url}/pos`)
  await openTill(page)
  await page.evaluate(
    () =>
      navigator.serviceWorker.controller !== null ||
      new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve)),
  )
  await scan(page, (goods[2] as Goods).barcode)
  await page
    .getByRole('region', { name: 'Cart and payment' })
    .getByText((goods[2] as Goods).name, { exact: true })
    .waitFor()

  const worker = await readFile(WORKER, 'utf8')
  await writeFile(WORKER, `${worker}\n// a newer version`)
  try {
    await server.stop('SIGTERM')
    await server.start()
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null), { timeout: 30_000 })
      .toBe(true)
    await page.waitForTimeout(1_000)
    expect(await page.getByRole('button', { name: /update/i }).count()).toBe(0)
    expect(
      await page
        .getByRole('region', { name: 'Cart and payment' })
        .getByText((goods[2] as Goods).name, { exact: true })
        .count(),
    ).toBe(1)
    await sellForCash(page, [])
    const reloaded = page.waitForEvent('load')
    await page.getByRole('button', { name: /update/i }).click()
    await reloaded
    await openTill(page)
  } finally {
    await writeFile(WORKER, worker)
  }
  expect(tablet.errors).toEqual([])
  await tablet.close()
})

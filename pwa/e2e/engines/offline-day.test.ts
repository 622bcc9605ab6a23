import { rm } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { copyProduct, makeNewerVersion } from '../newer-version.ts'
import { serverRows } from '../rows.ts'
import { ADMIN, ShopServer } from '../server.ts'
import { type Goods, makeGoods, stock } from '../shop-data.ts'
import { everythingKept } from '../stored.ts'
import { expectAllSent } from '../till.ts'
import { openFirefox } from './firefox.ts'
import { Screen } from './screen.ts'
import { openWebKit } from './webkit.ts'

/** WebKit has a browser that a test can drive only on Linux. */
const ENGINES = [{ name: 'Firefox', open: openFirefox }, ...(process.platform === 'linux' ? [{ name: 'WebKit', open: openWebKit }] : [])]
const goods = makeGoods(2)
const [pot, vase] = goods as [Goods, Goods]
const CART = 'Cart and payment'

let product: string
beforeAll(async () => {
  product = await copyProduct()
})
afterAll(() => rm(product, { recursive: true, force: true }))

/** Asks for the till, signs in, is led there, and waits for the shop's data and for the service worker that serves the app offline. */
async function openTill(screen: Screen, url: string): Promise<void> {
  await screen.browser.goto(`${url}/pos`)
  await screen.fill(/^e-?mail/i, ADMIN.email)
  await screen.fill(/^Password/, ADMIN.password)
  await screen.press('button', /^sign in$/i)
  await screen.untilShown(/Complete Sale/, CART)
  await screen.untilTrue('see the service worker in control', () => navigator.serviceWorker.controller !== null, null)
  await screen.untilShown(/Synced \d/)
}

/** Finds one piece by its barcode, sells it for exact cash, and answers the receipt number. */
async function sell(screen: Screen, { barcode, name }: Goods): Promise<string> {
  await screen.fill(/^Search items$/, barcode)
  await screen.press('option', new RegExp(name))
  await screen.untilShown(new RegExp(name), CART)
  await screen.press('button', /^Complete Sale/)
  await screen.press('button', /^Exact/)
  await screen.untilShown(/Sale completed successfully/)
  const receipt = await screen.untilShown(/(?<=Receipt )\S+/)
  await screen.press('button', /^New sale$/)
  await screen.untilHidden(/Sale completed successfully/)
  return receipt
}

describe.each(ENGINES)('in $name', ({ open }) => {
  let server: ShopServer
  let token: string
  let screen: Screen

  beforeEach(async () => {
    server = await ShopServer.start({}, [], inject('shopImages').setUp, product)
    token = await server.signIn(ADMIN.email, ADMIN.password)
    await stock(server, token, goods)
    screen = new Screen(await open())
    await openTill(screen, server.url)
  })
  afterEach(async () => {
    const errors = screen?.browser.errors
    await screen?.browser.close()
    await server?.dispose()
    expect(errors).toEqual([])
  })

  it('sells with a server, without one and after a reload without one; each sale arrives once; a sign-out leaves nothing', async () => {
    const receipts = [await sell(screen, pot)]
    await expectAllSent(screen.browser)

    await server.stop('SIGKILL')
    receipts.push(await sell(screen, vase))
    await screen.browser.reload()
    await screen.untilShown(/Complete Sale/, CART)
    receipts.push(await sell(screen, pot))

    await server.start()
    await screen.browser.evaluate(() => void dispatchEvent(new Event('online')), null)
    await expectAllSent(screen.browser)
    const rows = await serverRows(server, token)
    expect(rows.posSales.map(({ receiptNumber }) => receiptNumber).sort()).toEqual(receipts.sort())
    const stockOf = ({ id }: Goods) => rows.items.find((item) => item.id === id)?.stockCount
    expect([stockOf(pot), stockOf(vase)]).toEqual([pot.quantity - 2, vase.quantity - 1])
    expect(rows.discrepancies).toEqual([])

    const kept = await everythingKept(screen.browser)
    expect([kept.rows > 0, kept.text.includes(pot.name)]).toEqual([true, true])
    await screen.press('button', /^Profile menu of /)
    await screen.press('menuitem', /^Sign Out$/)
    await screen.untilTrue('leave the app', () => ['/', '/login'].includes(location.pathname), null)
    await expect.poll(async () => (await everythingKept(screen.browser)).rows).toBe(0)
    const { text } = await everythingKept(screen.browser)
    expect([ADMIN.email, pot.name, vase.name, pot.barcode].filter((secret) => text.includes(secret))).toEqual([])
  })

  it('updates to a new version when a person says so, and keeps what was sold before', async () => {
    const takeBack = await makeNewerVersion(product)
    try {
      await server.stop('SIGTERM')
      const receipt = await sell(screen, vase)
      await server.start()
      await screen.browser.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()), null)
      await screen.press('button', /^Update now$/)
      await screen.untilTrue('see the new version', () => document.querySelector('meta[name=release]') !== null, null)
      await screen.untilShown(/Complete Sale/, CART)
      await screen.browser.evaluate(() => void dispatchEvent(new Event('online')), null)
      await expectAllSent(screen.browser)
      expect((await serverRows(server, token)).posSales.map(({ receiptNumber }) => receiptNumber)).toEqual([receipt])
    } finally {
      await takeBack()
    }
  })
})

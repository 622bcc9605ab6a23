import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { Device } from './browser.ts'
import { serverRows } from './rows.ts'
import { browser, server, token, withShop } from './shop.ts'
import { type Goods, makeGoods, stock } from './shop-data.ts'
import { expectAllSent, openTill, scan, sellForCash, waitingCount } from './till.ts'

const BASKETS = 20
const goods = makeGoods(12)

withShop()
beforeAll(async () => {
  await stock(server, token, goods)
})

const basketOf = (n: number): Goods[] => Array.from({ length: 1 + (n % 3) }, (_, line) => goods[(n * 5 + line * 7) % goods.length] as Goods)

it(`sells ${BASKETS} baskets offline in two tabs, and the server receives exactly those after a reload and two kills`, async () => {
  const tablet = await Device.install(browser, server)
  await tablet.signIn()
  const tabs: Page[] = [await tablet.tab('/pos'), await tablet.tab('/pos')]
  for (const tab of tabs) await openTill(tab)
  const [first, second] = tabs as [Page, Page]
  await expectAllSent(first)

  await tablet.offline(true)
  const receipts: string[] = []
  const sold = new Map<string, number>()
  for (let n = 0; n < BASKETS; n++) {
    const tab = n % 2 === 0 ? first : second
    await tab.bringToFront()
    if (n === 7) {
      // an open cart survives a reload of the page
      await scan(tab, (goods[0] as Goods).barcode)
      await tab
        .getByRole('region', { name: 'Cart and payment' })
        .getByText((goods[0] as Goods).name, { exact: true })
        .waitFor()
      await tab.reload()
      await openTill(tab)
      await tab
        .getByRole('region', { name: 'Cart and payment' })
        .getByText((goods[0] as Goods).name, { exact: true })
        .waitFor()
      sold.set((goods[0] as Goods).id, (sold.get((goods[0] as Goods).id) ?? 0) + 1)
    }
    if (n === 12) await server.stop('SIGKILL')
    const basket = basketOf(n)
    receipts.push(await sellForCash(tab, basket))
    for (const { id } of basket) sold.set(id, (sold.get(id) ?? 0) + 1)
  }
  expect(new Set(receipts).size).toBe(BASKETS)
  expect(await waitingCount(first)).toBeGreaterThanOrEqual(BASKETS)

  // the device is online before the server is; the server starts, is killed immediately, and starts again
  await tablet.offline(false)
  await server.start()
  await server.stop('SIGKILL')
  await server.start()
  for (const tab of tabs) await tab.evaluate(() => window.dispatchEvent(new Event('online')))
  await expectAllSent(first)

  const rows = await serverRows(server, token)
  expect(rows.posSales.map(({ receiptNumber }) => receiptNumber).sort()).toEqual([...receipts].sort())
  expect(rows.sales.length).toBe(rows.posSales.reduce((sum, { lines }) => sum + lines.length, 0))
  for (const { id, quantity } of goods) expect(rows.items.find((item) => item.id === id)?.stockCount).toBe(quantity - (sold.get(id) ?? 0))
  expect(rows.discrepancies).toEqual([])
  await tablet.close()
})

it('records both sales when two devices sell the last piece offline, and opens a discrepancy', async () => {
  const [last] = makeGoods(1, 1).map((one) => ({ ...one, name: 'The last piece', barcode: '036000291452' })) as [Goods]
  await stock(server, token, [last])
  const tablets = [await Device.install(browser, server), await Device.install(browser, server)]
  const tills: Page[] = []
  for (const tablet of tablets) {
    const page = await tablet.signIn()
    await page.goto(`${server.url}/pos`)
    await openTill(page)
    await expectAllSent(page)
    tills.push(page)
    await tablet.offline(true)
  }
  const receipts: string[] = []
  for (const till of tills) receipts.push(await sellForCash(till, [last]))
  for (const [at, tablet] of tablets.entries()) {
    await tablet.offline(false)
    await tills[at]?.evaluate(() => window.dispatchEvent(new Event('online')))
    await expectAllSent(tills[at] as Page)
  }
  const rows = await serverRows(server, token)
  expect(rows.posSales.filter(({ receiptNumber }) => receipts.includes(receiptNumber)).length).toBe(2)
  expect(rows.items.find(({ id }) => id === last.id)?.stockCount).toBe(-1)
  expect(rows.discrepancies).toMatchObject([{ kind: 'negative_stock', itemId: last.id, quantity: 1, settledAtMs: null }])
  const office = tills[0] as Page
  await office.goto(`${server.url}/discrepancies`)
  await office.getByText('The last piece').first().waitFor()
  for (const tablet of tablets) await tablet.close()
})

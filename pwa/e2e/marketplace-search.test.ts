import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { Device } from './browser.ts'
import { giveGoods, joinShop } from './consignor.ts'
import { browser, server, token, withShop } from './shop.ts'

/** One more than the 200 items of the marketplace that a device stores, so that the device lacks the item whose name sorts last. */
const MANY = 201
const LAST = 'Zither of the attic'

let phone: Device
let page: Page

withShop()
beforeAll(async () => {
  const ann = await joinShop(server, 'Ann Keeper')
  const bob = await joinShop(server, 'Bob Wanter')
  const bowls = Array.from({ length: MANY - 1 }, (_, n) => ({
    name: `Bowl ${String(n).padStart(3, '0')}`,
    barcode: `7000${n}`,
    quantity: 1,
  }))
  await giveGoods(server, token, ann.uid, [...bowls, { name: LAST, barcode: '79999', quantity: 1 }])
  phone = await Device.install(browser, server, { width: 390, height: 844 })
  page = await phone.signIn(bob.email, bob.password)
  await page.goto(`${server.url}/marketplace`)
  await page.getByText(`${MANY} items available`).waitFor()
})

const search = () => page.getByLabel('Search items by name')

it('says that no items were found only after the server has answered', async () => {
  let answer = () => {}
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/marketplace\/items\?.*search=Zither/, async (route) => {
    await mayAnswer
    await route.continue()
  })
  const asked = page.waitForRequest(/marketplace\/items\?.*search=Zither/)
  await search().fill('Zither')
  await asked
  await page.getByRole('status', { name: 'Loading...' }).waitFor()
  expect(await page.getByText('No items found').count()).toBe(0)
  expect(await page.getByText(/available$/).count()).toBe(0)
  answer()
  await page.getByRole('list', { name: 'Items of others' }).getByText(LAST).first().waitFor()
  await page.getByText('1 item available').waitFor()
  await search().fill('Zeppelin')
  await page.getByText('No items found').waitFor()
})

it('says offline that it can search only the items on this device', async () => {
  await search().fill('')
  await page.getByText(`${MANY} items available`).waitFor()
  await phone.offline(true)
  await page.reload()
  await page.getByText(`The first 200 of ${MANY} items are on this device.`).waitFor({ timeout: 30_000 })
  await search().fill('Bowl 007')
  await page.getByRole('list', { name: 'Items of others' }).getByText('Bowl 007').first().waitFor()
  await search().fill('Zither')
  await page.getByText(`Searching all ${MANY} needs a connection.`).waitFor()
  expect(await page.getByText('No items found').count()).toBe(0)
  await phone.offline(false)
  await page.getByText('1 item available').waitFor({ timeout: 60_000 })
})

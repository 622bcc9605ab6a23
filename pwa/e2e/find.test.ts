import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { expectNoBarriers } from './axe.ts'
import { Device, untilControlled } from './browser.ts'
import { type Consignor, giveGoods, joinShop } from './consignor.ts'
import { browser, server, token, withShop } from './shop.ts'
import { makeGoods, runCommands, stock, tillSale } from './shop-data.ts'

const RECEIPT = 'ZQ7-0042'

let ann: Consignor
let device: Device
let page: Page

withShop()
beforeAll(async () => {
  await stock(server, token, makeGoods(3))
  ann = await joinShop(server, 'Ann Consignor')
  await giveGoods(server, token, ann.uid, [
    { name: 'Blue teapot', barcode: '036000291452', quantity: 2 },
    { name: '<img src=x onerror="window.hostile=1">', barcode: 'TEXT-1', quantity: 1 },
  ])
  await runCommands(server, token, [tillSale(RECEIPT, [{ itemName: 'Lamp', unitPriceCents: 1_250 }], { kind: 'cash', label: 'Cash' })])
  device = await Device.install(browser, server)
  page = await device.signIn()
  await page.goto(`${server.url}/admin`)
  await untilControlled(page)
})

const find = (of = page) => of.getByRole('dialog', { name: 'Find', exact: true })
const field = (of = page) => find(of).getByRole('combobox')
const option = (name: string | RegExp, of = page) => find(of).getByRole('option', { name })
const chosen = () => find().getByRole('option', { selected: true })
/** Opens the window by its key, and types. */
const type = async (text: string) => {
  await page.keyboard.press('Control+k')
  await field().and(page.locator(':focus')).waitFor()
  await page.keyboard.type(text)
}

it('opens by Ctrl K from a field too, lists actions and screens, and gives the focus back', async () => {
  const search = page.getByRole('searchbox', { name: 'Search', exact: true })
  await search.click()
  await type('')
  await option(/^New sale/).waitFor()
  expect(await find().getByRole('group').allInnerTexts()).toEqual([
    expect.stringContaining('Add item'),
    expect.stringContaining('Audit log'),
  ])
  await expectNoBarriers(page, 'Find')
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  await find().waitFor({ state: 'hidden' })
  await expect.poll(() => search.evaluate((one) => one === document.activeElement)).toBe(true)
  expect(await search.inputValue()).toBe('')
})

it('does nothing behind a window, and nothing at the till, to which "New sale" leads', async () => {
  await page.getByRole('button', { name: 'Categories', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Categories', exact: true })
  await sheet.getByLabel('New category').press('Control+k')
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })
  expect(await find().count()).toBe(0)
  await type('sale new')
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Search items' }).waitFor()
  await page.keyboard.press('Control+k')
  await page
    .getByRole('button', { name: /^Profile menu of/ })
    .filter({ visible: true })
    .click()
  await page.getByRole('menuitem', { name: 'Find', exact: true }).waitFor()
  expect(await find().count()).toBe(0)
  await page.getByRole('menuitem', { name: 'Find', exact: true }).press('Enter')
  await field().fill('settings')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
})

it('finds goods, misspelt ones too, people and receipts by number, offline', async () => {
  await device.offline(true)
  await page.reload()
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  await type('teapto')
  await find().getByRole('group', { name: 'Goods that may be meant' }).getByText('Blue teapot').waitFor()
  await field().fill('036000291452')
  await option(/^Blue teapot\s*2 in stock · Ann Consignor$/).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin?q=036000291452')
  await expect.poll(() => page.locator('[aria-label="Items"] [data-row-index]').count()).toBe(1)

  await type('ann cons')
  await option(/^Ann Consignor/).click()
  await page.waitForURL(`**/consignors?q=${encodeURIComponent(ann.email)}`)

  await type('zq7-00')
  await expect.poll(() => chosen().innerText()).toMatch(/^ZQ7-0042\s+\$12\.50 · /)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: /^Sale/ }).getByText(RECEIPT).first().waitFor()
  expect(new URL(page.url()).search).toBe('')
  await page.keyboard.press('Escape')

  await type('no such thing at all')
  await find().getByText('Nothing on this device has that name or number.').waitFor()
  await expectNoBarriers(page, 'Find without results')
  await field().fill('onerror=')
  await option(/^<img src=x/).waitFor()
  expect(await page.evaluate(() => 'hostile' in window)).toBe(false)
  await field().fill('item')
  await expect.poll(() => chosen().innerText()).toMatch(/^Add item\s/)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => chosen().innerText()).toMatch(/^Add item for a consignor/)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Add to Master Inventory' }).waitFor()
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await page.keyboard.press('Escape')
  await device.offline(false)
})

it('shows a consignor on a phone only their own goods and screens, from the menu', async () => {
  const phone = await Device.open(browser, server, { width: 390, height: 844 })
  const own = await phone.signIn(ann.email, ann.password)
  await own.getByText('Blue teapot').first().waitFor()
  await own
    .getByRole('button', { name: /^Profile menu of/ })
    .filter({ visible: true })
    .click()
  await own.getByRole('menuitem', { name: 'Find', exact: true }).click()
  await option(/^Sales History/, own).waitFor()
  expect(await option(/^(?:New sale|Add item|Consignors|Settings)/, own).count()).toBe(0)
  await expectNoBarriers(own, 'Find on a phone')
  for (const [text, count] of [
    ['Goods number', 0],
    [RECEIPT, 0],
    ['example.org', 0],
    ['tea', 1],
  ] as const) {
    await field(own).fill(text)
    await expect.poll(() => find(own).getByRole('option').count()).toBe(count)
  }
  await option(/^Blue teapot\s*2 in stock$/, own).click()
  await own.waitForURL('**/dashboard?q=036000291452')
  const goods = own.getByRole('list', { name: 'Your items' }).getByRole('listitem')
  await expect.poll(() => goods.count()).toBe(1)
  await expect.poll(() => goods.first().evaluate((one) => one.getBoundingClientRect().top < innerHeight)).toBe(true)
  await phone.close()
})

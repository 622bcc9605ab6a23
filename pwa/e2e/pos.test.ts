import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { Device, untilControlled } from './browser.ts'
import { giveGoods, joinShop } from './consignor.ts'
import { browser, server, token, withShop } from './shop.ts'
import { type Goods, makeGoods, runCommands, stock, tillSale } from './shop-data.ts'
import { untilStored } from './stored.ts'
import { expectAllSent, openTill, scan, tapReady } from './till.ts'

const DAY_MS = 86_400_000
const goods = makeGoods(60)
const [jug] = goods as [Goods]

let tablet: Device
let page: Page

withShop()
beforeAll(async () => {
  await stock(server, token, goods)
  const cora = await joinShop(server, 'Cora Consignor')
  await giveGoods(server, token, cora.uid, [{ name: 'Blue teapot', barcode: 'POT-1', quantity: 3 }])
  const former = tillSale('BEFORE-0001', [{ itemName: 'Vase', unitPriceCents: 500 }], { kind: 'cash', label: '' })
  await runCommands(server, token, [{ ...former, at: Date.now() - 2 * DAY_MS }])
  tablet = await Device.install(browser, server)
  page = await tablet.signIn()
  await page.goto(`${server.url}/pos`)
  await openTill(page)
})

const cart = () => page.getByRole('region', { name: 'Cart and payment' })
const search = () => page.getByRole('combobox', { name: 'Search items' })
const found = () => page.getByRole('listbox', { name: /items?\b|Sold last/ }).getByRole('option')
const complete = () => page.getByRole('button', { name: 'Complete Sale' }).click()

it('searches 300 ms after the last key, and shows at most 50 items', async () => {
  await page.getByText('61 items are ready to sell').waitFor()
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await search().fill('goods')
  await page.clock.runFor(299)
  expect(await found().count()).toBe(0)
  await page.clock.runFor(1)
  await page.getByText('First 50 items').waitFor()
  expect(await found().count()).toBe(50)
  await page.clock.resume()
})

it('refuses an empty cart, a zero price and too many pieces, then sells with the slider’s share', async () => {
  await search().fill('')
  await cart().getByText('Cart is empty').waitFor()
  expect(await page.getByRole('button', { name: 'Complete Sale' }).isDisabled()).toBe(true)
  await page.keyboard.press('F9')
  await cart().getByRole('alert').getByText('Cart is empty').waitFor()
  await search().fill('teapot')
  await found().getByText('Blue teapot').click()
  await complete()
  await cart().getByText('Price must be greater than 0').waitFor()
  await cart().getByLabel('Price of Blue teapot').fill('21.65')
  await cart().getByLabel('Quantity of Blue teapot').fill('1.5')
  await cart().getByText('Quantity must be a whole number').waitFor()
  await cart().getByLabel('Quantity of Blue teapot').fill('4')
  await cart().getByText('Only 3 available in inventory').waitFor()
  await cart().getByLabel('Quantity of Blue teapot').fill('2')

  const share = cart().getByRole('slider', { name: 'Consignor share' })
  await cart().getByRole('button', { name: 'Details' }).click()
  await share.waitFor()
  expect([await share.inputValue(), await share.getAttribute('min'), await share.getAttribute('max')]).toEqual(['50', '0', '100'])
  // prices include tax: 43.30 / 1.0825 is 40.00
  const typed = cart().getByRole('textbox', { name: 'Consignor share' })
  await typed.fill('60.25')
  await cart().getByText('$24.10', { exact: true }).waitFor()
  await typed.fill('101')
  expect(await typed.inputValue()).toBe('60.25')
  await share.fill('60')
  expect(await typed.inputValue()).toBe('60')
  for (const text of ['$40.00', 'Tax (8.25%)', '$3.30', '$24.00']) await cart().getByText(text, { exact: true }).waitFor()
  expect(await cart().getByLabel('Total', { exact: true }).innerText()).toBe('$43.30')
  await complete()
  const exact = page.getByRole('button', { name: /^Exact/ })
  await exact.waitFor()
  // a button that has only just appeared ignores taps
  await expect
    .poll(
      async () => {
        await exact.click({ timeout: 1_000 }).catch(() => undefined)
        return cart().getByText('Sale completed successfully').count()
      },
      { timeout: 30_000 },
    )
    .toBe(1)
  await expectAllSent(page)
})

it('keeps sales on the device, exports today’s as CSV, and remembers the last chosen consignor, also offline', async () => {
  await page.getByRole('button', { name: 'New sale' }).click()
  await page.getByRole('combobox', { name: 'Consignor' }).fill('cora')
  await page.getByRole('listbox', { name: 'Consignors' }).getByRole('option', { name: 'Cora Consignor' }).click()
  await found().getByText('Blue teapot').waitFor()
  await untilControlled(page)
  await untilStored(page, 'till.consignor')
  await tablet.offline(true)
  await page.reload()
  await openTill(page)
  await expect.poll(() => page.getByRole('combobox', { name: 'Consignor' }).inputValue()).toBe('Cora Consignor')
  await expect.poll(async () => (await found().allInnerTexts()).length).toBe(1)

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'More of the till' }).click()
  await page.getByRole('menuitem', { name: 'Today’s sales as CSV' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^pos-sales-\d{4}-\d{2}-\d{2}\.csv$/)
  const [head, line, ...rest] = (await readFile(await file.path(), 'utf8'))
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
  expect(head).toContain('Sale ID,Receipt,Date,Time,Kind,Item')
  expect(line).toMatch(/^POS-\d+/)
  expect(line).toContain(',sale,Blue teapot,POT-1,Cora Consignor,60,2,21.65,0.00,43.30,40.00,3.30,24.00,')
  // the sale of two days ago is not in the file
  expect(rest.length).toBe(1)
  expect(rest[0]).toContain(',total,,,,,2,,0.00,43.30,40.00,3.30,24.00,')
  await page.goto(`${server.url}/pos/sales`)
  await page.getByRole('list', { name: 'Sales' }).getByText('Blue teapot').waitFor()
  await tablet.offline(false)
})

it('keeps payments through a return to the cart and a reload, and takes no more than the sale costs', async () => {
  const price = () => cart().getByLabel(`Price of ${jug.name}`)
  const paid = () => cart().getByLabel('Paid so far', { exact: true })
  const back = () => page.getByRole('button', { name: 'Back to the cart' }).click()
  const takeCash = async (dollars: string) => {
    await complete()
    await page.getByLabel('Cash given').fill(dollars)
    await tapReady(page, /^Take \$.+ then the rest$/)
    await page.getByRole('button', { name: 'Take back Cash' }).waitFor()
    await back()
  }
  await page.goto(`${server.url}/pos`)
  await openTill(page)
  await scan(page, jug.barcode)
  await price().fill('10')
  await takeCash('6')
  expect(await paid().innerText()).toBe('$6.00')
  await page.reload()
  await openTill(page)
  expect(await paid().innerText()).toBe('$6.00')

  await price().fill('5')
  await complete()
  await page.getByRole('alert').getByText('$1.00 more was taken than the sale costs now. Take a payment back.').waitFor()
  expect(await page.getByRole('button', { name: 'Complete Sale' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Take back Cash' }).click()
  await page.getByRole('button', { name: 'Exact $5.00' }).waitFor()
  await back()
  expect(await paid().count()).toBe(0)

  await takeCash('2')
  await page.getByRole('button', { name: 'Discard this cart' }).click()
  await page.getByRole('status').getByText('Cart discarded. Give back the $2.00 paid so far.').waitFor()
  expect(await paid().count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(await paid().innerText()).toBe('$2.00')

  await complete()
  await tapReady(page, 'Exact $3.00')
  await cart().getByText('Sale completed successfully').waitFor()
  await page.getByRole('button', { name: 'New sale' }).click()
  await scan(page, jug.barcode)
  await price().waitFor()
  expect(await paid().count()).toBe(0)
  await expectAllSent(page)
})

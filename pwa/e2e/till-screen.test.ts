import type { Locator, Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { Device } from './browser.ts'
import { browser, server, token, withShop } from './shop.ts'
import { newId, stock } from './shop-data.ts'
import { untilStored } from './stored.ts'
import { emptyCart, openTill, scan, tapReady } from './till.ts'

// How the till looks to a cashier: what stands first, what is off, what both halves show.

const goods = [
  { id: newId(), name: 'Brown teapot', barcode: 'TEA-0', priceCents: 1_500, quantity: 0 },
  { id: newId(), name: 'Green teapot', barcode: 'TEA-1', priceCents: 1_250, quantity: 9 },
  { id: newId(), name: 'Sold vase', barcode: 'VASE-0', priceCents: 900, quantity: 0 },
]
let page: Page

withShop()
beforeAll(async () => {
  await stock(server, token, goods)
  page = await (await Device.open(browser, server)).signIn()
})
beforeEach(async () => {
  await page.goto(`${server.url}/pos`)
  await openTill(page)
  await cart().getByRole('button', { name: 'Complete Sale' }).waitFor()
  await emptyCart(page)
})

const cart = () => page.getByRole('region', { name: 'Cart and payment' })
const search = () => page.getByRole('combobox', { name: 'Search items' })
const results = () => page.getByRole('listbox', { name: /items?\b/ }).getByRole('option')

it('sold-out hits stand below those in stock, and none of them is chosen before somebody chooses it', async () => {
  await search().fill('teapot')
  await expect
    .poll(async () => (await results().allInnerTexts()).map((text) => text.split('\n')[0]))
    .toEqual(['Green teapot', 'Brown teapot'])
  expect(await results().first().getAttribute('aria-selected')).toBe('true')
  await search().fill('vase')
  await results().getByText('Sold vase').waitFor()
  await search().press('Enter')
  expect(await results().first().getAttribute('aria-selected')).toBe('false')
  await search().press('ArrowDown')
  await search().press('Enter')
  await cart().getByText('Only 0 available in inventory').waitFor()
})

it('Enter right after typing adds the top hit in stock, and does not wait for the pause of the search', async () => {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await search().fill('teapot')
  await search().press('Enter')
  await cart().getByText('Green teapot', { exact: true }).waitFor()
  expect(await search().inputValue()).toBe('')
  await page.clock.resume()
})

it('Complete Sale is off for an empty cart, and otherwise says what is still to pay', async () => {
  const complete = () => cart().getByRole('button', { name: 'Complete Sale' })
  expect([await complete().isDisabled(), await complete().innerText()]).toEqual([true, 'Complete Sale'])
  await scan(page, 'TEA-1')
  await expect.poll(() => complete().innerText()).toBe('Complete Sale · $12.50')
  await complete().click()
  await page.getByLabel('Cash given').fill('2')
  await tapReady(page, /^Take \$2.00/)
  await page.getByRole('button', { name: 'Take back Cash' }).waitFor()
  await page.getByRole('button', { name: 'Back to the cart' }).click()
  await expect.poll(() => complete().innerText()).toBe('Complete Sale · $10.50')
  await page.getByRole('button', { name: 'Discard this cart' }).click()
  await cart().getByText('Cart is empty').waitFor()
})

it('a sale shows the amount taken largest, then the change; without change it says so quietly', async () => {
  const sizeOf = (text: string) =>
    cart()
      .getByText(text, { exact: true })
      .evaluate((shown) => Number.parseFloat(getComputedStyle(shown).fontSize))
  const sell = async (given: string) => {
    await scan(page, 'TEA-1')
    await cart().getByText('Green teapot', { exact: true }).waitFor()
    await cart().getByRole('button', { name: 'Complete Sale' }).click()
    await page.getByLabel('Cash given').fill(given)
    await tapReady(page, 'Complete Sale')
    await cart().getByText('Sale completed successfully').waitFor()
  }
  await sell('20')
  const [taken, change, total] = [await sizeOf('$20.00'), await sizeOf('Change due $7.50'), await sizeOf('Total $12.50')]
  expect([taken > change, change > total]).toEqual([true, true])
  await tapReady(page, 'New sale')
  await sell('12.50')
  expect(await sizeOf('No change due')).toBe(await sizeOf('Total $12.50'))
  await tapReady(page, 'New sale')
})

it('subtotal, tax and share open with Details, and stay as somebody left them', async () => {
  const details = () => cart().getByRole('button', { name: 'Details' })
  const share = () => cart().getByRole('slider', { name: 'Consignor share' })
  await scan(page, 'TEA-1')
  await cart().getByText('Green teapot', { exact: true }).waitFor()
  expect([await details().getAttribute('aria-expanded'), await share().count(), await cart().getByText('Subtotal').count()]).toEqual([
    'false',
    0,
    0,
  ])
  await details().click()
  await share().waitFor()
  await cart().getByText('$11.55', { exact: true }).waitFor()
  await untilStored(page, 'till.details')
  await page.reload()
  await share().waitFor()
  await details().click()
  await share().waitFor({ state: 'detached' })
})

it('a tablet in portrait shows goods and cart, in landscape goods on the left', async () => {
  const usual = page.viewportSize()
  await scan(page, 'TEA-1')
  await cart().getByText('Green teapot', { exact: true }).waitFor()
  const half = async () => {
    const [goodsBox, cartBox] = [await page.getByRole('region', { name: 'Items' }).boundingBox(), await cart().boundingBox()]
    return { goods: goodsBox ?? { width: 0, height: 0 }, cart: cartBox ?? { width: 0, height: 0 } }
  }
  const landscape = await half()
  expect(landscape.goods.width / (landscape.goods.width + landscape.cart.width)).toBeCloseTo(0.62, 1)
  await page.setViewportSize({ width: 820, height: 1180 })
  const goodsPart = async () => {
    const shown = await half()
    return Math.round((100 * shown.goods.height) / (shown.goods.height + shown.cart.height))
  }
  await expect.poll(goodsPart).toBe(45)
  await page.getByRole('listbox', { name: 'Sold last' }).getByText('Green teapot').waitFor()
  if (usual) await page.setViewportSize(usual)
})

it('a question about a scan stays beside the cart, and goes with the sale it belongs to', async () => {
  const question = page.getByRole('region', { name: 'Unknown barcode NOBODYS-1' })
  await scan(page, 'TEA-1')
  await scan(page, 'NOBODYS-1')
  await question.waitFor()
  for (const size of [
    { width: 390, height: 844 },
    { width: 820, height: 1180 },
    { width: 1180, height: 820 },
  ]) {
    await page.setViewportSize(size)
    const complete = cart().getByRole('button', { name: 'Complete Sale' })
    const isFree = () =>
      complete.evaluate((button) => {
        const { x, y, width, height } = button.getBoundingClientRect()
        return button.contains(document.elementFromPoint(x + width / 2, y + height / 2))
      })
    await expect.poll(isFree, { message: `${size.width} px` }).toBe(true)
  }
  await cart().getByRole('button', { name: 'Complete Sale' }).click()
  await tapReady(page, /^Exact/)
  await cart().getByText('Sale completed successfully').waitFor()
  expect(await question.count()).toBe(1)
  await tapReady(page, 'New sale')
  await question.waitFor({ state: 'detached' })
})

it('on a phone several questions fold into one line and leave the cart its room', async () => {
  const usual = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await scan(page, 'TEA-1')
  await cart().getByText('Green teapot').waitFor()
  for (const code of ['ODD-1', 'ODD-2', 'ODD-3']) await scan(page, code)
  const isFree = (target: Locator) =>
    target.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    })
  const areFree = async () => [
    await isFree(cart().getByText('Green teapot')),
    await isFree(cart().getByRole('button', { name: 'Complete Sale' })),
  ]
  const line = page.getByRole('button', { name: '3 questions' })
  await line.waitFor()
  expect(await line.getAttribute('aria-expanded')).toBe('false')
  await expect.poll(areFree).toEqual([true, true])
  await line.click()
  const last = page.getByRole('region', { name: 'Unknown barcode ODD-3' })
  await last.getByRole('button', { name: 'Create item' }).click()
  await last.getByLabel('Item name').fill('Odd thing')
  await expect.poll(areFree).toEqual([true, true])
  // a scan meanwhile leaves what is typed
  await scan(page, 'ODD-4')
  await page.getByRole('button', { name: '4 questions' }).waitFor()
  expect(await last.getByLabel('Item name').inputValue()).toBe('Odd thing')
  await expect.poll(areFree).toEqual([true, true])
  await cart().getByRole('button', { name: 'Complete Sale' }).click()
  await tapReady(page, /^Exact/)
  await tapReady(page, 'New sale')
  await page.getByRole('button', { name: '4 questions' }).waitFor({ state: 'detached' })
  if (usual) await page.setViewportSize(usual)
})

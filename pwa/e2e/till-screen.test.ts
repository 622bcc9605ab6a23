import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { Device } from './browser.ts'
import { browser, server, token, withShop } from './shop.ts'
import { newId, stock } from './shop-data.ts'
import { openTill } from './till.ts'

// How the till looks to a cashier: what stands first, what is off, what both halves show.

const goods = [
  { id: newId(), name: 'Brown teapot', barcode: 'TEA-0', priceCents: 1_500, quantity: 0 },
  { id: newId(), name: 'Green teapot', barcode: 'TEA-1', priceCents: 1_250, quantity: 3 },
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
  const remove = page.getByRole('button', { name: /^Remove / }).first()
  while (await remove.count()) await remove.click()
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

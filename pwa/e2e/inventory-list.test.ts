import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { expectNoBarriers } from './axe.ts'
import { Device } from './browser.ts'
import { smallTargets } from './keyboard-checks.ts'
import { browser, server, token, withShop } from './shop.ts'
import { type Goods, makeGoods, stock } from './shop-data.ts'

/** More rows than the list shows before Load More. */
const MANY = 503
const DAY_MS = 86_400_000

let device: Device
let page: Page

withShop()
beforeAll(async () => {
  const [jug, teapot] = makeGoods(2) as [Goods, Goods]
  // one after the other, because a push dates all its commands alike
  await stock(server, token, [{ ...jug, name: 'Sold-out jug', quantity: 0 }])
  await stock(server, token, [{ ...teapot, name: 'Blue teapot' }])
  device = await Device.open(browser, server, { width: 1440, height: 900 })
  page = await device.signIn()
  await page.goto(`${server.url}/admin`)
})

const panel = () => page.getByRole('search', { name: 'Search items' })
const rows = () => page.locator('[aria-label="Items"] [data-row-index]')
const address = () => new URL(page.url()).search
const heading = () => page.locator('header').filter({ has: page.getByRole('heading', { name: 'Inventory', level: 1 }) })

it('filters by stock and age, says how many match, and keeps the filters in the address through a reload', async () => {
  await heading().getByText('2 items').waitFor()
  await page.getByRole('row').filter({ hasText: 'Blue teapot' }).getByText('Today', { exact: true }).waitFor()
  await panel().getByLabel('Stock').selectOption('In stock')
  await expect.poll(() => rows().count()).toBe(1)
  await heading().getByText('1 of 2 items').waitFor()
  await expect.poll(address).toBe('?stock=in')
  await panel().getByLabel('Stock').selectOption('Sold out')
  await rows().filter({ hasText: 'Sold-out jug' }).waitFor()
  await panel().getByLabel('Age').selectOption('Over 30 days')
  await page.getByText('No items found').waitFor()
  await expect.poll(address).toBe('?stock=out&age=30')

  await page.clock.setFixedTime(Date.now() + 40 * DAY_MS)
  await page.reload()
  await rows().filter({ hasText: 'Sold-out jug' }).getByText('40 days ago').waitFor()
  expect(await rows().count()).toBe(1)
  expect(await panel().getByLabel('Age').inputValue()).toBe('30')
  await page.goto(`${server.url}/admin?stock=out&age=60`)
  await page.getByText('No items found').waitFor()
  await page.clock.setFixedTime(Date.now())
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect.poll(() => rows().count()).toBe(2)
  expect(address()).toBe('')
})

it('sorts by the day on which items were added', async () => {
  const added = page.getByRole('columnheader', { name: 'Added' })
  expect(await added.getAttribute('aria-sort')).toBe('descending')
  await rows().first().getByText('Blue teapot').waitFor()
  await added.getByRole('button').click()
  await expect.poll(address).toBe('?sort=added')
  await rows().first().getByText('Sold-out jug').waitFor()
  await added.getByRole('button').click()
  await expect.poll(address).toBe('')
})

it('folds the filters behind one button on a phone, with the number in use, and offers the order of the cards', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  const fold = page.getByRole('button', { name: /^Filters/ })
  await fold.waitFor()
  expect(await panel().getByLabel('Stock').isVisible()).toBe(false)
  await expectNoBarriers(page, 'the inventory on a phone')
  expect(await smallTargets(page, 'main')).toEqual([])
  await fold.click()
  await panel().getByLabel('Stock').selectOption('In stock')
  await panel().getByText('Master', { exact: true }).click()
  await page.getByRole('button', { name: 'Filters (2)' }).waitFor()
  await expectNoBarriers(page, 'the filters on a phone')
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await fold.click()
  await panel().getByLabel('Stock').waitFor({ state: 'hidden' })

  const sort = page.getByRole('combobox', { name: 'Sort' })
  expect(await sort.locator('option:checked').innerText()).toBe('Added: newest first')
  await sort.selectOption('Quantity: low to high')
  await expect.poll(address).toBe('?sort=quantity')
  await rows().first().getByText('Sold-out jug').waitFor()
  await sort.selectOption('Price: high to low')
  await rows().first().getByText('Blue teapot').waitFor()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${server.url}/admin`)
})

it('shows a long list in parts', async () => {
  await stock(server, token, makeGoods(MANY))
  await page.getByText('Showing 500 items').waitFor({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Load More' }).click()
  await page.getByText(`Showing ${MANY + 2} items`).waitFor()
  expect(await page.getByRole('button', { name: 'Load More' }).count()).toBe(0)
})

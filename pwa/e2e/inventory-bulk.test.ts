import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { expectNoBarriers } from './axe.ts'
import { Device, untilControlled } from './browser.ts'
import { smallTargets, unseenStops } from './keyboard-checks.ts'
import { serverRows } from './rows.ts'
import { browser, server, token, withShop } from './shop.ts'
import { type Goods, makeGoods, stock } from './shop-data.ts'

const PHONE = { width: 390, height: 844 }
/** More goods than may be changed in one go. */
const MANY = 1_003

let device: Device
let page: Page
let goods: Goods[]

withShop()
beforeAll(async () => {
  goods = makeGoods(12)
  await stock(server, token, goods)
  device = await Device.install(browser, server)
  page = await device.signIn()
  await page.goto(`${server.url}/admin?sort=-price`)
  await untilControlled(page)
})

const bar = () => page.getByRole('region', { name: 'Selected items' })
const act = (name: string) => bar().getByRole('button', { name, exact: true })
const tick = (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true })
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
const search = () => page.getByLabel('Search', { exact: true })
const undo = () => page.getByRole('button', { name: 'Undo', exact: true })
/** The prices in cents that the server has, by the number in the goods' names. */
const prices = async (...numbers: number[]) => {
  const { items } = await serverRows(server, token)
  return numbers.map((number) => items.find(({ itemName }) => itemName === `Goods number ${number}`)?.priceCents)
}

it('ticks rows by click, Shift and Space, says how many a search hides, and forgets them by Esc', async () => {
  await tick('Goods number 12').click()
  await bar().getByText('1 selected', { exact: true }).waitFor()
  await tick('Goods number 9').click({ modifiers: ['Shift'] })
  await bar().getByText('4 selected', { exact: true }).waitFor()
  await expectNoBarriers(page, 'the inventory with selected rows')
  expect(await unseenStops(page)).toEqual([])

  await search().fill('number 3')
  await tick('Goods number 3').waitFor()
  await bar().getByText('4 selected, all outside this search', { exact: true }).waitFor()
  const row = page.getByRole('row').filter({ hasText: 'Goods number 3' })
  await row.focus()
  await page.keyboard.press('Space')
  await bar().getByText('5 selected, 4 outside this search', { exact: true }).waitFor()
  // Esc in a field belongs to the field
  await search().press('Escape')
  await bar()
    .getByText(/^5 selected/)
    .waitFor()
  await search().fill('')
  await bar().getByText('5 selected', { exact: true }).waitFor()
  const all = page.getByRole('checkbox', { name: 'Select 12 items shown' })
  expect(await all.evaluate((box) => (box as HTMLInputElement).indeterminate)).toBe(true)
  await all.click()
  await bar().getByText('12 selected', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await bar().waitFor({ state: 'hidden' })
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0)
})

it('changes prices offline, sends them later, and puts them back by Undo', async () => {
  await device.offline(true)
  for (const number of [1, 2, 3]) await tick(`Goods number ${number}`).click()
  await act('Price').click()
  const form = dialog('Price of 3 items')
  await expect.poll(() => page.locator(':focus').evaluate((field) => field.tagName)).toBe('INPUT')
  await form.getByText('Lower by %').click()
  await form.getByRole('button', { name: 'Change 3 items' }).click()
  await form.getByText('Please enter a percentage above 0, such as 10 or 12.5').waitFor()
  await form.getByLabel('Percentage').fill('10')
  await form.getByText('Goods number 3: $1.50 → $1.35').waitFor()
  await expectNoBarriers(page, 'the form of many prices')
  await form.getByRole('button', { name: 'Change 3 items' }).click()
  await page.getByText('Price of 3 items changed').waitFor()
  await bar().waitFor({ state: 'hidden' })
  await page.getByRole('row').filter({ hasText: 'Goods number 3' }).getByText('$1.35').waitFor()
  expect(await prices(1, 2, 3)).toEqual([100, 125, 150])
  await device.offline(false)
  await expect.poll(() => prices(1, 2, 3), { timeout: 20_000 }).toEqual([90, 113, 135])
  await undo().click()
  await page.getByText('3 items as before').waitFor()
  await expect.poll(() => prices(1, 2, 3), { timeout: 20_000 }).toEqual([100, 125, 150])
})

it('moves items to a place, and leaves alone what somebody else has changed before the Undo', async () => {
  for (const number of [4, 5]) await tick(`Goods number ${number}`).click()
  await act('Location').click()
  const form = dialog('Location of 2 items')
  await form.getByLabel('New location').fill('Shelf B-2')
  await expectNoBarriers(page, 'the form of many locations')
  await form.getByRole('button', { name: 'Change 2 items' }).click()
  await page.getByText('Location of 2 items changed').waitFor()
  const places = async () => {
    const { items } = await serverRows(server, token)
    return [4, 5].map((number) => items.find(({ itemName }) => itemName === `Goods number ${number}`)?.location)
  }
  await expect.poll(places).toEqual(['Shelf B-2', 'Shelf B-2'])
  await page.getByRole('row').filter({ hasText: 'Goods number 5' }).getByRole('button', { name: 'Edit' }).click()
  await dialog('Edit Item').getByLabel('Location').fill('Window')
  await dialog('Edit Item').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Item updated successfully').waitFor()
  await undo().click()
  await page.getByText('1 item as before').waitFor()
  await expect.poll(places).toEqual(['', 'Window'])
})

it('deletes what is chosen after one question that says how many', async () => {
  for (const number of [6, 7]) await tick(`Goods number ${number}`).click()
  await act('Delete').click()
  const question = dialog('Delete 2 items?')
  await question.getByText('200 pieces leave the books with them.').waitFor()
  await expectNoBarriers(page, 'the question of a deletion of many')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await bar().getByText('2 selected').waitFor()
  await act('Delete').click()
  await question.getByRole('button', { name: 'Delete 2 items' }).click()
  await page.getByText('2 items deleted successfully').waitFor()
  await bar().waitFor({ state: 'hidden' })
  await expect.poll(async () => (await serverRows(server, token)).items.length).toBe(10)
  expect(await undo().count()).toBe(0)
})

it('has targets for a thumb on a phone, and never covers the last card', async () => {
  await page.setViewportSize(PHONE)
  const box = page.getByRole('checkbox', { name: 'Select 10 items shown' })
  await box.click()
  await bar().getByText('10 selected', { exact: true }).waitFor()
  expect(await smallTargets(page, '[aria-label="Items"]')).toEqual([])
  expect(await smallTargets(page, '[aria-label="Selected items"]')).toEqual([])
  const last = page.getByRole('listitem').filter({ hasText: 'Goods number 1' }).last()
  await page.evaluate(() => document.querySelector('[data-scroll-root]')?.scrollTo(0, 1_000_000))
  await last.waitFor()
  const gap = async () => ((await bar().boundingBox())?.y ?? 0) - (await last.evaluate((card) => card.getBoundingClientRect().bottom))
  await expect.poll(gap).toBeGreaterThanOrEqual(0)
  await expectNoBarriers(page, 'the inventory with selected cards')
  await act('Clear selection').click()
  await bar().waitFor({ state: 'hidden' })
  await page.setViewportSize({ width: 1180, height: 820 })
})

it('says how many may be changed in one go', async () => {
  await stock(
    server,
    token,
    makeGoods(MANY).map((one) => ({ ...one, name: `More of ${one.name}` })),
  )
  await page.getByText(/^Showing 500 items/).waitFor({ timeout: 60_000 })
  await page.getByRole('checkbox', { name: 'Select 500 items shown' }).click()
  await bar().getByText('500 selected', { exact: true }).waitFor()
  await act(`Select all ${(MANY + 10).toLocaleString('en-US')}`).click()
  await bar().getByText('1,013 selected', { exact: true }).waitFor()
  await bar().getByText('At most 1,000 items can be changed in one go.').waitFor()
  expect(await act('Delete').count()).toBe(0)
})

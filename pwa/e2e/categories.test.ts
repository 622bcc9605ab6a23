import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { expectNoBarriers } from './axe.ts'
import { Device, untilControlled } from './browser.ts'
import { chooseToAdd } from './row-menu.ts'
import { serverRows } from './rows.ts'
import { browser, server, token, withShop } from './shop.ts'
import { makeGoods, stock } from './shop-data.ts'

let device: Device
let page: Page

withShop()
beforeAll(async () => {
  await stock(server, token, makeGoods(3))
  device = await Device.install(browser, server)
  page = await device.signIn()
  await page.goto(`${server.url}/admin`)
  await untilControlled(page)
})

const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
const rows = (of: Page) => of.locator('[aria-label="Items"] [data-row-index]')
const filter = (of: Page) => of.getByRole('search', { name: 'Search items' }).getByLabel('Category')
const option = (name: string) => page.getByRole('listbox', { name: 'Categories' }).getByRole('option', { name, exact: true })
/** Names of the categories of the server's items, by the items' names. */
const onServer = async () => {
  const { items, categories } = await serverRows(server, token)
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  return Object.fromEntries(items.map(({ itemName, categoryId = '' }) => [itemName, names.get(categoryId) ?? '']))
}

it('adds a category with an item offline, filters by it after a reload, sends it, and shows it on another device', async () => {
  await rows(page).first().waitFor()
  expect(await filter(page).count()).toBe(0)
  await device.offline(true)
  await chooseToAdd(page, 'Add to Master Inventory')
  const form = dialog('Add to Master Inventory')
  await form.getByLabel('Item Name').fill('Red boots')
  await form.getByLabel('Barcode 1').fill('036000291452')
  const category = form.getByRole('combobox', { name: 'Category', exact: true })
  await category.fill('Shoes')
  await category.press('Escape')
  await option('Add “Shoes”').waitFor({ state: 'hidden' })
  expect(await category.inputValue()).toBe('Shoes')
  await category.fill('Shoes & boots')
  await option('Add “Shoes & boots”').click()
  await form.getByLabel('Condition').selectOption('Like new')
  await form.getByRole('button', { name: 'Add Item' }).click()
  await form.waitFor({ state: 'hidden' })

  await page.reload()
  const boots = rows(page).filter({ hasText: 'Red boots' })
  await boots.getByText('Shoes & boots · Like new').waitFor()
  await filter(page).selectOption('Shoes & boots')
  await expect.poll(() => rows(page).count()).toBe(1)
  await expect.poll(() => page.url()).toContain('category=')
  await filter(page).selectOption('No category')
  await expect.poll(() => rows(page).count()).toBe(3)
  await page.reload()
  await rows(page).nth(2).waitFor()
  expect(await rows(page).filter({ hasText: 'Red boots' }).count()).toBe(0)
  await filter(page).selectOption('Shoes & boots')
  await expect.poll(() => rows(page).count()).toBe(1)

  await device.offline(false)
  await expect.poll(onServer).toMatchObject({ 'Red boots': 'Shoes & boots', 'Goods number 1': '' })
  const other = await Device.open(browser, server, { width: 390, height: 844 })
  const phone = await other.signIn()
  await phone.goto(page.url())
  await rows(phone).filter({ hasText: 'Red boots' }).getByText('Shoes & boots · Like new').waitFor()
  expect(await rows(phone).count()).toBe(1)
  await expectNoBarriers(phone, 'goods of a category on a phone')
  await other.close()
})

it('gives many chosen items a category, and takes it away again by Undo', async () => {
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  for (const name of ['Goods number 1', 'Goods number 2']) await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check()
  await page.getByRole('region', { name: 'Selected items' }).getByRole('button', { name: 'Category', exact: true }).click()
  const form = dialog('Category of 2 items')
  await form.getByRole('combobox', { name: 'New category' }).fill('shoes')
  await option('Shoes & boots').click()
  await form.getByRole('button', { name: 'Change 2 items' }).click()
  await page.getByText('Category of 2 items changed').waitFor()
  await expect.poll(onServer).toMatchObject({ 'Goods number 1': 'Shoes & boots', 'Goods number 2': 'Shoes & boots' })
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText('2 items as before').waitFor()
  await expect.poll(onServer).toMatchObject({ 'Red boots': 'Shoes & boots', 'Goods number 1': '', 'Goods number 2': '' })
})

it('renames and deletes a category in a sheet, offline too; its items stay and show none', async () => {
  await device.offline(true)
  await page.getByRole('button', { name: 'Categories', exact: true }).click()
  const sheet = dialog('Categories')
  const entries = sheet.getByRole('list', { name: 'Categories' }).getByRole('listitem')
  await expectNoBarriers(page, 'the sheet of categories')
  expect(await entries.allInnerTexts()).toEqual([expect.stringContaining('Shoes & boots\n1 item')])

  await sheet.getByRole('button', { name: 'Rename Shoes & boots' }).click()
  const newName = sheet.getByLabel('New name of Shoes & boots')
  await newName.fill('   ')
  await newName.press('Enter')
  await sheet.getByText('Please enter a name for the category').waitFor()
  await newName.fill('Footwear')
  await newName.press('Enter')
  await sheet.getByRole('button', { name: 'Rename Footwear' }).waitFor()
  await sheet.getByLabel('New category').fill(' FOOTWEAR ')
  await sheet.getByRole('button', { name: 'Add', exact: true }).click()
  await sheet.getByText('There is a category with this name already.').waitFor()
  expect(await sheet.getByLabel('New category').inputValue()).toBe(' FOOTWEAR ')
  await sheet.getByLabel('New category').fill('<b>Hats</b>')
  await sheet.getByRole('button', { name: 'Add', exact: true }).click()
  await expect.poll(() => entries.count()).toBe(2)
  expect(await sheet.getByLabel('New category').inputValue()).toBe('')

  await sheet.getByRole('button', { name: 'Delete Footwear' }).click()
  await sheet.getByText('1 item will show no category').waitFor()
  await sheet.getByRole('button', { name: 'Keep it' }).click()
  await expect
    .poll(() => sheet.getByRole('button', { name: 'Delete Footwear' }).evaluate((one) => one === document.activeElement))
    .toBe(true)
  await page.keyboard.press('Enter')
  await sheet.getByRole('button', { name: 'Delete category' }).click()
  await expect.poll(() => entries.allInnerTexts()).toEqual([expect.stringContaining('<b>Hats</b>\n0 items')])
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })
  await rows(page).filter({ hasText: 'Red boots' }).getByText('Like new', { exact: true }).waitFor()

  await device.offline(false)
  await expect.poll(onServer).toMatchObject({ 'Red boots': '' })
  const { categories } = await serverRows(server, token)
  expect(categories.map(({ name }) => name)).toEqual(['<b>Hats</b>'])
})

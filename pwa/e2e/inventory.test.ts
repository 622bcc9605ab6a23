import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { expectNoBarriers } from './axe.ts'
import { Device } from './browser.ts'
import { type Consignor, joinShop } from './consignor.ts'
import { chooseInRow, chooseToAdd, openRowMenu } from './row-menu.ts'
import { serverRows } from './rows.ts'
import { browser, server, token, withShop } from './shop.ts'
import { newId, runCommands, stock, tillSale } from './shop-data.ts'

let cora: Consignor
let desktop: Device
let page: Page

withShop()
beforeAll(async () => {
  cora = await joinShop(server, 'Cora Consignor')
  await joinShop(server, 'Ben Other')
  desktop = await Device.open(browser, server, { width: 1440, height: 900 })
  page = await desktop.signIn()
  await page.goto(`${server.url}/admin`)
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
const table = () => page.getByRole('table', { name: 'Items' })
const row = (name: string, source: string) => table().getByRole('row').filter({ hasText: name }).filter({ hasText: source })
/** The actions of a row: those in the row, then those in its menu. */
const actionsOf = async (name: string, source: string) => {
  const one = row(name, source)
  const inRow = await one.getByRole('button').allInnerTexts()
  const menu = await openRowMenu(one)
  const inMenu = await menu.getByRole('menuitem').allInnerTexts()
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'hidden' })
  return [...inRow.filter(Boolean), ...inMenu]
}
const names = () =>
  table()
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((one) => one.querySelectorAll('td')[2]?.innerText.split('\n')[0]))
const pieces = async (itemName: string) => {
  const { items } = await serverRows(server, token)
  return Object.fromEntries(
    items
      .filter((item) => item.itemName === itemName)
      .map(({ consignorId, stockCount }) => [consignorId === null ? 'shop' : consignorId === cora.uid ? 'cora' : 'ben', stockCount]),
  )
}
const owner = (form: ReturnType<typeof dialog>) => form.getByRole('combobox', { name: /^Consignor/ })
const pick = async (form: ReturnType<typeof dialog>, typed: string, option: string) => {
  await owner(form).fill(typed)
  await page.getByRole('option', { name: option }).click()
}

it('starts empty, with its buttons, columns and search fields', async () => {
  await page.getByText('No items found').waitFor()
  await button('Test Discord').waitFor()
  await button('Add').click()
  expect(await page.getByRole('menu', { name: 'Add' }).getByRole('menuitem').allInnerTexts()).toEqual([
    'Add to Master Inventory',
    'Add to Consignor Inventory',
    'Mass Input',
  ])
  await page.keyboard.press('Escape')
  expect(await table().getByRole('columnheader').allInnerTexts()).toEqual([
    '',
    'Picture',
    'Item Name',
    'Listing Title',
    'Barcode 1',
    'Barcode 2',
    'Location',
    'Price',
    'Quantity',
    'Source',
    'Added',
    'Link',
    'Actions',
  ])
  const panel = page.getByRole('search', { name: 'Search items' })
  expect(await panel.getByLabel('Search', { exact: true }).getAttribute('placeholder')).toBe('Name, barcode or title')
  for (const field of [panel.getByRole('textbox', { name: 'Location' }), panel.getByRole('combobox', { name: 'Consignor' })])
    expect(await field.count()).toBe(1)
  expect(await panel.getByRole('radio').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))).toEqual([
    'all',
    'master',
    'consignor',
  ])
  await page.getByText('Showing 0 items').waitFor()
})

it('adds to the master inventory, and hands pieces over only to a picked consignor', async () => {
  await chooseToAdd(page, 'Add to Master Inventory')
  const form = dialog('Add to Master Inventory')
  expect(await form.getByLabel('Quantity').inputValue()).toBe('0')
  await form.getByLabel('Link').fill('no address')
  await form.getByLabel('Quantity').fill('-1')
  await button('Add Item').click()
  for (const problem of ['Please enter an item name', 'Please enter a barcode', 'Please enter a valid link (http:// or https://)'])
    await form.getByText(problem).waitFor()
  await form.getByText('Quantity must be 0 or more').waitFor()
  await form.getByLabel('Item Name').fill('Blue teapot')
  await form.getByLabel('Listing Title').fill('Stoneware, 1960s')
  await form.getByLabel('Barcode 1').fill('036000291452')
  await form.getByLabel('Barcode 2').fill('OWN-7')
  await form.getByLabel('Location').fill('Shelf A-1')
  await form.getByLabel('Link').fill('https://www.example.com/teapot')
  await form.getByLabel('Quantity').fill('5')
  await form.getByLabel('Asking price').fill('1250')
  await button('Add Item').dblclick()
  await page.getByText('Item added to master inventory').waitFor()
  const cells = row('Blue teapot', 'Master').getByRole('cell')
  await expect
    .poll(async () => (await cells.allInnerTexts()).slice(2, 12))
    .toEqual([
      expect.stringContaining('Blue teapot'),
      'Stoneware, 1960s',
      '036000291452',
      'OWN-7',
      'Shelf A-1',
      '$1,250.00',
      '5',
      'Master',
      'Today',
      'example.com',
    ])
  expect(await actionsOf('Blue teapot', 'Master')).toEqual(['Sold', 'Edit', 'Add to Consignor', 'Link', 'Delete'])
  const links = row('Blue teapot', 'Master').locator('a[href]')
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(
    Array(2).fill('https://www.example.com/teapot'),
  )

  await chooseInRow(row('Blue teapot', 'Master'), 'Add to Consignor')
  const handOver = dialog('Add to Consignor')
  const hand = handOver.getByRole('button', { name: 'Add to Consignor' })
  await handOver.getByLabel('Quantity').fill('0')
  await hand.click()
  await handOver.getByText('Please enter a user email or username').waitFor()
  await handOver.getByText('Quantity must be greater than 0').waitFor()
  await owner(handOver).fill('cora')
  await hand.click()
  await handOver.getByText('Please select a user from the dropdown').waitFor()
  await owner(handOver).focus()
  await page.getByRole('option', { name: 'Cora Consignor' }).click()
  await handOver.getByLabel('Quantity').fill('6')
  await hand.click()
  await handOver.getByText('Only 5 available in inventory').waitFor()
  await handOver.getByLabel('Quantity').fill('3')
  await hand.click()
  await page.getByText('Item added to consignor inventory successfully').waitFor()
  await row('Blue teapot', 'Cora Consignor').waitFor()
  await expect.poll(() => pieces('Blue teapot')).toEqual({ shop: 2, cora: 3 })
})

it('copies, sells, edits and deletes a consignor’s item', async () => {
  expect(await actionsOf('Blue teapot', 'Cora Consignor')).toEqual(['Sold', 'Edit', 'Copy to Consignor', 'Link', 'Delete'])
  await chooseInRow(row('Blue teapot', 'Cora'), 'Copy to Consignor')
  const copy = dialog('Copy to Consignor')
  await pick(copy, 'ben', 'Ben Other')
  await copy.getByLabel('Quantity').fill('4')
  await copy.getByRole('button', { name: 'Copy to Consignor' }).click()
  const ask = dialog('Copy 4 pieces?')
  await ask.getByText('Only 3 of this item are in stock.').waitFor()
  await expectNoBarriers(page, 'the question of a copy above the stock')
  await ask.getByRole('button', { name: 'Copy 4' }).click()
  await page.getByText('Item copied to consignor inventory successfully').waitFor()
  await expect.poll(() => pieces('Blue teapot')).toEqual({ shop: 2, cora: 3, ben: 4 })

  await row('Blue teapot', 'Cora').getByRole('button', { name: 'Sold' }).click()
  const sale = dialog('Record Sale')
  await sale.getByText('Consignor Percentage: 50%').waitFor()
  const slider = sale.getByRole('slider', { name: 'Consignor Percentage' })
  expect([await slider.getAttribute('aria-valuemin'), await slider.getAttribute('aria-valuemax')]).toEqual(['0', '100'])
  await sale.getByRole('button', { name: 'Record Sale' }).click()
  await sale.getByText('Total sale price must be at least 0.01').waitFor()
  await sale.getByLabel('Total Sale Price').fill('20')
  await sale.getByLabel('Shipping Cost').fill('4')
  await sale.getByLabel('Quantity Sold').fill('2')
  await sale.getByText('$8.00').first().waitFor()
  // a share may have two decimals, which a slider cannot reach
  const percentage = sale.getByRole('textbox', { name: 'Consignor Percentage' })
  await percentage.fill('33.33')
  await sale.getByText('$5.33').first().waitFor()
  await percentage.fill('50')
  await sale.getByText('$8.00').first().waitFor()
  await expectNoBarriers(page, 'the sale form')
  await sale.getByRole('button', { name: 'Record Sale' }).click()
  await page.getByText('Sale recorded successfully').waitFor()
  await expect.poll(() => pieces('Blue teapot')).toEqual({ shop: 2, cora: 1, ben: 4 })
  const { balance } = await server.request<{ balance: number }>('GET', `/sales/balance/${cora.uid}`, undefined, token)
  expect(balance).toBe(8)

  // a sale of the shop's own goods asks only for the quantity
  await row('Blue teapot', 'Master').getByRole('button', { name: 'Sold' }).click()
  expect(await sale.getByRole('textbox').count()).toBe(1)
  await sale.getByLabel('Quantity Sold').fill('3')
  await sale.getByRole('button', { name: 'Record Sale' }).click()
  await sale.getByText('Only 2 available in inventory').waitFor()
  await sale.getByLabel('Quantity Sold').fill('1')
  await sale.getByRole('button', { name: 'Record Sale' }).click()
  await sale.waitFor({ state: 'hidden' })
  await expect.poll(() => pieces('Blue teapot')).toEqual({ shop: 1, cora: 1, ben: 4 })

  await row('Blue teapot', 'Ben').getByRole('button', { name: 'Edit' }).click()
  const edit = dialog('Edit Item')
  expect(await edit.getByLabel('Barcode 2').inputValue()).toBe('OWN-7')
  await edit.getByLabel('Item Name').fill('Ben’s teapot')
  await edit.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Item updated successfully').waitFor()
  await chooseInRow(row('Ben’s teapot', 'Ben Other'), 'Delete')
  const question = dialog('Delete this item?')
  await question.getByText('Ben’s teapot').waitFor()
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Item deleted successfully').waitFor()
  await expect.poll(() => names()).toEqual(['Blue teapot', 'Blue teapot'])
})

it('adds pieces to the item that a consignor has at the same place, unless an admin wants an item of its own', async () => {
  await chooseInRow(row('Blue teapot', 'Master'), 'Add to Consignor')
  const handOver = dialog('Add to Consignor')
  await pick(handOver, 'ben', 'Ben Other')
  expect(await handOver.getByRole('checkbox').count()).toBe(0)
  await pick(handOver, 'cora', 'Cora Consignor')
  const tick = handOver.getByRole('checkbox', { name: 'Add to the 1 piece that they already have here' })
  expect(await tick.isChecked()).toBe(true)
  await expectNoBarriers(page, 'the hand-over to an item that the consignor has')
  await handOver.getByLabel('Location').fill('Another shelf')
  await tick.waitFor({ state: 'hidden' })
  await handOver.getByLabel('Location').fill('')
  await handOver.getByRole('button', { name: 'Add to Consignor' }).click()
  await page.getByText('Item added to consignor inventory successfully').waitFor()
  await expect.poll(() => pieces('Blue teapot')).toEqual({ shop: 0, cora: 2 })

  // the other spelling of the same barcode
  await chooseToAdd(page, 'Mass Input')
  const mass = dialog('Mass Input')
  await pick(mass, 'cora', 'Cora Consignor')
  await mass.getByLabel('Item Name').fill('Jug')
  await mass.getByLabel('Location').fill('Shelf A-1')
  await mass.getByLabel('Barcodes').fill('0036000291452\n0036000291452')
  await mass.getByRole('checkbox', { name: 'Add to the 2 pieces that they already have here' }).waitFor()
  await mass.getByRole('button', { name: 'Add Items' }).click()
  await page.getByText('1 item added to consignor inventory successfully').waitFor()
  await expect.poll(() => pieces('Blue teapot')).toEqual({ shop: 0, cora: 4 })
  expect(await names()).toEqual(['Blue teapot', 'Blue teapot'])

  await chooseToAdd(page, 'Mass Input')
  await pick(mass, 'cora', 'Cora Consignor')
  await mass.getByLabel('Item Name').fill('Jug')
  await mass.getByLabel('Location').fill('Shelf A-1')
  await mass.getByLabel('Barcodes').fill('036000291452')
  await mass.getByRole('checkbox').uncheck()
  await mass.getByRole('button', { name: 'Add Items' }).click()
  await row('Jug', 'Cora Consignor').waitFor()
  expect(await pieces('Blue teapot')).toEqual({ shop: 0, cora: 4 })
  await chooseInRow(row('Jug', 'Cora Consignor'), 'Delete')
  await dialog('Delete this item?').getByRole('button', { name: 'Delete' }).click()
  await row('Jug', 'Cora Consignor').waitFor({ state: 'hidden' })
})

it('adds to a consignor’s inventory, one item or a list of barcodes', async () => {
  await chooseToAdd(page, 'Add to Consignor Inventory')
  const form = dialog('Add to Consignor Inventory')
  await pick(form, 'ben', 'Ben Other')
  await form.getByLabel('Item Name').fill('Lamp')
  await form.getByLabel('Barcode 1').fill('LAMP-1')
  await button('Add Item').click()
  await page.getByText('Item added to consignor inventory successfully').waitFor()

  await chooseToAdd(page, 'Mass Input')
  const mass = dialog('Mass Input')
  const add = mass.getByRole('button', { name: 'Add Items' })
  await add.click()
  await mass.getByText('Please select a consignor').waitFor()
  await pick(mass, 'cora', 'Cora Consignor')
  await add.click()
  await mass.getByText('Please enter an item name').waitFor()
  await mass.getByLabel('Item Name').fill('Comic')
  await add.click()
  await mass.getByText('Please enter at least one barcode').waitFor()
  await mass.getByLabel('Barcodes').fill('COMIC-1\n\n  COMIC-2 \n')
  await mass.getByText('2 barcodes', { exact: true }).waitFor()
  await add.click()
  await page.getByText('2 items added to consignor inventory successfully').waitFor()
  await expect.poll(names).toHaveLength(5)
})

it('searches by name, barcode, title, location, owner and kind, and clears the whole search', async () => {
  const panel = page.getByRole('search', { name: 'Search items' })
  const text = panel.getByLabel('Search', { exact: true })
  for (const [typed, found] of [
    ['TEAPOT', ['Blue teapot', 'Blue teapot']],
    ['comic-2', ['Comic']],
    ['own-7', ['Blue teapot', 'Blue teapot']],
    ['1960', ['Blue teapot', 'Blue teapot']],
  ] as const) {
    await text.fill(typed)
    await expect.poll(names).toEqual(found)
  }
  await panel.getByText('Master', { exact: true }).click()
  await expect.poll(names).toEqual(['Blue teapot'])
  await page.getByText('Showing 1 items').waitFor()
  await button('Clear').click()
  expect(await text.inputValue()).toBe('')
  await expect.poll(names).toHaveLength(5)
  await panel.getByText('Consignor', { exact: true }).last().click()
  await expect.poll(names).toHaveLength(4)
  await button('Clear').click()
  await panel.getByLabel('Location').fill('shelf a')
  await expect.poll(names).toHaveLength(2)
  await button('Clear').click()
  await panel.getByRole('combobox', { name: 'Consignor' }).fill('ben')
  await page.getByRole('option', { name: 'Ben Other' }).click()
  await expect.poll(names).toEqual(['Lamp'])
  await text.fill('nothing like it')
  await page.getByText('No items found').waitFor()
  await button('Clear').click()
  await expect.poll(names).toHaveLength(5)
})

it('keeps search, filters and order in the address: through a reload, Back and a link, whatever else the address says', async () => {
  const panel = page.getByRole('search', { name: 'Search items' })
  const text = panel.getByLabel('Search', { exact: true })
  const address = () => new URL(page.url()).search
  const before = await page.evaluate(() => history.length)
  await text.pressSequentially('teapot')
  await expect.poll(address).toBe('?q=teapot')
  expect(await page.evaluate(() => history.length)).toBe(before)
  await panel.getByText('Master', { exact: true }).click()
  await expect.poll(names).toEqual(['Blue teapot'])
  await expect.poll(address).toBe('?q=teapot&kind=master')
  await table().getByRole('button', { name: 'Price' }).click()
  await expect.poll(address).toBe('?q=teapot&kind=master&sort=price')
  await page.reload()
  expect(await text.inputValue()).toBe('teapot')
  expect(await table().getByRole('columnheader', { name: 'Price' }).getAttribute('aria-sort')).toBe('ascending')
  await page.goBack()
  await page.goBack()
  await expect.poll(names).toEqual(['Blue teapot', 'Blue teapot'])
  await expect.poll(address).toBe('?q=teapot')
  await expect.poll(() => panel.getByRole('radio', { name: 'All' }).isChecked()).toBe(true)

  await page.goto(`${server.url}/admin?owner=${cora.uid}&sort=-name`)
  await expect.poll(names).toEqual(['Comic', 'Comic', 'Blue teapot'])
  await expect.poll(() => panel.getByRole('combobox', { name: 'Consignor' }).inputValue()).toBe('Cora Consignor')
  await page.goto(`${server.url}/admin?owner=nobody&kind=__proto__&sort=constructor&q=%00`)
  await expect.poll(names).toHaveLength(5)
  await page.goto(`${server.url}/admin`)
})

it('finds a recorded sale of the shop’s own goods, and undoes it', async () => {
  await page.goto(`${server.url}/pos/sales`)
  await page.getByRole('link', { name: 'Recorded sales' }).click()
  await page.getByRole('heading', { level: 1, name: 'Recorded sales' }).waitFor()
  const sold = page.locator('[aria-label="Recorded sales"] [data-row-index]')
  await expect.poll(() => sold.count()).toBe(2)
  await page.getByLabel('Search').fill('no such thing')
  await page.getByText('No recorded sale matches').waitFor()
  await page.getByLabel('Search').fill('shop')
  await expect.poll(() => sold.count()).toBe(1)
  await expectNoBarriers(page, 'the recorded sales')
  await sold.first().click()
  const sale = dialog('Sale')
  await sale.getByText('The price of this sale was not recorded.').waitFor()
  await sale.getByRole('button', { name: 'Undo this sale…' }).click()
  await expect.poll(() => sale.locator(':focus').getAttribute('value')).toBe('back')
  await expectNoBarriers(page, 'the undo of a sale of the shop’s own goods')
  await sale.getByLabel('Reason').fill('Sold by mistake')
  await sale.getByRole('radio', { name: 'They never left the shelf' }).check()
  await sale.getByRole('button', { name: 'Undo the sale' }).click()
  await page.getByText('The sale is undone.').waitFor()
  await sold.first().getByText('Void').waitFor()
  await page.goto(`${server.url}/admin`)
  await expect.poll(() => pieces('Blue teapot')).toEqual({ shop: 1, cora: 4 })
})

it('takes a quantity typed for an oversold item as a count, which answers the question about the missing pieces', async () => {
  const radio = { id: newId(), name: 'Oversold radio', barcode: 'RADIO-1', priceCents: 900, quantity: 0 }
  await stock(server, token, [radio])
  const sold = { itemId: radio.id, itemName: radio.name, unitPriceCents: 900 }
  await runCommands(server, token, [tillSale('R-1', [sold], { kind: 'cash', label: '' })])
  const questions = async () => (await serverRows(server, token)).discrepancies.map(({ kind, settlement }) => [kind, settlement])
  expect(await questions()).toContainEqual(['negative_stock', null])

  await page.getByRole('search', { name: 'Search items' }).getByLabel('Search', { exact: true }).fill('radio')
  await row(radio.name, 'Master').getByRole('button', { name: 'Edit' }).click()
  const edit = dialog('Edit Item')
  await edit.getByText('The books say -1').waitFor()
  expect(await edit.getByRole('checkbox', { name: 'Recount' }).isChecked()).toBe(false)
  await edit.getByLabel('Quantity').fill('5')
  expect(await edit.getByRole('checkbox', { name: 'Recount' }).isChecked()).toBe(true)
  expect(await edit.getByLabel('Counted quantity').inputValue()).toBe('5')
  await edit.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Item updated successfully').waitFor()
  await expect.poll(() => pieces(radio.name)).toEqual({ shop: 5 })
  expect(await questions()).toContainEqual(['negative_stock', 'count_corrected'])
})

import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { expectNoBarriers } from './axe.ts'
import { Device, follow, untilControlled } from './browser.ts'
import { type Consignor, joinShop } from './consignor.ts'
import { expectFits } from './layout.ts'
import { serverRows } from './rows.ts'
import { browser, server, token, withShop } from './shop.ts'
import { makeGoods, runCommands } from './shop-data.ts'
import { emptyCart, expectAllSent, openTill, scan, sellForCash } from './till.ts'

// Goods come back to the till piece by piece, without network.

let ann: Consignor
let tablet: Device
let page: Page
let receipt: string
const [vase] = makeGoods(1, 5).map((goods) => ({ ...goods, name: 'Vase', priceCents: 1_801 }))
if (!vase) throw new Error('no goods')

const balance = async () => (await server.request<{ balance: number }>('GET', `/sales/balance/${ann.uid}`, undefined, token)).balance
const stockCount = async () => (await serverRows(server, token)).items.find(({ id }) => id === vase.id)?.stockCount
const sale = () => page.getByRole('dialog', { name: `Sale ${receipt}` })
const form = () => page.getByRole('dialog', { name: `Return goods · receipt ${receipt}` })
const pieces = () => form().getByLabel('Pieces of Vase')
const openSale = async () => {
  await page.getByRole('list', { name: 'Sales' }).getByText(receipt).click()
  await sale().waitFor()
}

withShop()
beforeAll(async () => {
  ann = await joinShop(server, 'Ann Consignor')
  const { id, name, barcode, priceCents, quantity } = vase
  const args = { id, consignorId: ann.uid, texts: { itemName: name, barcode1: barcode, priceCents }, quantity }
  await runCommands(server, token, [{ name: 'inventory.addConsignor', args }])
  tablet = await Device.install(browser, server)
  page = await tablet.signIn()
  await page.goto(`${server.url}/pos`)
  await openTill(page)
  await untilControlled(page)
  receipt = await sellForCash(page, [vase, vase])
})

it('takes one of two pieces back without network, and shows the return in the sale and on the receipt', async () => {
  await expectAllSent(page)
  expect([await stockCount(), await balance()]).toEqual([3, 16.64])
  await tablet.offline(true)
  await follow(page, '/pos/sales')
  await openSale()
  await sale().getByRole('button', { name: 'Return goods…' }).click()
  await form().getByText('2 of 2 left').waitFor()
  await form().getByRole('status').filter({ hasText: 'Please choose what came back' }).waitFor()
  await scan(page, vase.barcode)
  await expect.poll(() => pieces().inputValue()).toBe('1')
  expect(await form().getByRole('radio', { name: 'Cash' }).isChecked()).toBe(true)
  await form().getByLabel('Reason (optional)').fill('A crack in the glaze')
  await expectNoBarriers(page, 'goods that come back')
  await expectFits(page, 'goods that come back')
  // the message goes by itself after some seconds, which pass before a busy machine comes to the next line
  const told = page.getByText('$18.01 given back in cash').waitFor()
  await form().getByRole('button', { name: 'Give back $18.01' }).dblclick()
  await told
  await form().waitFor({ state: 'hidden' })
  const returned = sale().getByRole('list', { name: 'Returns' }).getByRole('listitem')
  for (const text of ['$18.01 in cash', 'On the shelf', 'A crack in the glaze', 'Saved on this device'])
    await returned.getByText(text).first().waitFor()
  expect(await returned.count()).toBe(1)
  await expectNoBarriers(page, 'a sale with a return')
  await sale().getByRole('button', { name: 'Show receipt' }).click()
  const paper = page.getByRole('article', { name: `Receipt ${receipt}` })
  for (const text of ['1 returned', 'Given back']) await paper.getByText(text).waitFor()
})

it('puts the piece on the shelf and takes the consignor’s share back, also after a reload', async () => {
  await page.goto(`${server.url}/admin`)
  await page.getByRole('row').filter({ hasText: 'Vase' }).getByText('4', { exact: true }).first().waitFor()
  await tablet.offline(false)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expectAllSent(page)
  expect([await stockCount(), await balance()]).toEqual([4, 8.32])
})

it('chooses scanned pieces while a return is open, and leaves the cart behind it alone', async () => {
  await page.goto(`${server.url}/pos`)
  await openTill(page)
  await scan(page, receipt, { withShift: true })
  await page
    .getByRole('region', { name: `Receipt ${receipt}` })
    .getByRole('button', { name: 'Return goods…' })
    .click()
  await form().getByText('1 of 2 left').waitFor()
  await form().getByLabel('Reason (optional)').focus()
  await scan(page, vase.barcode)
  await form().getByText('All that is left of Vase is chosen already').waitFor()
  await form().getByRole('button', { name: 'One less of Vase' }).click()
  await form().getByRole('button', { name: 'One more of Vase' }).click()
  expect(await pieces().inputValue()).toBe('1')
  await form().getByRole('button', { name: 'One less of Vase' }).click()
  await scan(page, '4006381333931')
  await form().getByText('4006381333931 is not on this receipt').waitFor()
  await scan(page, vase.barcode)
  await expect.poll(() => pieces().inputValue()).toBe('1')
  expect(await form().getByLabel('Reason (optional)').inputValue()).toBe('')
  await form().getByRole('button', { name: 'Cancel' }).click()
  await form().waitFor({ state: 'hidden' })
  expect(await page.locator('[data-line]').count()).toBe(0)
  await scan(page, vase.barcode)
  await expect.poll(() => page.locator('[data-line]').count()).toBe(1)
  await emptyCart(page)
})

it('takes the last piece back, which is handed to its consignor, and then nothing more', async () => {
  await page.goto(`${server.url}/pos/sales`)
  await openSale()
  await sale().getByText('1 returned').waitFor()
  await sale().getByRole('button', { name: 'Return goods…' }).click()
  await form().getByText('1 of 2 left').waitFor()
  expect(await pieces().inputValue()).toBe('1')
  await form().getByText('Other', { exact: true }).click()
  await form().getByRole('radio', { name: 'With the consignor' }).check()
  await form().getByRole('button', { name: 'Give back $18.01' }).click()
  await form().getByText('Please enter how it is given back').waitFor()
  await form().getByLabel('Given back as').fill('Gift card')
  await form().getByRole('button', { name: 'Give back $18.01' }).click()
  await page.getByText('$18.01 given back by Gift card').waitFor()
  await sale().getByText('2 returned').waitFor()
  expect(await sale().getByRole('button', { name: 'Return goods…' }).count()).toBe(0)
  await expectAllSent(page)
  expect([await stockCount(), await balance()]).toEqual([4, 0])
})

it('the consignor reads in the history when and why it came back, from the row of the return too', async () => {
  const phone = await Device.open(browser, server, { width: 390, height: 844 })
  const history = await phone.signIn(ann.email, ann.password)
  await follow(history, '/sales-history')
  const row = history.getByRole('list', { name: 'History' }).getByRole('listitem').filter({ hasText: '1 returned, A crack in the glaze' })
  await row.waitFor()
  await expectNoBarriers(history, 'a history with returns')
  await row.getByText('Vase', { exact: true }).click()
  const details = history.getByRole('dialog', { name: 'Sale' })
  await details.getByText('A crack in the glaze').waitFor()
  expect(await details.getByText('1 piece returned on').count()).toBe(2)
})

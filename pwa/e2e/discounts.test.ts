import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { Device } from './browser.ts'
import { type Consignor, joinShop } from './consignor.ts'
import { serverRows } from './rows.ts'
import { browser, server, token, withShop } from './shop.ts'
import { newId, runCommands } from './shop-data.ts'
import { expectAllSent, openTill, scan, tapReady } from './till.ts'

let ann: Consignor
let first: Device
let page: Page

withShop()
beforeAll(async () => {
  ann = await joinShop(server, 'Ann Consignor')
  const goods = [
    { itemName: 'Green lamp', barcode1: 'LAMP-1' },
    { itemName: 'Red chair', barcode1: 'CHAIR-1' },
  ]
  await runCommands(
    server,
    token,
    goods.map((texts) => ({
      name: 'inventory.addConsignor',
      args: { id: newId(), consignorId: ann.uid, texts: { ...texts, priceCents: 2_165 }, quantity: 9 },
    })),
  )
  first = await Device.install(browser, server)
  page = await first.signIn()
  await page.goto(`${server.url}/pos`)
  await openTill(page)
})

const cart = (on: Page) => on.getByRole('region', { name: 'Cart and payment' })
const total = (on: Page) => cart(on).getByLabel('Total', { exact: true })
const discounts = (on: Page) => cart(on).getByLabel('Discounts', { exact: true })
const form = (name: string) => page.getByRole('dialog', { name })
const addLamp = async () => {
  await scan(page, 'LAMP-1')
  await cart(page).getByText('Green lamp').waitFor()
}

it('takes a line’s discount at the shop’s cost and one of the whole cart, offline, and pays the consignor the full share', async () => {
  await expectAllSent(page)
  await first.offline(true)
  await addLamp()
  await page.keyboard.press('%')
  const ofLine = form('Discount on Green lamp')
  const percent = ofLine.getByLabel('Percent off')
  await percent.fill('110')
  await page.keyboard.press('Enter')
  await ofLine.getByText('At most 100%').waitFor()
  expect(await percent.inputValue()).toBe('110')
  await percent.fill('60')
  await ofLine.getByRole('radio', { name: 'The shop', exact: true }).check()
  await ofLine.getByLabel('Reason (optional)').fill('damaged')
  // $20.00 before tax: the consignor's half is $10.00, the customer pays $8.00 before tax
  for (const text of ['$8.66', '$10.00', 'The shop pays $2.00 more to the consignor than it gets.'])
    await ofLine.getByText(text, { exact: true }).waitFor()
  await percent.fill('20')
  await ofLine.getByText('$17.32', { exact: true }).waitFor()
  await percent.press('Enter')
  await ofLine.waitFor({ state: 'hidden' })
  await cart(page).getByText('20% off · damaged', { exact: true }).waitFor()
  await cart(page).getByText('$17.32', { exact: true }).first().waitFor()

  await page.getByRole('button', { name: 'Discount on the whole cart' }).click()
  const ofCart = form('Discount on the whole cart')
  await ofCart.getByText('Amount', { exact: true }).click()
  await ofCart.getByLabel('Amount off').fill('7.32')
  await ofCart.getByRole('radio', { name: 'The shop', exact: true }).check()
  await ofCart.getByRole('button', { name: 'Apply' }).click()
  await ofCart.waitFor({ state: 'hidden' })
  expect([await total(page).innerText(), await discounts(page).innerText()]).toEqual(['$10.00', '−$11.65'])

  await page.getByRole('button', { name: 'Complete Sale' }).click()
  await tapReady(page, 'Exact $10.00')
  await page.getByText('Sale completed successfully').waitFor()
  await page.getByText('Total $10.00').waitFor()
  await page.getByRole('button', { name: 'New sale' }).click()
  await first.offline(false)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expectAllSent(page)
  const { posSales } = await serverRows(server, token)
  expect(posSales).toMatchObject([{ totalCents: 1_000, payoutCents: 1_000 }])
  const { balance } = await server.request<{ balance: number }>('GET', `/sales/balance/${ann.uid}`, undefined, token)
  expect(balance).toBe(10)
})

it('keeps discounts through a parked cart that another device resumes, and sells what then costs nothing', async () => {
  await addLamp()
  await scan(page, 'CHAIR-1')
  await cart(page).getByText('Red chair').waitFor()
  const button = page.getByRole('button', { name: 'Discount on Red chair' })
  await button.click()
  await form('Discount on Red chair').getByLabel('Percent off').fill('100')
  await page.keyboard.press('Enter')
  await cart(page).getByText('100% off', { exact: true }).waitFor()
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.getByRole('button', { name: 'Undo' }).click()
  await cart(page).getByText('100% off', { exact: true }).waitFor({ state: 'hidden' })
  expect(await total(page).innerText()).toBe('$43.30')
  await button.click()
  await form('Discount on Red chair').getByLabel('Percent off').fill('100')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Discount on the whole cart' }).click()
  await form('Discount on the whole cart').getByLabel('Percent off').fill('10')
  await page.keyboard.press('Enter')
  await expect.poll(() => total(page).innerText()).toBe('$19.48')
  await page.getByRole('button', { name: 'Park this cart' }).click()
  await page.getByLabel('Park as').fill('Back soon')
  await page.keyboard.press('Enter')
  await expectAllSent(page)

  const second = await Device.open(browser, server)
  page = await second.signIn()
  await page.goto(`${server.url}/pos`)
  await openTill(page)
  await page.getByRole('button', { name: /^Parked carts, [1-9]/ }).click()
  await page.getByText('Back soon').click()
  await cart(page).getByText('100% off', { exact: true }).waitFor()
  expect([await total(page).innerText(), await discounts(page).innerText()]).toEqual(['$19.48', '−$23.82'])
  await page.getByRole('button', { name: 'Remove Green lamp' }).click()
  await page.keyboard.press('F9')
  await cart(page).getByText('Nothing to pay').waitFor()
  await tapReady(page, 'Complete Sale')
  await page.getByText('Sale completed successfully').waitFor()
  await expectAllSent(page)
  const { posSales } = await serverRows(server, token)
  expect(posSales.map(({ totalCents, tenders }) => [totalCents, tenders.length])).toContainEqual([0, 0])
  await second.close()
  await first.close()
})

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { expectNoBarriers } from './axe.ts'
import { Device, untilControlled } from './browser.ts'
import { browser, server, token, withShop } from './shop.ts'
import { makeGoods, runCommands, stock, tillSale } from './shop-data.ts'
import { openTill, scan } from './till.ts'

// The code of a receipt and the tag of a piece lead to the sale, without network.

const DAY_MS = 86_400_000

let page: Page

withShop()
beforeAll(async () => {
  await stock(server, token, makeGoods(3))
  const vase = { itemName: 'Vase', unitPriceCents: 500, barcode: 'VASE-77' }
  const former = tillSale('BEFQR-0012', [vase], { kind: 'cash', label: '' })
  await runCommands(server, token, [{ ...former, at: Date.now() - 2 * DAY_MS }])
  const tablet = await Device.open(browser, server)
  page = await tablet.signIn()
  await page.goto(`${server.url}/pos`)
  await openTill(page)
  await untilControlled(page)
  await tablet.offline(true)
})

const sale = () => page.getByRole('dialog', { name: 'Sale BEFQR-0012' })

it('the till shows the sale of a scanned receipt, and a scanner reads what the receipt shows', async () => {
  await scan(page, 'BEFQR-0012', { withShift: true })
  const question = page.getByRole('region', { name: 'Receipt BEFQR-0012' })
  await question.getByText('$5.00').waitFor()
  await expectNoBarriers(page, 'a scanned receipt')
  await question.getByRole('button', { name: 'Show the sale' }).click()
  await sale().getByRole('button', { name: 'Show receipt' }).click()
  const picture = page.getByRole('img', { name: 'Barcode BEFQR-0012' })
  await picture.waitFor()
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  await prepareZXingModule({ overrides: { wasmBinary: (await readFile(wasm)).buffer as ArrayBuffer }, fireImmediately: true })
  const receipt = page.getByRole('article', { name: 'Receipt BEFQR-0012' })
  // paper has finer dots than a screen
  await receipt.evaluate((paper) => paper.style.setProperty('zoom', '2'))
  const read = await readBarcodes(await receipt.screenshot(), { formats: ['Code128'] })
  expect(read.map(({ text }) => text)).toEqual(['BEFQR-0012'])
  await page.keyboard.press('Escape')
  await picture.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await sale().waitFor({ state: 'detached' })
  await question.waitFor({ state: 'detached' })
  expect(await page.getByText('Cart is empty').count()).toBe(1)
})

it('on the list of sales a scan opens the sale of a receipt, and the tag of a piece finds its sales of all days', async () => {
  await page.goto(`${server.url}/pos/sales`)
  await page.getByText('Nothing was sold today yet').waitFor()
  await scan(page, 'BEFQR-0012', { withShift: true })
  await sale().waitFor()
  await page.keyboard.press('Escape')
  await sale().waitFor({ state: 'detached' })
  await scan(page, 'VASE-77', { withShift: true })
  await page.getByRole('list', { name: 'Sales' }).getByText('BEFQR-0012').waitFor()
  expect(await page.getByLabel('Search', { exact: true }).inputValue()).toBe('VASE-77')
  await scan(page, '4006381333931')
  await page.getByText('No sale matches').waitFor()
})

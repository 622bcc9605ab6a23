import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { expectNoBarriers } from './axe.ts'
import { Device, untilControlled } from './browser.ts'
import { expectFits } from './layout.ts'
import { browser, server, token, withShop } from './shop.ts'
import { makeGoods, runCommands, stock, tillSale } from './shop-data.ts'
import { openTill, scan, sellForCash } from './till.ts'

// The code of a receipt and the tag of a piece lead to the sale, without network.

const DAY_MS = 86_400_000

let page: Page
const [teapot] = makeGoods(1).map((goods) => ({ ...goods, name: 'Teapot', priceCents: 1_801, quantity: 1 }))
if (!teapot) throw new Error('no goods')

withShop()
beforeAll(async () => {
  await stock(server, token, [teapot])
  const vase = { itemName: 'Vase', unitPriceCents: 500, barcode: 'VASE-77' }
  const former = tillSale('BEFQR-0012', [vase], { kind: 'cash', label: '' })
  await runCommands(server, token, [{ ...former, at: Date.now() - 2 * DAY_MS }])
  const tablet = await Device.install(browser, server)
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
  for (const paper of ['58 mm', '80 mm']) {
    await page.getByText(paper, { exact: true }).click()
    // a roll's printer has 203 dots to the inch, a screen 96. The window shows the wider paper with fewer
    await receipt.evaluate((element) => element.style.setProperty('zoom', String(203 / 96)))
    const read = await readBarcodes(await receipt.screenshot(), { formats: ['Code128'] })
    expect([paper, ...read.map(({ text }) => text)]).toEqual([paper, 'BEFQR-0012'])
    await receipt.evaluate((element) => element.style.removeProperty('zoom'))
  }
  await expectNoBarriers(page, 'a receipt')
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

it('a receipt is printed on the paper that this device has, also after a reload', async () => {
  const print = async () => {
    await page.getByRole('list', { name: 'Sales' }).getByText('BEFQR-0012').click()
    await page.evaluate(() => {
      const note = () => Object.assign(window, { printedPage: document.head.lastElementChild?.textContent })
      Object.assign(window, { print: note, printedPage: '' })
    })
    await sale().getByRole('button', { name: 'Reprint' }).click()
    await expect.poll(() => page.evaluate(() => (window as unknown as { printedPage: string }).printedPage)).toContain('@page')
    return page.evaluate(() => (window as unknown as { printedPage: string }).printedPage)
  }
  const listAll = async () => {
    await page.goto(`${server.url}/pos/sales`)
    await page.getByText('Nothing was sold today yet').waitFor()
    await scan(page, 'VASE-77', { withShift: true })
  }
  await listAll()
  expect(await print()).toMatch(/size: 80mm \d+mm; margin: 2mm 4mm/)
  await sale().getByRole('button', { name: 'Show receipt' }).click()
  await page.getByText('58 mm', { exact: true }).click()
  await listAll()
  expect(await print()).toMatch(/size: 58mm \d+mm; margin: 2mm 5mm/)
  await sale().getByRole('button', { name: 'Show receipt' }).click()
  await page.getByText('Sheet', { exact: true }).click()
  await listAll()
  expect(await print()).toContain('size: auto; margin: 12mm')
})

it('the tag of a piece that is sold out offers to take the piece back, and leaves the cart as it was', async () => {
  await page.goto(`${server.url}/pos`)
  await openTill(page)
  const receipt = await sellForCash(page, [teapot])
  await scan(page, teapot.barcode)
  const cart = page.getByRole('region', { name: 'Cart and payment' })
  await cart.getByText('Only 0 available in inventory').waitFor()
  await cart.getByText(/^Sold /).waitFor()
  await expectNoBarriers(page, 'a piece that was sold lately')
  await expectFits(page, 'a piece that was sold lately')
  await cart.getByRole('button', { name: 'Return it…' }).click()
  const form = page.getByRole('dialog', { name: `Return goods · receipt ${receipt}` })
  expect(await form.getByLabel('Pieces of Teapot').inputValue()).toBe('1')
  await form.getByRole('button', { name: 'Give back $18.01' }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByText('$18.01 given back in cash').waitFor()
  await cart.getByText('Cart is empty').waitFor()
  // the piece is on the shelf, and its tag sells it again
  await scan(page, teapot.barcode)
  await cart.getByText('Teapot', { exact: true }).first().waitFor()
  expect(await cart.getByText('available in inventory').count()).toBe(0)
  expect(await cart.getByRole('button', { name: 'Return it…' }).count()).toBe(0)
  await cart.getByRole('button', { name: 'Remove Teapot' }).first().click()
})

it('a scanned receipt leads to its return, and its tag is found in the other spelling', async () => {
  await scan(page, 'BEFQR-0012', { withShift: true })
  const question = page.getByRole('region', { name: 'Receipt BEFQR-0012' })
  await question.getByRole('button', { name: 'Return goods…' }).click()
  const form = page.getByRole('dialog', { name: 'Return goods · receipt BEFQR-0012' })
  expect(await form.getByLabel('Pieces of Vase').inputValue()).toBe('1')
  await form.getByRole('button', { name: 'Give back $5.00' }).click()
  await form.waitFor({ state: 'detached' })
  await question.getByText('$5.00 given back in cash').waitFor()
  await question.getByText(', all returned').waitFor()
  expect(await question.getByRole('button', { name: 'Return goods…' }).count()).toBe(0)
  await page.goto(`${server.url}/pos/sales`)
  await page.getByRole('list', { name: 'Sales' }).waitFor()
  await scan(page, `0${teapot.barcode}`)
  await page.getByRole('list', { name: 'Sales' }).getByText('Teapot', { exact: true }).waitFor()
})

import { readFile } from 'node:fs/promises'
import type { Page, Route } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { excelFile, nothing, number, text } from '../src/inventory/testing/excel-file.ts'
import { expectNoBarriers } from './axe.ts'
import { Device, untilControlled } from './browser.ts'
import { joinShop } from './consignor.ts'
import { unseenStops } from './keyboard-checks.ts'
import { serverRows } from './rows.ts'
import { browser, server, token, withShop } from './shop.ts'
import { newId, runCommands, stock } from './shop-data.ts'

/** Rows of a file that is read in several chunks. Its names have characters of three and four bytes. */
const LARGE_ROWS = 9_000
const largeName = (index: number) => `ชาเขียว 👩‍👩‍👧 ${index}`
const large = () => `name,upc\n${Array.from({ length: LARGE_ROWS }, (_, index) => `${largeName(index)},L-${index}`).join('\n')}\n`

let desktop: Device
let page: Page

withShop()
beforeAll(async () => {
  await joinShop(server, 'Cora Consignor')
  desktop = await Device.install(browser, server, { width: 1280, height: 900 })
  page = await desktop.signIn()
  await page.goto(`${server.url}/admin/import`)
})

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const choose = (text: string, name = 'goods.csv') =>
  page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
const finish = async (outcome: string) => {
  // thousands of rows took more than a minute on a busy machine
  await page.getByText(outcome, { exact: true }).waitFor({ timeout: 180_000 })
  await button('Import Another File').click()
}
const items = async () => (await serverRows(server, token)).items

it('names each wrong line and the reason, and imports all other rows', async () => {
  await choose(
    '\ufeffTitle;EAN;On hand;Preis;Shelf\r\n' +
      '"Two\r\nlines; one tea";0036000291452;3;2.50;A1\r\n' +
      ';4006381333931;1;;\r\n' +
      'Crisps;5.05E+12;1;;\r\n' +
      'Pen;4006381333930;x;;\r\n' +
      'Lamp;LAMP-7;2;;B2\r\n',
  )
  await page.getByText('2 rows can be imported').waitFor()
  await page.getByText('3 rows have errors').waitFor()
  const problems = page.getByRole('region', { name: 'Problems' }).getByRole('listitem')
  await expect
    .poll(() => problems.allInnerTexts())
    .toEqual([
      expect.stringMatching(/Line 4[\s\S]*Please enter an item name/),
      expect.stringMatching(/Line 5[\s\S]*A spreadsheet has shortened this number/),
      expect.stringMatching(/Line 6[\s\S]*Quantity[\s\S]*Please enter a whole number/),
      expect.stringMatching(/Line 6[\s\S]*The check digit of this barcode is wrong/),
    ])
  await expectNoBarriers(page, 'a checked import')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => unseenStops(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 900 })
  await button('Import 2 Rows without Errors').click()
  await finish('2 added, 0 updated, 0 skipped')
  expect((await items()).map(({ itemName, barcode1, stockCount, location }) => [itemName, barcode1, stockCount, location]).sort()).toEqual([
    ['Lamp', 'LAMP-7', 2, 'B2'],
    ['Two\nlines; one tea', '0036000291452', 3, 'A1'],
  ])
})

it('keeps the chosen options when an import fails', async () => {
  const fails = (route: Route) => route.abort()
  await choose('what,code,note\nTea,036000291452,Shelf 3\n')
  await page.getByLabel('Item name').selectOption({ label: 'what' })
  await page.getByLabel('Location').selectOption({ label: 'note' })
  await page.getByRole('radio', { name: 'Update' }).check()
  await page.getByLabel('Quantity of each item').fill('4')
  await page.getByText('1 barcode is already in this inventory and will be updated.').waitFor()
  await page.context().route('**/api/inventory/imports', fails)
  await button('Import 1 Row').click()
  await page.getByRole('heading', { name: 'Nothing was imported' }).waitFor()
  await button('Back').click()
  expect(await page.getByLabel('Location').locator('option:checked').innerText()).toBe('note')
  expect(await page.getByRole('radio', { name: 'Update' }).isChecked()).toBe(true)
  expect(await page.getByLabel('Quantity of each item').inputValue()).toBe('4')
  await page.context().unroute('**/api/inventory/imports', fails)
  await button('Import 1 Row').click()
  await finish('0 added, 1 updated, 0 skipped')
})

it('reads an Excel file, also offline, and imports the long barcodes of its number cells whole', async () => {
  // as much as thousands of goods, which is unpacked in a worker of its own
  const remark = text('x'.repeat(600_000))
  const rows = [
    ['Name', 'EAN', 'Quantity', 'Remark'].map(text),
    [text('Lamp of Excel'), number('4006381333948'), number('2'), remark],
    [text('Cup of Excel'), text('EXCEL-1'), number('1'), nothing],
  ]
  await untilControlled(page)
  await page.context().setOffline(true)
  await page.locator('input[type="file"]').setInputFiles({ name: 'goods.xlsx', mimeType: '', buffer: Buffer.from(excelFile(rows)) })
  await page.getByText('2 rows can be imported').waitFor()
  await page.context().setOffline(false)
  await button('Import 2 Rows').click()
  await finish('2 added, 0 updated, 0 skipped')
  expect(
    (await items())
      .filter(({ itemName }) => itemName.endsWith('of Excel'))
      .map(({ barcode1, stockCount }) => [barcode1, stockCount])
      .sort(),
  ).toEqual([
    ['4006381333948', 2],
    ['EXCEL-1', 1],
  ])
})

it('leaves nothing behind after an import is cancelled, and can start another import immediately', async () => {
  const before = (await items()).length
  let held = 0
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const hold = async (route: Route) => {
    held += 1
    if (held === 1) await released
    await route.continue()
  }
  await page.context().route('**/chunks/2', hold)
  await choose(large(), 'large.csv')
  await button('Import 9,000 Rows').click()
  await page.getByText('Sending rows: 1,000 of 9,000. Nothing has changed yet.').waitFor()
  await button('Cancel').click()
  await page.getByText('Import cancelled. The inventory is as it was.').waitFor()
  // the first import's answer is still pending
  await button('Import 9,000 Rows').click()
  await page.getByText('Importing', { exact: true }).waitFor()
  await finish('9,000 added, 0 updated, 0 skipped')
  release()
  const imported = (await items()).filter(({ barcode1 }) => barcode1.startsWith('L-'))
  expect(imported.map(({ itemName }) => itemName).sort()).toEqual(Array.from({ length: LARGE_ROWS }, (_, index) => largeName(index)).sort())
  expect((await items()).length).toBe(before + LARGE_ROWS)
})

it('does not restart the check when the till sells meanwhile', async () => {
  const tea = (await items()).find(({ barcode1 }) => barcode1 === '036000291452')
  const pulled = () =>
    page.waitForResponse(async (response) => response.url().includes('/sync/pull') && (await response.text()).includes('"items"'))
  await choose('name,upc\nKettle,K-1\nTea,036000291452\n')
  await page.getByText('1 barcode is already in this inventory').waitFor()
  await page.evaluate(() => {
    const counted = globalThis as unknown as { checkCount: number }
    counted.checkCount = 0
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) if (node.textContent?.includes('rows can be imported')) counted.checkCount += 1
    }).observe(document.body, { childList: true, subtree: true })
  })
  const first = pulled()
  await runCommands(server, token, [{ name: 'inventory.edit', args: { id: tea?.id, changes: {}, quantityDelta: -1 } }])
  await first
  await stock(server, token, [{ id: newId(), name: 'Kettle', barcode: 'K-1', priceCents: 100, quantity: 1 }])
  await page.getByText('2 barcodes are already in this inventory').waitFor()
  expect(await page.evaluate(() => (globalThis as unknown as { checkCount: number }).checkCount)).toBe(1)
  await button('Choose Another File').click()
})

it('imports an export again, and creates nothing twice', async () => {
  await page.goto(`${server.url}/admin`)
  await page.getByText('Showing 500 items').waitFor()
  const [file] = await Promise.all([page.waitForEvent('download'), button('Export').click()])
  const exported = await readFile(await file.path(), 'utf8')
  await page.goto(`${server.url}/admin/import`)
  await choose(exported, file.suggestedFilename())
  await button('Import 9,005 Rows').click()
  await finish('0 added, 0 updated, 9,005 skipped')
})

it('says why an import has to wait while the server is unreachable', async () => {
  await choose('name,upc\nTea,T-1\n')
  await desktop.offline(true)
  // a window that gains the focus sends a request, which stays unanswered
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await page.getByText('Importing needs the server. It is not reachable now; the file stays chosen.').waitFor({ timeout: 60_000 })
  expect(await button('Import 1 Row').isDisabled()).toBe(true)
  await desktop.offline(false)
  await expect.poll(() => button('Import 1 Row').isEnabled(), { timeout: 60_000 }).toBe(true)
})

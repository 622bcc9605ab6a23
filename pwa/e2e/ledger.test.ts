import { readFile } from 'node:fs/promises'
import { AxeBuilder } from '@axe-core/playwright'
import Papa from 'papaparse'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { Device } from './browser.ts'
import { ADMIN } from './server.ts'
import { browser, server, token, withShop } from './shop.ts'

const NAME = '<img src=x onerror=alert(1)> Lamp'
const CHAIRS = 55

withShop()
beforeAll(async () => {
  const ask = <T>(method: string, path: string, body?: unknown) => server.request<T>(method, path, body, token)
  const { uid } = await ask<{ uid: string }>('GET', '/auth/me')
  const { item } = await ask<{ item: { id: string } }>('POST', '/inventory/consignor', {
    consignorID: uid,
    itemName: NAME,
    barcode1: '1',
    quantity: 2,
  })
  for (let n = 0; n < CHAIRS; n++) await ask('POST', '/sales/custom', { consignorID: uid, itemName: `Chair ${n}`, amount: 1 })
  await ask('POST', '/sales/record', {
    consignorID: uid,
    itemUID: item.id,
    salePrice: 100,
    shippingCost: 10,
    quantitySold: 1,
    consignorPercentage: 60,
  })
  await ask('PUT', `/sales/balance/${uid}`, { balance: 100, reason: 'Counted wrongly' })
  const { payout } = await ask<{ payout: { id: string } }>('POST', `/payouts/${uid}/request`, {
    amount: 30,
    method: 'cashapp',
    paymentUsername: 'ada',
  })
  await ask('PATCH', `/payouts/${uid}/${payout.id}/paid`)
}, 120_000)

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

it('shows postings and their origin, filters and exports postings, and checks the books', async () => {
  const device = await Device.install(browser, server)
  const page = await device.signIn()
  await page.goto(`${server.url}/admin`)
  await page.getByRole('button', { name: /^More(?! actions)/ }).click()
  await page.getByRole('link', { name: 'Ledger' }).click()
  const table = page.getByRole('table', { name: 'Postings' })
  await table.getByText('Payout paid').waitFor()
  expect(await table.getByText(NAME).count()).toBe(1)

  // origin and entries of a posting, and its sale
  await table.getByText('Recorded sale').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('sales.record', { exact: true }).waitFor()
  expect(await dialog.getByRole('table', { name: 'Entries' }).getByRole('row').allInnerTexts()).toEqual([
    'Account\tWhose\tAmount',
    `Consignor, available\t${ADMIN.displayName}\t$54.00`,
    'Taken for sales\tShop\t-$100.00',
    'Shop’s share\tShop\t$36.00',
    'Shipping\tShop\t$10.00',
    'Sum\t$0.00',
  ])
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Show the sale' }).click()
  await dialog.getByText('Consignor’s share, 60%').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await dialog.getByRole('button', { name: 'All postings of this sale' }).click()
  await expect.poll(() => table.getByRole('row').count()).toBe(2)

  // filtered by kind; the address keeps the filter
  await page.getByRole('button', { name: 'Clear filter' }).click()
  await page.getByLabel('Kind').selectOption('adjustment')
  await table.getByText('Balance corrected').click()
  await dialog.getByText('Counted wrongly').waitFor()
  await page.keyboard.press('Escape')
  expect(page.url()).toContain('/ledger?kind=adjustment')
  await page.getByLabel('Kind').selectOption('pos_sale')
  await page.getByText('No postings found').waitFor()
  await page.getByRole('button', { name: 'Clear filter' }).first().click()

  // no filter is set, so the file contains all postings
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()])
  const text = await readFile(await download.path(), 'utf8')
  expect(text.startsWith('\ufeffDate,')).toBe(true)
  const rows = Papa.parse<string[]>(text, { skipEmptyLines: true }).data
  expect(rows.filter((row) => row[2] === 'custom_sale')).toHaveLength(CHAIRS * 2)
  expect(rows.at(-1)?.slice(5, 8)).toEqual([`all accounts, ${CHAIRS * 2 + 4 + 2 + 4} entries`, '', '0'])

  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByRole('region', { name: 'Books' }).getByText('Books balance').waitFor()

  // balances work offline
  await device.offline(true)
  await page.getByText('Balances', { exact: true }).click()
  await page.getByRole('table', { name: 'Balances' }).getByText('$70.00').first().waitFor()
  await device.close()
})

it('loads further pages on a phone', async () => {
  const device = await Device.install(browser, server, { width: 390, height: 844 })
  const page = await device.signIn()
  await page.goto(`${server.url}/ledger`)
  await page.getByRole('list', { name: 'Postings' }).getByText('Payout paid').waitFor()
  expect(await violations(page)).toEqual([])
  const more = page.getByRole('button', { name: 'Load More' })
  // by keyboard: cards are measured as they come into view, which would move the button away from a pointer
  await more.press('Enter')
  await more.waitFor({ state: 'detached' })

  // back online, the ledger reads as many pages as it showed before
  await device.offline(true)
  await page.getByText('Offline: this is the ledger as it was last read.').waitFor()
  await Promise.all([page.waitForResponse((response) => response.url().includes('after=')), device.offline(false)])
  await page.getByRole('button', { name: 'Refresh' }).and(page.locator(':not([data-loading])')).waitFor()
  expect(await more.count()).toBe(0)
  await device.close()
})

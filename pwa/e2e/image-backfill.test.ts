import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Device, launchBrowser } from './browser.ts'
import { ShopServer } from './server.ts'

// a name no name server is asked for, as one part of it is too long: the page cannot be reached, on any machine
const RETAILER = `http://${'a'.repeat(64)}.amazon.com`

let server: ShopServer
let browser: Browser
let token: string

beforeAll(async () => {
  server = await ShopServer.start()
  token = await server.setUp()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.dispose()
})

it('fills in pictures one after the other, pauses, and goes on after a reload', async () => {
  for (const [n, path] of ['/dp/B00ABCDEFG', '/tea', '/dp/B00ABCDEFH'].entries())
    await server.request('POST', '/inventory/master', { itemName: `Tea ${n}`, barcode1: `4000${n}`, link: `${RETAILER}${path}` }, token)
  const tablet = await Device.open(browser, server)
  const page = await tablet.signIn()
  await page.goto(`${server.url}/admin/image-backfill`)
  const figure = (label: string) => page.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('+ dd')
  await expect.poll(() => figure('Remaining').innerText()).toBe('3')
  expect(await figure('Items with retailer links').innerText()).toBe('3')

  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByText('Image updated successfully').first().waitFor()
  await page.getByRole('button', { name: 'Pause Processing' }).click()
  await page.getByRole('button', { name: 'Resume' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByText('Could not extract image from Amazon').waitFor({ timeout: 15_000 })
  // running while it is loaded anew: it goes on by itself
  await page.reload()
  await page.getByText('All items processed.').waitFor({ timeout: 20_000 })
  expect([await figure('Success').innerText(), await figure('Failed').innerText(), await figure('Remaining').innerText()]).toEqual([
    '2',
    '1',
    '0',
  ])
  await page.getByText('100%').waitFor()

  await page.getByRole('button', { name: 'Reload Items' }).click()
  await expect.poll(() => figure('Items with images').innerText()).toBe('2')
  await expect.poll(() => figure('Remaining').innerText()).toBe('1')
  await tablet.close()
})

it('proposes the picture of a link, and takes back nothing that was typed', async () => {
  const tablet = await Device.open(browser, server, { width: 390, height: 844 })
  const page = await tablet.signIn()
  await page.goto(`${server.url}/admin`)
  const picture = page.getByLabel('Picture address')
  await page.getByRole('button', { name: 'Add to Master Inventory' }).first().click()
  await page.getByLabel('Link', { exact: true }).fill(`${RETAILER}/dp/B00ABCDEFG`)
  await picture.focus()
  await expect.poll(() => picture.inputValue()).toContain('/B00ABCDEFG.')
  await picture.fill('https://cdn.example.com/mine.jpg')
  await page.getByLabel('Link', { exact: true }).fill(`${RETAILER}/dp/B00ABCDEFH`)
  await picture.focus()
  await page.getByLabel('Location').last().focus()
  expect(await picture.inputValue()).toBe('https://cdn.example.com/mine.jpg')
  await tablet.close()
})

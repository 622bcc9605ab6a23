import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Device, follow } from './browser.ts'
import { inDatabase } from './old-sessions.ts'
import { chooseToAdd } from './row-menu.ts'
import { browser, server, token, withShop } from './shop.ts'
import { type Goods, makeGoods, stock, UNREACHABLE_RETAILER } from './shop-data.ts'
import { openTill, scan } from './till.ts'

/** Long enough for a busy machine. */
const PATIENCE = { timeout: 30_000 }

const PNG = readFileSync(new URL('../public/icons/icon-192.png', import.meta.url))
/** User agents of all requests to a foreign server with one picture. */
const askers: string[] = []
const pictures = createServer((request, response) => {
  askers.push(request.headers['user-agent'] ?? '')
  response.writeHead(200, { 'content-type': 'image/png' }).end(PNG)
})
let origin: string

beforeAll(async () => {
  await new Promise<void>((resolve) => pictures.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(pictures.address() as AddressInfo).port}`
})
afterAll(async () => {
  pictures.closeAllConnections()
  pictures.close()
})
withShop(() => ({ PICTURE_ORIGINS: origin }))

it('fills in pictures one by one, pauses, and continues after a reload', async () => {
  for (const [n, path] of ['/dp/B00ABCDEFG', '/tea', '/dp/B00ABCDEFH'].entries())
    await server.request(
      'POST',
      '/inventory/master',
      { itemName: `Tea ${n}`, barcode1: `4000${n}`, link: `${UNREACHABLE_RETAILER}${path}` },
      token,
    )
  for (const more of [{}, { link: 'https://shop.example/pot', imageUrl: `http://${'b'.repeat(64)}.example/pot.png` }])
    await server.request('POST', '/inventory/master', { itemName: 'Pot', barcode1: '49999', ...more }, token)
  type Missing = { debug: Record<string, number> }
  const { debug } = await server.request<Missing>('GET', '/admin/items-missing-images', undefined, token)
  const tablet = await Device.open(browser, server)
  const page = await tablet.signIn()
  await page.goto(`${server.url}/admin/image-backfill`)
  const figure = (label: string) => page.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('+ dd')
  await expect.poll(() => figure('Remaining').innerText(), PATIENCE).toBe('3')
  expect(await page.getByRole('term').allInnerTexts()).toEqual([
    ...['Total', 'Success', 'Failed', 'Remaining'],
    ...['Total documents', 'Valid uid docs', 'Total items', 'Items with links', 'Items with retailer links', 'Items with images'],
  ])
  expect((await page.getByRole('definition').allInnerTexts()).map(Number)).toEqual([
    ...[3, 0, 0, 3],
    ...[debug.totalDocuments, debug.validUidDocs, 5, 4, 3, 1],
  ])

  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByText('Image updated successfully').first().waitFor()
  await expect.poll(() => figure('Items with images').innerText(), PATIENCE).toBe('2')
  await page.getByRole('button', { name: 'Pause Processing' }).click()
  await page.getByRole('button', { name: 'Resume' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByText('Could not extract image from Amazon').waitFor({ timeout: 15_000 })
  // after a reload during a run, the run continues automatically
  await page.reload()
  await page.getByText('All items processed.').waitFor({ timeout: 20_000 })
  expect([await figure('Success').innerText(), await figure('Failed').innerText(), await figure('Remaining').innerText()]).toEqual([
    '2',
    '1',
    '0',
  ])
  await page.getByText('100%').waitFor()
  expect(await page.getByRole('progressbar', { name: 'Items that were processed' }).getAttribute('value')).toBe('1')

  await page.getByRole('button', { name: 'Reload Items' }).click()
  await expect.poll(() => figure('Items with images').innerText(), PATIENCE).toBe('3')
  await expect.poll(() => figure('Remaining').innerText(), PATIENCE).toBe('1')
  await tablet.close()
})

it('proposes the picture of a link, and overwrites no typed text', async () => {
  const tablet = await Device.open(browser, server, { width: 390, height: 844 })
  const page = await tablet.signIn()
  await page.goto(`${server.url}/admin`)
  const picture = page.getByLabel('Picture address')
  await chooseToAdd(page, 'Add to Master Inventory')
  await page.getByLabel('Link', { exact: true }).fill(`${UNREACHABLE_RETAILER}/dp/B00ABCDEFG`)
  await picture.focus()
  await expect.poll(() => picture.inputValue(), PATIENCE).toContain('/B00ABCDEFG.')
  // a corrected link removes the picture proposed for the mistaken one
  await page.getByLabel('Link', { exact: true }).fill('https://shop.example/tea')
  await picture.focus()
  await expect.poll(() => picture.inputValue(), PATIENCE).toBe('')
  await page.getByLabel('Link', { exact: true }).fill(`${UNREACHABLE_RETAILER}/dp/B00ABCDEFI`)
  await picture.focus()
  await expect.poll(() => picture.inputValue(), PATIENCE).toContain('/B00ABCDEFI.')
  await picture.fill('https://cdn.example.com/mine.jpg')
  await page.getByLabel('Link', { exact: true }).fill(`${UNREACHABLE_RETAILER}/dp/B00ABCDEFH`)
  await picture.focus()
  await page.getByLabel('Location').last().focus()
  expect(await picture.inputValue()).toBe('https://cdn.example.com/mine.jpg')
  await tablet.close()
})

it('shows the shop’s own copies of pictures, also offline', async () => {
  const picture = `${origin}/tea.png`
  await server.request('POST', '/inventory/master', { itemName: 'Pictured tea', barcode1: '50001', imageUrl: picture, quantity: 1 }, token)
  const own = `/api/images/thumbnail?of=${encodeURIComponent(picture)}`
  await expect.poll(async () => (await fetch(server.url + own)).status, PATIENCE).toBe(200)
  const tablet = await Device.install(browser, server)
  const page = await tablet.signIn()
  await page.goto(`${server.url}/admin?q=Pictured`)
  const image = page.locator(`img[src="${own}"]`).first()
  const isSeen = () => image.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 1)
  await expect.poll(isSeen, PATIENCE).toBe(true)
  await tablet.offline(true)
  await server.stop('SIGTERM')
  await page.reload()
  await expect.poll(isSeen, PATIENCE).toBe(true)
  // only the shop's server has ever requested the picture
  expect(askers).toEqual([expect.stringContaining('ShopPictures')])
  await tablet.close()
})

it('falls back to the picture itself where there is no thumbnail, without an error', async () => {
  await server.start()
  // the server cannot resolve this name, and the test answers the browser's request for it
  const elsewhere = `http://${'b'.repeat(64)}.example/cup.png`
  await server.request('POST', '/inventory/master', { itemName: 'Cup of elsewhere', barcode1: '50002', imageUrl: elsewhere }, token)
  const tablet = await Device.install(browser, server)
  const tall = '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="300"><rect width="100" height="300"/></svg>'
  await tablet.context.route(elsewhere, (route) => route.fulfill({ contentType: 'image/svg+xml', body: tall }))
  const page = await tablet.signIn()
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await page.goto(`${server.url}/admin?q=elsewhere`)
  const image = page.locator(`img[src="${elsewhere}"]`).first()
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth), PATIENCE).toBe(100)
  // the whole picture, not its upper part
  expect(await image.evaluate((img: HTMLImageElement) => img.offsetHeight - (img.parentElement?.clientHeight ?? 0))).toBe(0)
  expect(said).toEqual([])
  await tablet.close()
})

it('stops when the session runs out, and counts no item as failed', async () => {
  const goods = makeGoods(1)
  await stock(server, token, goods)
  for (const n of [1, 2, 3, 4, 5, 6, 7, 8])
    await server.request(
      'POST',
      '/inventory/master',
      { itemName: `Bowl ${n}`, barcode1: `4100${n}`, link: `${UNREACHABLE_RETAILER}/dp/B00BOWL00${n}` },
      token,
    )
  const tablet = await Device.install(browser, server)
  const page = await tablet.signIn()
  await page.goto(`${server.url}/pos`)
  await openTill(page)
  // with an open cart the app stays in place when the session runs out
  await scan(page, (goods[0] as Goods).barcode)
  await page
    .getByRole('region', { name: 'Cart and payment' })
    .getByText((goods[0] as Goods).name, { exact: true })
    .first()
    .waitFor()
  // by a link: a reload could interrupt what the till is storing
  await follow(page, '/admin/image-backfill')
  await page.getByRole('button', { name: /^(Start|Resume)$/ }).click()
  await page.getByText('Image updated successfully').first().waitFor(PATIENCE)
  await inDatabase(server, `update identity_sessions set "expiresAt" = now() - interval '1 minute'`)
  await page.getByText('Paused: ').waitFor(PATIENCE)
  await page.getByRole('button', { name: 'Resume' }).waitFor()
  expect(
    await page
      .locator('dt', { hasText: /^Failed$/ })
      .locator('+ dd')
      .innerText(),
  ).toBe('0')
  await tablet.close()
})

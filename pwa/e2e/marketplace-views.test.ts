import { readFile } from 'node:fs/promises'
import { beforeAll, expect, it } from 'vitest'
import { expectNoBarriers } from './axe.ts'
import { expectFits } from './layout.ts'
import { server, token } from './shop.ts'
import { newId, runCommands } from './shop-data.ts'
import {
  ADDRESS,
  adminPage,
  ann,
  available,
  bob,
  button,
  buyer,
  buyerPage,
  HOSTILE,
  open,
  requestTrade,
  sellerPage,
  withTradeShop,
} from './trade-shop.ts'

// The marketplace on the screen: price rules, offline use, pictures, small windows.

withTradeShop()
beforeAll(async () => {
  await server.request('POST', '/auth/addresses', ADDRESS, bob.token)
})

it('accepts an offer by the seller’s price rule', async () => {
  await open(sellerPage, '/dashboard')
  await button(sellerPage, 'Answer offers by price: Blue teapot').click()
  const form = sellerPage.getByRole('dialog', { name: 'Answer offers by price' })
  await form.getByLabel(/^Accept at/).fill('8')
  await form.getByLabel(/^Decline below/).fill('9')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('The price you decline below must not be higher than the price you accept at').first().waitFor()
  await form.getByLabel(/^Decline below/).fill('4')
  await form.getByRole('button', { name: 'Save' }).click()
  await sellerPage.getByText('Price rule saved').waitFor()
  await requestTrade('Blue teapot', '8')
  expect(await available(bob)).toBe(88)
  await open(buyerPage, '/my-trades')
  await buyerPage.getByRole('list', { name: 'My Trades' }).getByText('Awaiting shipping').waitFor()
})

it('stays readable offline, with disabled buttons and the reason', async () => {
  await requestTrade('Blue teapot', '6')
  await open(buyerPage, '/marketplace?tab=offers')
  await button(buyerPage, 'Cancel: Blue teapot').waitFor()
  await buyer.offline(true)
  await buyerPage.getByText('You are offline. This is what was known at the last sync').waitFor({ timeout: 60_000 })
  expect(await button(buyerPage, 'Cancel: Blue teapot').isDisabled()).toBe(true)
  await buyerPage.getByText('Browse Items', { exact: true }).click()
  await buyerPage.getByText(/You are offline. This is what was offered on/).waitFor()
  expect(await button(buyerPage, 'Make Offer: Blue teapot').isDisabled()).toBe(true)
  await buyerPage.getByLabel('Search items by name').fill('no such thing')
  await buyerPage.getByText('No items found').waitFor()
  await buyer.offline(false)
})

it('shows the retailer’s picture, else the item’s own, else none; a single pixel is no picture', async () => {
  const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  const picture = await readFile(new URL('../public/icons/icon-192.png', import.meta.url))
  await sellerPage.context().route('https://images-na.ssl-images-amazon.com/**', (route) => {
    if (route.request().url().includes('B00GOOD123')) return route.fulfill({ contentType: 'image/png', body: picture })
    return route.request().url().includes('B00FAIL123') ? route.abort() : route.fulfill({ contentType: 'image/gif', body: pixel })
  })
  const own = `${server.url}/icons/icon-192.png`
  for (const [itemName, asin, imageUrl] of [
    ['With the retailer’s picture', 'B00GOOD123', own],
    ['With its own picture', 'B00FAIL123', own],
    ['Without a picture', 'B00TEST123', ''],
  ] as const)
    await server.request(
      'POST',
      '/inventory/consignor',
      { consignorID: bob.uid, itemName, barcode1: `PICTURE-${asin}`, quantity: 1, link: `https://www.amazon.com/dp/${asin}`, imageUrl },
      token,
    )
  await open(sellerPage, '/marketplace')
  const card = (name: string) => sellerPage.getByRole('listitem').filter({ hasText: name })
  const shown = card('With the retailer’s picture').locator('img')
  await expect.poll(() => shown.getAttribute('src')).toContain('images-na.ssl-images-amazon.com/images/P/B00GOOD123')
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 1)).toBe(true)
  await expect.poll(() => card('With its own picture').locator('img').getAttribute('src')).toBe(own)
  await card('Without a picture').getByText('No Image').waitFor()
  expect(await card('Without a picture').getByRole('term').allInnerTexts()).toEqual(['Available', 'Sellers'])
  expect(
    await card('Without a picture')
      .getByRole('link', { name: /View Product/ })
      .getAttribute('href'),
  ).toContain('B00TEST123')
  // goods without a barcode can be viewed but not traded
  await sellerPage.context().route('**/api/marketplace/items**', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { items: { barcode1: string }[] }
    await route.fulfill({ response, json: { ...answer, items: answer.items.map((item) => ({ ...item, barcode1: '' })) } })
  })
  await sellerPage.reload()
  await card('Without a picture').getByText('Without a barcode it cannot be traded').waitFor()
  expect(await button(sellerPage, 'Make Offer: Without a picture').isDisabled()).toBe(true)
  await sellerPage.context().unroute('**/api/marketplace/items**')
})

it('shows category and condition, and filters by the category in the address, offline too', async () => {
  const [categoryId, lampId] = [newId(), newId()]
  await runCommands(server, token, [
    { name: 'inventory.addCategory', args: { id: categoryId, name: 'Lamps' } },
    {
      name: 'inventory.addConsignor',
      args: {
        id: lampId,
        consignorId: ann.uid,
        texts: { itemName: 'Green lamp', barcode1: 'LAMP-1', categoryId, condition: 'good' },
        quantity: 1,
      },
    },
  ])
  await open(buyerPage, '/marketplace')
  const goods = buyerPage.getByRole('list', { name: 'Items of others' }).getByRole('listitem')
  await goods.filter({ hasText: 'Green lamp' }).getByText('Lamps · Good').waitFor()
  const filter = buyerPage.getByRole('combobox', { name: 'Category' })
  await filter.selectOption('Lamps')
  await expect.poll(() => goods.allInnerTexts()).toEqual([expect.stringContaining('Green lamp')])
  await buyerPage.getByText('1 item available').waitFor()
  await expect.poll(() => buyerPage.url()).toContain(`category=${categoryId}`)
  await expectNoBarriers(buyerPage, 'a category of the marketplace')
  await button(buyerPage, 'Make Offer: Green lamp').click()
  await buyerPage.getByRole('dialog', { name: 'Request Trade' }).getByText('Lamps · Good').waitFor()
  await buyer.offline(true)
  await buyerPage.reload()
  await buyerPage.getByText(/This is what was offered on/).waitFor({ timeout: 60_000 })
  expect(await goods.allInnerTexts()).toEqual([expect.stringContaining('Green lamp')])
  await filter.selectOption('All categories')
  await goods.filter({ hasText: 'Blue teapot' }).waitFor()
  await buyer.offline(false)
  await buyerPage.goto(`${server.url}/marketplace?category=${newId()}`)
  await buyerPage.getByText('No items found').waitFor()
  expect(await filter.locator('option:checked').innerText()).toBe('Deleted category')
  await button(buyerPage, 'Clear filter').click()
  await goods.filter({ hasText: 'Blue teapot' }).waitFor()
  await runCommands(server, token, [{ name: 'inventory.remove', args: { id: lampId } }])
})

it.each([
  ['tablet', { width: 1180, height: 820 }],
  ['phone', { width: 390, height: 844 }],
])('has no barriers on a %s, light and dark, and fits its screen', async (_name, viewport) => {
  await buyerPage.setViewportSize(viewport)
  for (const [path, text] of [
    ['/marketplace', 'available'],
    ['/marketplace?tab=offers', 'Sent Offers'],
    ['/marketplace?tab=trades', 'Awaiting shipping'],
  ] as const) {
    await open(buyerPage, path)
    await buyerPage.getByText(text).first().waitFor()
    await expectNoBarriers(buyerPage, path)
    await expectFits(buyerPage, path)
  }
  await open(buyerPage, '/marketplace')
  await button(buyerPage, `Make Offer: ${HOSTILE.name}`).click()
  await buyerPage.getByLabel('Price per Item').fill('1')
  await expectNoBarriers(buyerPage, 'Request Trade')
  await open(buyerPage, '/marketplace?tab=offers')
  await button(buyerPage, 'Cancel: Blue teapot').click()
  await buyerPage.getByLabel('Reason (optional)').waitFor()
  await expectNoBarriers(buyerPage, 'Cancel')

  await adminPage.setViewportSize(viewport)
  await open(adminPage, '/admin-fulfillment')
  await button(adminPage, 'Add Tracking: Blue teapot').waitFor()
  await expectNoBarriers(adminPage, 'orders')
  await expectFits(adminPage, 'orders')
  await button(adminPage, 'Add Tracking: Blue teapot').click()
  await adminPage.getByLabel('USPS tracking number').waitFor()
  await expectNoBarriers(adminPage, 'Add Tracking')
})

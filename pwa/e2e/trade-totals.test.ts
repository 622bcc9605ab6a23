import type { Page, Route } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { Device } from './browser.ts'
import { type Consignor, giveGoods, joinShop } from './consignor.ts'
import { browser, server, token, withShop } from './shop.ts'
import { runCommands } from './shop-data.ts'

const TEAPOT = { name: 'Blue teapot', barcode: '036000291452' }
const ADDRESS = { name: 'Bea Away', street: '1 Lane', city: 'Austin', state: 'TX', zip: '75001', country: 'USA' }

let ann: Consignor
let carl: Consignor
let bob: Consignor
let buyer: Device
let page: Page

withShop()
beforeAll(async () => {
  ann = await joinShop(server, 'Ann Keeper')
  carl = await joinShop(server, 'Carl Keeper')
  bob = await joinShop(server, 'Bob Wanter')
  await giveGoods(server, token, ann.uid, [{ ...TEAPOT, quantity: 2 }])
  await giveGoods(server, token, carl.uid, [{ ...TEAPOT, quantity: 4 }])
  await server.request('PUT', `/sales/balance/${bob.uid}`, { balance: 100, reason: 'to trade with' }, token)
  await server.request('POST', '/auth/addresses', ADDRESS, bob.token)
  buyer = await Device.open(browser, server, { width: 390, height: 844 })
  page = await buyer.signIn(bob.email, bob.password)
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const available = async () => (await server.request<{ balance: number }>('GET', '/auth/me', undefined, bob.token)).balance

it('a request holds at most the total it shows, and shows a new total before the next attempt', async () => {
  const ship = (tradeShippingCents: number) =>
    runCommands(server, token, [{ name: 'settings.change', args: { changes: { tradeShippingCents } } }])
  await page.goto(`${server.url}/marketplace`)
  await button('Make Offer: Blue teapot').click()
  const form = page.getByRole('dialog', { name: 'Request Trade' })
  await form.getByLabel('Quantity').fill('4')
  await form.getByLabel('Price per Item').fill('10')
  const summary = form.getByRole('region', { name: 'Trade Summary' })
  await summary.getByText('$44.00').waitFor()
  // the shop's terms change while the request is on its way
  const changing = async (route: Route) => {
    await ship(700)
    await route.continue()
  }
  await page.context().route('**/api/trades/request', changing, { times: 1 })
  await button('Submit Trade Request').click()
  await form.getByText('$47.00 would now be held of your balance, not $44.00').waitFor()
  await summary.getByText('$47.00').waitFor()
  expect([await form.getByLabel('Price per Item').inputValue(), await available()]).toEqual(['10', 100])
  await ship(400)
  await summary.getByText('$44.00').waitFor()
  await button('Submit Trade Request').click()
  await page.getByText('Trade request submitted successfully!').waitFor()
  expect(await available()).toBe(56)
})

it('an accepted counter holds at most the total of its question, and the next question shows a new total', async () => {
  const offerOf = async (seller: Consignor) => {
    const { received } = await server.request<{ received: { offerId: string }[] }>(
      'GET',
      '/trades/offers/my-offers',
      undefined,
      seller.token,
    )
    return received[0]?.offerId as string
  }
  const counter = (by: Consignor, offerId: string, counterPrice: number, act = 'counter') =>
    server.request('POST', `/trades/offers/${offerId}/${act}`, { counterPrice }, by.token)
  const [anns, carls] = [await offerOf(ann), await offerOf(carl)]
  await counter(carl, carls, 2_000)
  await counter(bob, carls, 1_500, 'buyer-counter')
  await counter(ann, anns, 1_200)
  // one of Ann's two pieces is gone, but the buyer's device does not know this yet
  const { items } = await server.request<{ items: { id: string; consignorID: string }[] }>(
    'GET',
    `/inventory/search?searchTerm=${TEAPOT.barcode}`,
    undefined,
    token,
  )
  const own = items.find(({ consignorID }) => consignorID === ann.uid)
  await server.request('PUT', `/inventory/consignor/${ann.uid}/${own?.id}`, { quantity: 1 }, token)

  await page.goto(`${server.url}/marketplace?tab=offers`)
  const sent = page.getByRole('list', { name: 'Sent Offers' })
  await sent.getByText('at most', { exact: true }).waitFor()
  const accept = async (heldText: string) => {
    await button('Accept Counter: Blue teapot').click()
    const question = page.getByRole('dialog')
    await question.getByText(`it may come to ${heldText}: so much is held of your balance.`).waitFor()
    await question.getByRole('button', { name: 'Accept counter', exact: true }).click()
  }
  await accept('$58.00')
  await page.getByText('$61.00 would now be held of your balance, not $58.00').waitFor()
  expect(await available()).toBe(36)
  await accept('$61.00')
  await page.getByText('Counter offer accepted!').waitFor()
  expect(await available()).toBe(39)
})

import type { Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import { Device } from './browser.ts'
import { type Consignor, giveGoods, joinShop } from './consignor.ts'
import { browser, server, token, withShop } from './shop.ts'

export const TEAPOT = { name: 'Blue teapot', barcode: '036000291452', quantity: 5 }
export const HOSTILE = { name: '<img src=x onerror="window.hostile=1">=1+1', barcode: 'HOSTILE-1', quantity: 3 }
export const ADDRESS = { name: 'Bea Away', street: '1 Hidden Lane', city: 'Austin', state: 'TX', zip: '75001', country: 'USA' }

/** The seller. */
export let ann: Consignor
/** The buyer, with $100. */
export let bob: Consignor
export let buyer: Device
export let sellerPage: Page
export let buyerPage: Page
export let adminPage: Page

/** As `withShop`, with a seller, a buyer and an admin between them, each signed in on their own device. */
export function withTradeShop(): void {
  withShop()
  beforeAll(async () => {
    ann = await joinShop(server, 'Ann Keeper')
    bob = await joinShop(server, 'Bob Wanter')
    await giveGoods(server, token, ann.uid, [TEAPOT, HOSTILE])
    await server.request('PUT', `/sales/balance/${bob.uid}`, { balance: 100, reason: 'to trade with' }, token)
    const seller = await Device.open(browser, server)
    buyer = await Device.install(browser, server, { width: 390, height: 844 })
    const desk = await Device.open(browser, server)
    sellerPage = await seller.signIn(ann.email, ann.password)
    buyerPage = await buyer.signIn(bob.email, bob.password)
    adminPage = await desk.signIn()
  })
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Presses the button of this name in the open dialog. */
export const confirm = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

export const open = (page: Page, path: string) => page.goto(server.url + path)

/** Available balance in dollars. */
export const available = async (of: Consignor) =>
  (await server.request<{ balance: number }>('GET', '/auth/me', undefined, of.token)).balance

export const stockOf = async (barcode: string) => {
  const path = `/inventory/search?searchTerm=${barcode}`
  return (await server.request<{ items: { quantity: number }[] }>('GET', path, undefined, token)).items[0]?.quantity
}

export async function requestTrade(item: string, price: string, { quantity = '1', ownLabel = false } = {}): Promise<void> {
  await open(buyerPage, '/marketplace')
  await button(buyerPage, `Make Offer: ${item}`).click()
  const form = buyerPage.getByRole('dialog', { name: 'Request Trade' })
  await form.getByLabel('Quantity').fill(quantity)
  await form.getByLabel('Price per Item').fill(price)
  if (ownLabel) await form.getByRole('checkbox').check()
  await form.getByRole('button', { name: 'Submit Trade Request' }).dblclick()
  await buyerPage.getByText('Trade request submitted successfully! Trade ID:').waitFor()
}

import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { Device, launchBrowser } from './browser.ts'
import { type Consignor, giveGoods, joinShop } from './consignor.ts'
import { ShopServer } from './server.ts'

export const TEAPOT = { name: 'Blue teapot', barcode: '036000291452', quantity: 5 }
export const HOSTILE = { name: '<img src=x onerror="window.hostile=1">=1+1', barcode: 'HOSTILE-1', quantity: 3 }
export const ADDRESS = { name: 'Bea Away', street: '1 Hidden Lane', city: 'Austin', state: 'TX', zip: '75001', country: 'USA' }

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Confirms what is asked back. */
export const confirm = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

/** A shop with one who has goods, one with $100 who wants them, and an admin between them, each signed in on a device of their own. */
export class TradeShop {
  private constructor(
    readonly server: ShopServer,
    /** The admin's. */
    readonly token: string,
    readonly ann: Consignor,
    readonly bob: Consignor,
    private readonly browser: Browser,
    private readonly devices: readonly Device[],
    readonly buyer: Device,
    readonly sellerPage: Page,
    readonly buyerPage: Page,
    readonly adminPage: Page,
  ) {}

  static async start(): Promise<TradeShop> {
    const server = await ShopServer.start()
    const token = await server.setUp()
    const ann = await joinShop(server, 'Ann Keeper')
    const bob = await joinShop(server, 'Bob Wanter')
    await giveGoods(server, token, ann.uid, [TEAPOT, HOSTILE])
    await server.request('PUT', `/sales/balance/${bob.uid}`, { balance: 100, reason: 'to trade with' }, token)
    const browser = await launchBrowser()
    const seller = await Device.open(browser, server)
    const buyer = await Device.open(browser, server, { width: 390, height: 844 })
    const shop = await Device.open(browser, server)
    const sellerPage = await seller.signIn(ann.email, ann.password)
    const buyerPage = await buyer.signIn(bob.email, bob.password)
    const adminPage = await shop.signIn()
    return new TradeShop(server, token, ann, bob, browser, [seller, buyer, shop], buyer, sellerPage, buyerPage, adminPage)
  }

  /** Fails when a page met an error. */
  async end(): Promise<void> {
    const errors = this.devices.flatMap((device) => device.errors)
    await this.browser.close()
    await this.server.dispose()
    expect(errors).toEqual([])
  }

  readonly open = (page: Page, path: string) => page.goto(this.server.url + path)

  /** What somebody has available, dollars. */
  readonly available = async ({ token }: Consignor) =>
    (await this.server.request<{ balance: number }>('GET', '/auth/me', undefined, token)).balance

  readonly stockOf = async (barcode: string) => {
    const path = `/inventory/search?searchTerm=${barcode}`
    return (await this.server.request<{ items: { quantity: number }[] }>('GET', path, undefined, this.token)).items[0]?.quantity
  }

  readonly requestTrade = async (item: string, price: string, { quantity = '1', ownLabel = false } = {}): Promise<void> => {
    const page = this.buyerPage
    await this.open(page, '/marketplace')
    await button(page, `Make Offer: ${item}`).click()
    const form = page.getByRole('dialog', { name: 'Request Trade' })
    await form.getByLabel('Quantity').fill(quantity)
    await form.getByLabel('Price per Item').fill(price)
    if (ownLabel) await form.getByRole('checkbox').check()
    await form.getByRole('button', { name: 'Submit Trade Request' }).dblclick()
    await page.getByText('Trade request submitted successfully! Trade ID:').waitFor()
  }
}

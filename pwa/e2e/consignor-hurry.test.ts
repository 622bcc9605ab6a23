import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectNoBarriers } from './axe.ts'
import { Device, launchBrowser } from './browser.ts'
import { type Consignor, giveGoods, joinShop } from './consignor.ts'
import { ShopServer } from './server.ts'

// a consignor in a hurry: what was typed stays, whatever else happens meanwhile

const PHONE = { width: 390, height: 844 }
const ADDRESS = { name: 'Bea Away', street: '1 Hidden Lane', city: 'Austin', state: 'TX', zip: '75001', country: 'USA' }

let server: ShopServer
let browser: Browser
let token: string
let ann: Consignor
let bob: Consignor

beforeAll(async () => {
  server = await ShopServer.start()
  token = await server.setUp()
  ann = await joinShop(server, 'Ann Keeper')
  bob = await joinShop(server, 'Bob Wanter')
  await giveGoods(server, token, ann.uid, [{ name: 'Blue teapot', barcode: '036000291452', quantity: 5 }])
  await server.request('PUT', `/sales/balance/${bob.uid}`, { balance: 100 }, token)
  await server.request('POST', '/auth/addresses', ADDRESS, bob.token)
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.dispose()
})

it('signs in again above a form that is open, and keeps what was typed', async () => {
  const phone = await Device.open(browser, server, PHONE)
  const page = await phone.signIn(bob.email, bob.password)
  await page.goto(`${server.url}/marketplace`)
  await page.getByRole('button', { name: 'Make Offer: Blue teapot' }).click()
  const form = page.getByRole('dialog', { name: 'Request Trade' })
  const price = form.getByLabel('Price per Item')
  await price.fill('12.34')
  await server.request('POST', '/identity/revoke-other-sessions', undefined, bob.token)
  await form.getByRole('button', { name: 'Submit Trade Request' }).click()

  const again = page.getByRole('dialog', { name: 'Please sign in again' })
  const password = again.getByLabel('Password', { exact: true })
  await expect.poll(() => password.evaluate((field) => field === document.activeElement), { timeout: 30_000 }).toBe(true)
  await expectNoBarriers(page, 'signing in above a form')
  await password.fill('not this one')
  await password.press('Enter')
  await again.getByText('Incorrect password.').waitFor()
  await password.fill(bob.password)
  await password.press('Enter')
  await again.waitFor({ state: 'detached' })
  expect([new URL(page.url()).pathname, await price.inputValue()]).toEqual(['/marketplace', '12.34'])
  await form.getByRole('button', { name: 'Submit Trade Request' }).click()
  await page.getByText('Trade request submitted successfully!').waitFor()

  // with nothing open there is nothing to lose
  await server.request('POST', '/identity/revoke-other-sessions', undefined, bob.token)
  await page.goto(`${server.url}/profile`)
  await page.waitForURL('**/login')
  expect(phone.errors).toEqual([])
  await phone.close()
})

it('does not ask for a username while a form is open', async () => {
  const nina = { email: 'new@example.org', password: bob.password, name: 'Nina New' }
  const made = await server.request<{ user: { id: string } }>('POST', '/identity/sign-up/email', nina)
  const phone = await Device.open(browser, server, PHONE)
  const page = await phone.signIn(nina.email, nina.password)
  const username = page.getByRole('dialog', { name: 'Choose your username' })
  await username.waitFor()
  await phone.offline(true)
  await page.goto(`${server.url}/dashboard`)
  await page.getByRole('button', { name: 'Submit Shipment' }).click()
  const form = page.getByRole('dialog', { name: 'Submit Shipment' })
  const number = form.getByLabel('Tracking number')
  await form.getByLabel('Carrier').selectOption('UPS')
  await number.pressSequentially('1Z5R8939')

  // the question comes after a sync: with the second there has been one
  await phone.offline(false)
  for (const name of ['Red kettle', 'Green kettle']) {
    await giveGoods(server, token, made.user.id, [{ name, barcode: '4006381333931', quantity: 1 }])
    await page.getByText(name).first().waitFor({ state: 'attached', timeout: 60_000 })
  }
  await page.keyboard.type('0357567127')
  await expect.poll(() => number.inputValue()).toBe('1Z5R89390357567127')
  await form.getByRole('button', { name: 'Submit Shipment' }).click()
  await page.getByText('Shipment submitted successfully!').waitFor()
  // afterwards it does
  await username.waitFor({ timeout: 60_000 })
  expect(phone.errors).toEqual([])
  await phone.close()
})

it('keeps a price that was set on another phone while the form was open', async () => {
  const prices = async () => {
    const other = await Device.open(browser, server, PHONE)
    const page = await other.signIn(ann.email, ann.password)
    await page.goto(`${server.url}/dashboard`)
    await page.getByRole('button', { name: 'Answer offers by price: Blue teapot' }).click()
    const form = page.getByRole('dialog', { name: 'Answer offers by price' })
    return { other, page, form, accept: form.getByLabel(/^Accept at/), decline: form.getByLabel(/^Decline below/) }
  }
  const save = async ({ page, form }: Awaited<ReturnType<typeof prices>>) => {
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Price rule saved').waitFor()
  }
  const [first, second] = [await prices(), await prices()]
  await first.decline.fill('4')
  await second.accept.fill('20')
  await save(second)
  await expect.poll(() => first.accept.inputValue(), { timeout: 30_000 }).toBe('20.00')
  await save(first)
  const third = await prices()
  await expect.poll(() => third.accept.inputValue(), { timeout: 30_000 }).toBe('20.00')
  await expect.poll(() => third.decline.inputValue(), { timeout: 30_000 }).toBe('4.00')
  for (const { other } of [first, second, third]) {
    expect(other.errors).toEqual([])
    await other.close()
  }
})

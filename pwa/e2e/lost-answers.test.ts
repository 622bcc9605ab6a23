import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { Device } from './browser.ts'
import { type Consignor, giveGoods, joinShop } from './consignor.ts'
import { browser, server, token, withShop } from './shop.ts'

// a call books once, even when the server's answer was lost and somebody tries again (law *Once*)

let ann: Consignor
let bob: Consignor

withShop()
beforeAll(async () => {
  ann = await joinShop(server, 'Ann Keeper')
  bob = await joinShop(server, 'Bob Wanter')
})

const balanceOf = async ({ uid }: Consignor) =>
  (await server.request<{ balance: number }>('GET', `/auth/users/${uid}`, undefined, token)).balance
const setBalance = ({ uid }: Consignor, balance: number) => server.request('PUT', `/sales/balance/${uid}`, { balance }, token)

/** Lets requests to this route reach the server, but drops the answers. Resolves to a function that ends this. */
async function loseAnswers({ context }: Device, door: string): Promise<() => Promise<void>> {
  await context.route(door, async (route) => {
    await route.fetch()
    await route.abort()
  })
  return () => context.unroute(door)
}

it('books a balance correction once, although its answer was lost', async () => {
  await setBalance(ann, 50)
  const tablet = await Device.install(browser, server)
  const page = await tablet.signIn()
  await page.goto(`${server.url}/consignors`)
  const form = page.getByRole('dialog', { name: 'Edit User' })
  const balance = form.getByLabel('Balance', { exact: true })
  const open = async (shown: string) => {
    await page.getByRole('row').filter({ hasText: ann.email }).getByRole('button', { name: 'Edit' }).click()
    await expect.poll(() => balance.inputValue()).toBe(shown)
  }
  const save = () => form.getByRole('button', { name: 'Save' }).click()
  const door = '**/api/sales/balance/*'

  await open('50.00')
  let answer = await loseAnswers(tablet, door)
  await balance.fill('100')
  await save()
  await form.getByText('Error updating user: The server cannot be reached').waitFor()
  await form.getByText('If that was this correction, saving it again books nothing more.').waitFor({ timeout: 60_000 })
  await answer()
  await save()
  await page.getByText('User updated successfully').waitFor()
  expect(await balanceOf(ann)).toBe(100)

  // after a lost answer, another amount books no second correction
  await open('100.00')
  answer = await loseAnswers(tablet, door)
  await balance.fill('130')
  await save()
  await form.getByText('Error updating user: The server cannot be reached').waitFor()
  await answer()
  await balance.fill('120')
  await save()
  await form.getByText('What was sent before may have been saved already. Please close this window and open it again').waitFor()
  expect(await balanceOf(ann)).toBe(130)
  await form.getByText('The balance became $130.00').waitFor({ timeout: 60_000 })
  await form.getByRole('button', { name: 'Cancel' }).click()
  await form.waitFor({ state: 'detached' })
  await open('130.00')
  await balance.fill('120')
  await save()
  await form.waitFor({ state: 'detached' })
  expect(await balanceOf(ann)).toBe(120)
  await tablet.close()
})

it('requests a trade once, although its answer was lost', async () => {
  await giveGoods(server, token, ann.uid, [{ name: 'Blue teapot', barcode: '036000291452', quantity: 5 }])
  await setBalance(bob, 100)
  const address = { name: 'Bea Away', street: '1 Hidden Lane', city: 'Austin', state: 'TX', zip: '75001', country: 'USA' }
  await server.request('POST', '/auth/addresses', address, bob.token)
  const phone = await Device.install(browser, server)
  const page = await phone.signIn(bob.email, bob.password)
  await page.goto(`${server.url}/marketplace`)
  const form = page.getByRole('dialog', { name: 'Request Trade' })
  const submit = () => form.getByRole('button', { name: 'Submit Trade Request' }).click()
  const open = (on: Page) => on.getByRole('button', { name: 'Make Offer: Blue teapot' }).click()
  const sent = async () => (await server.request<{ sent: unknown[] }>('GET', '/trades/offers/my-offers', undefined, bob.token)).sent.length

  await open(page)
  const answer = await loseAnswers(phone, '**/api/trades/request')
  await form.getByLabel('Price per Item').fill('10')
  await submit()
  await form.getByText('Error: The server cannot be reached').waitFor()
  await expect.poll(sent, { timeout: 60_000 }).toBe(1)
  const held = await balanceOf(bob)
  await answer()
  await form.getByLabel('Price per Item').fill('11')
  await submit()
  await form.getByText('What was sent before may have been taken already. Please close this window and look at My Offers').waitFor()
  // even now the form requests no second trade
  await form.getByLabel('Price per Item').fill('12')
  await submit()
  await form.getByText('Please close this window and look at My Offers').waitFor()
  await form.getByLabel('Price per Item').fill('10')
  await submit()
  await page.getByText('Trade request submitted successfully! Trade ID:').waitFor()
  expect([await sent(), await balanceOf(bob)]).toEqual([1, held])
  await phone.close()
})

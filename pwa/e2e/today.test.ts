import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectNoBarriers } from './axe.ts'
import { Device, untilControlled } from './browser.ts'
import { joinShop } from './consignor.ts'
import { expectFits } from './layout.ts'
import { browser, server, token, withShop } from './shop.ts'
import { makeGoods, newId, runCommands, stock } from './shop-data.ts'
import { expectAllSent, openTill, sellForCash } from './till.ts'

const [lamp] = makeGoods(1)

withShop()

const figure = (page: Page, label: string) => page.getByRole('region', { name: label, exact: true })
const work = (page: Page) => figure(page, 'Waiting for you')
const tills = (page: Page) => figure(page, 'Tills')
const goTo = (page: Page, entry: string) =>
  page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: entry, exact: true }).click()

it('opens on the shop’s day for an admin, and counts a sale at once, offline too', async () => {
  if (!lamp) throw new Error('no goods')
  await stock(server, token, [lamp])
  const device = await Device.install(browser, server)
  const page = await device.signIn()
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/dashboard')
  // an admin without a username is asked for one among the own goods only
  expect(await page.getByRole('dialog').count()).toBe(0)
  await figure(page, 'Takings').getByText('$0.00', { exact: true }).waitFor()
  await figure(page, 'Average basket').getByText('–', { exact: true }).waitFor()
  await work(page).getByText('Nothing waits').waitFor()
  await tills(page).getByText('No till was used this week').waitFor()

  await untilControlled(page)
  await goTo(page, 'POS')
  await openTill(page)
  await device.offline(true)
  const receipt = await sellForCash(page, [lamp, lamp])
  await sellForCash(page, [lamp])
  await goTo(page, 'Today')
  await figure(page, 'Takings').getByText('$3.00', { exact: true }).waitFor()
  await figure(page, 'Sales').getByText('2', { exact: true }).waitFor()
  await figure(page, 'Average basket').getByText('$1.50', { exact: true }).waitFor()
  const till = tills(page).getByRole('listitem')
  await till.getByText(`Till ${receipt.split('-')[0]}`).waitFor()
  await till.getByText('This device').waitFor()
  await till.getByText(/^2 sales · 2 to send$/).waitFor()
  await page.reload()
  await figure(page, 'Takings').getByText('$3.00', { exact: true }).waitFor()

  await device.offline(false)
  await expectAllSent(page)
  await till.getByText(/^2 sales · All sent$/).waitFor()
  const office = await Device.open(browser, server)
  const other = await office.signIn()
  await figure(other, 'Takings').getByText('$3.00', { exact: true }).waitFor()
  await tills(other)
    .getByText(/^2 sales · heard /)
    .waitFor()
  for (const one of [device, office]) await one.close()
})

it('lists what waits for somebody, each a way to it, without barriers on a phone', async () => {
  const ann = await joinShop(server, 'Ann Consignor')
  await server.request('PUT', `/sales/balance/${ann.uid}`, { balance: 40 }, token)
  await runCommands(server, ann.token, [
    { name: 'payouts.request', args: { payoutId: newId(), uid: ann.uid, amountCents: 700, method: 'venmo', handle: 'ann' } },
  ])
  const phone = await Device.open(browser, server, { width: 390, height: 844 })
  const page = await phone.signIn()
  await figure(page, 'Owed to consignors').getByText('$40.00', { exact: true }).waitFor()
  await figure(page, 'Owed to consignors').getByText('$7.00 of it requested').waitFor()
  await expectNoBarriers(page, 'the shop’s day on a phone')
  await expectFits(page, 'the shop’s day on a phone')
  await work(page)
    .getByRole('link', { name: /^1 payout request/ })
    .click()
  await page.getByRole('heading', { name: 'Payout Requests', level: 1 }).waitFor()

  await page.goBack()
  await page.getByText('My goods', { exact: true }).click()
  await page.getByRole('heading', { name: 'My Inventory', level: 1 }).waitFor()
  await page.getByRole('dialog', { name: 'Choose your username' }).getByRole('button', { name: 'Later' }).click()
  await page.reload()
  await page.getByRole('heading', { name: 'My Inventory', level: 1 }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
  await phone.close()
})

it('shows a consignor their own goods at the same address', async () => {
  const bea = await joinShop(server, 'Bea Consignor')
  const phone = await Device.open(browser, server, { width: 390, height: 844 })
  const page = await phone.signIn(bea.email, bea.password)
  for (const query of ['', '?tab=goods']) {
    await page.goto(`${server.url}/dashboard${query}`)
    await page.getByRole('heading', { name: 'My Inventory', level: 1 }).waitFor()
    expect(await page.getByText('My goods', { exact: true }).count()).toBe(0)
  }
  await phone.close()
})

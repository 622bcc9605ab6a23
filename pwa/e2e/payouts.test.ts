import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { expectNoBarriers } from './axe.ts'
import { Device } from './browser.ts'
import { type Consignor, giveGoods, joinShop, recordSaleOf } from './consignor.ts'
import { expectFits } from './layout.ts'
import { ADMIN } from './server.ts'
import { browser, server, token, withShop } from './shop.ts'
import { signInAgain } from './sign-in-again.ts'
import { expectAllSent } from './till.ts'

const PHONE = { width: 390, height: 844 }
/** A text that is allowed as a handle, and that careless markup would run as code. */
const HOSTILE = '<img/src=x/onerror="window.hostile=1">'

let ann: Consignor
let phone: Device
let page: Page
let tablet: Device
let admin: Page
let eve: Consignor

withShop()
beforeAll(async () => {
  ann = await joinShop(server, 'Ann Consignor')
  eve = await joinShop(server, 'Eve Admin')
  await server.stop('SIGTERM')
  await server.command('admin', 'promote', eve.email, '--vouch')
  await server.start()
  phone = await Device.install(browser, server, PHONE)
  // this page stands for Venmo's
  await phone.context.route('https://venmo.com/**', (route) => route.fulfill({ contentType: 'text/html', body: '<title>Venmo</title>' }))
  page = await phone.signIn(ann.email, ann.password)
  tablet = await Device.install(browser, server)
  admin = await tablet.signIn()
  await admin.goto(`${server.url}/payout-requests`)
})

type Asked = { id: string; amount: number; method: string; paid: boolean }
const balance = async (as = token) => (await server.request<{ balance: number }>('GET', `/sales/balance/${ann.uid}`, undefined, as)).balance
const paidInAll = async () =>
  (await server.request<{ totalPayouts: number }>('GET', `/sales/total-payouts/${ann.uid}`, undefined, token)).totalPayouts
const asked = async () => (await server.request<{ payouts: Asked[] }>('GET', `/sales/payouts/${ann.uid}`, undefined, token)).payouts
const ask = (amount: number, name = 'ann') =>
  server.request('POST', `/payouts/${ann.uid}/request`, { amount, method: 'cashapp', paymentUsername: name }, ann.token)

const form = () => page.getByRole('dialog', { name: 'Request Payout' })
const open = async () => {
  await page.getByRole('button', { name: 'Request Payout' }).click()
  await form().waitFor()
}
const send = () => form().getByRole('button', { name: 'Request Payout' }).click()
const choose = (method: string) => form().getByText(method, { exact: true }).click()
const stat = (label: string) => page.getByRole('region', { name: label })
const rowOf = (on: Page, amount: string) => on.getByRole('row').filter({ hasText: amount })

it('offers a payout only while there is something to pay out', async () => {
  await page.goto(`${server.url}/dashboard`)
  await stat('Current Balance').getByText('$0.00').waitFor()
  expect(await page.getByRole('button', { name: 'Request Payout' }).count()).toBe(0)
  const [itemId] = await giveGoods(server, token, ann.uid, [{ name: 'Blue teapot', barcode: '036000291452', quantity: 5 }])
  await recordSaleOf(server, token, { itemId: itemId as string, consignorId: ann.uid, priceCents: 20_000, percent: 50 })
  await page.getByRole('button', { name: 'Request Payout' }).waitFor({ timeout: 60_000 })
  await stat('Current Balance').getByText('$100.00').waitFor()
})

it('shows the shop’s messages for wrong fields, and fills in the prefix of each handle', async () => {
  await open()
  expect(await form().getByLabel('Amount').inputValue()).toBe('100.00')
  await send()
  await form().getByText('Please select a payment method').waitFor()
  await choose('CashApp')
  expect(await form().getByLabel('CashTag').inputValue()).toBe('$')
  for (const wrong of ['0', '', 'abc', '-5', '1.005']) {
    await form().getByLabel('Amount').fill(wrong)
    await send()
    await form().getByText('Please enter a valid amount').waitFor()
  }
  await form().getByText('Please enter your CashTag').waitFor()
  await expectNoBarriers(page, 'the payout form, refused')
  await form().getByLabel('Amount').fill('100.01')
  await choose('Venmo')
  expect(await form().getByLabel('Venmo username').inputValue()).toBe('@')
  await send()
  await form().getByText('Cannot request more than your current balance of $100.00').waitFor()
  await form().getByText('Please enter your Venmo username').waitFor()
  expect(await form().getByLabel('Amount').inputValue()).toBe('100.01')
  await form().getByRole('button', { name: 'Cancel' }).click()
  expect(await asked()).toEqual([])
})

it('requests nothing offline, and says why', async () => {
  await open()
  await choose('CashApp')
  await form().getByLabel('CashTag').fill('$ann')
  await phone.offline(true)
  await form().getByText('You are offline. A payout can be requested when there is a connection.').waitFor({ timeout: 60_000 })
  expect(await form().getByRole('button', { name: 'Request Payout' }).isDisabled()).toBe(true)
  await expectNoBarriers(page, 'the payout form, offline')
  await phone.offline(false)
  await expect.poll(() => form().getByRole('button', { name: 'Request Payout' }).isEnabled(), { timeout: 60_000 }).toBe(true)
  expect(await form().getByLabel('CashTag').inputValue()).toBe('$ann')
})

it('requests by CashApp with the prefix, and deducts the amount from the balance', async () => {
  await form().getByLabel('Amount').fill('$20.5')
  await form().getByLabel('CashTag').fill(`$${HOSTILE}`)
  await send()
  await form().waitFor({ state: 'hidden' })
  await page.getByText('Payout request submitted successfully!').waitFor()
  await stat('Current Balance').getByText('$79.50').waitFor()
  expect(await balance()).toBe(79.5)
  const info = await server.request<{ cashtag: string }>('GET', `/payouts/${ann.uid}/payment-info`, undefined, ann.token)
  expect(info.cashtag).toBe(`$${HOSTILE}`)
})

it('opens Venmo’s charge before the request, and remembers each handle', async () => {
  await open()
  expect(await form().getByLabel('CashTag').inputValue()).toBe(`$${HOSTILE}`)
  await choose('Venmo')
  await form().getByLabel('Amount').fill('30')
  await form().getByLabel('Venmo username').fill('ann-v')
  // an impatient second click makes no second charge
  await page.evaluate(() => {
    const open = window.open.bind(window)
    const charges: unknown[] = []
    window.open = (...args) => {
      // the charge has to open within the click, before anything is stored or sent
      charges.push(window.event?.type)
      return open(...args)
    }
    Object.assign(window, { charges })
  })
  const opened = phone.context.waitForEvent('page')
  // this message shows only briefly, while Venmo's page opens
  const told = page.getByText('Payout request submitted successfully!').waitFor()
  await form().getByRole('button', { name: 'Request Payout' }).dblclick()
  const venmo = await opened
  await venmo.waitForURL(/^https:\/\/venmo\.com\//)
  const address = new URL(venmo.url())
  expect(Object.fromEntries(address.searchParams)).toEqual({ txn: 'charge', amount: '30.00', note: 'Payout Second Chance' })
  await venmo.close()
  await form().waitFor({ state: 'hidden' })
  await told
  await expect.poll(balance).toBe(49.5)
  expect(await page.evaluate(() => Reflect.get(window, 'charges'))).toEqual(['submit'])
  await open()
  await choose('Venmo')
  expect(await form().getByLabel('Venmo username').inputValue()).toBe('@ann-v')
  await page.keyboard.press('Escape')
  await form().waitFor({ state: 'hidden' })
  expect(await page.evaluate(() => 'hostile' in window)).toBe(false)
})

it('shows the admin each request with a link that pays it, and no link once it is marked as paid', async () => {
  const row = rowOf(admin, '$30.00')
  await row.waitFor()
  await row.getByText('Ann Consignor').waitFor()
  await row.getByText('Venmo', { exact: true }).waitFor()
  const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'America/Chicago' }).format(Date.now())
  await row.getByText(today).waitFor()
  await row.getByText(/left after it$/).waitFor()
  await row.getByRole('button', { name: /^Copy @/ }).waitFor()
  await admin.getByText(/^\d+ waiting, the oldest .*, \$[\d.]+ in all$/).waitFor()
  expect(await admin.getByRole('table', { name: 'Pending payout requests' }).getByRole('columnheader').allInnerTexts()).toEqual([
    'Consignor',
    'Amount',
    'Method',
    'Handle',
    'Requested',
    'Actions',
  ])
  const link = row.getByRole('link', { name: '@ann-v' })
  expect(await link.getAttribute('href')).toBe('https://venmo.com/ann-v?txn=pay&amount=30.00&note=Payout')
  const other = rowOf(admin, '$20.50').getByRole('link')
  // a handle too long for its column is cut, and not the mark that it is a link
  const mark = await other.evaluate((element) => {
    const [link, icon] = [element, element.querySelector('svg')].map((part) => part?.getBoundingClientRect() ?? new DOMRect())
    return [(icon?.width ?? 0) > 0, (icon?.right ?? 0) <= (link?.right ?? 0)]
  })
  expect(mark).toEqual([true, true])
  expect(await other.innerText()).toContain(HOSTILE)
  expect(new URL((await other.getAttribute('href')) as string).origin).toBe('https://cash.app')
  await expectNoBarriers(admin, 'payout requests')
  await expectFits(admin, 'payout requests')

  await row.getByRole('button', { name: 'Paid' }).click()
  const question = admin.getByRole('dialog', { name: 'Mark this payout as paid?' })
  await question.getByText('$30.00 to Ann Consignor').waitFor()
  await expectNoBarriers(admin, 'the question before paying')
  await question.getByRole('button', { name: 'Paid' }).click()
  await admin.getByText('Payout marked as paid').waitFor()
  await row.waitFor({ state: 'detached' })
  await expect.poll(paidInAll).toBe(30)
  expect(await balance()).toBe(49.5)
  await stat('Total Payouts').getByText('$30.00').waitFor({ timeout: 60_000 })

  // a paid request stays visible, without a link that would pay it again
  const which = admin.getByRole('radiogroup', { name: 'Which ones' })
  await which.getByText('Paid', { exact: true }).click()
  await row.getByText('@ann-v').waitFor()
  expect(await row.getByRole('link').count()).toBe(0)
  await which.getByText('Pending', { exact: true }).click()
})

it('refunds a deleted request', async () => {
  const row = rowOf(admin, '$20.50')
  await row.getByRole('button', { name: 'Delete' }).click()
  const question = admin.getByRole('dialog', { name: 'Delete this payout request?' })
  await question.getByText('The amount goes back to the consignor’s balance.').waitFor()
  await question.getByRole('button', { name: 'Delete' }).click()
  await admin.getByText('Payout request deleted and balance refunded').waitFor()
  await admin.getByText('No pending payout requests').waitFor()
  await expect.poll(balance).toBe(70)
  await stat('Current Balance').getByText('$70.00').waitFor({ timeout: 60_000 })
  expect(await admin.evaluate(() => 'hostile' in window)).toBe(false)
})

it('settles a request once when two admins act at the same time', async () => {
  const second = await Device.install(browser, server)
  const other = await second.signIn(eve.email, eve.password)
  await other.goto(`${server.url}/payout-requests`)
  for (const amount of [10, 11, 13]) await ask(amount)
  const question = (on: Page) => on.getByRole('dialog', { name: 'Mark this payout as paid?' })
  const paid = (on: Page) => question(on).getByRole('button', { name: 'Paid' })

  // one admin confirms while the other deletes or pays the request
  await rowOf(other, '$10.00').getByRole('button', { name: 'Paid' }).click()
  await question(other).getByText('$10.00 to Ann Consignor').waitFor()
  await rowOf(admin, '$10.00').getByRole('button', { name: 'Delete' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await question(other).waitFor({ state: 'hidden', timeout: 60_000 })
  await other.getByText('Error: This payout request was already deleted by Ada Admin on').waitFor()
  await rowOf(other, '$13.00').getByRole('button', { name: 'Paid' }).click()
  await question(other).getByText('$13.00 to Ann Consignor').waitFor()
  await rowOf(admin, '$13.00').getByRole('button', { name: 'Paid' }).click()
  await paid(admin).click()
  await question(other).waitFor({ state: 'hidden', timeout: 60_000 })
  await other.getByText('Error: This payout was already paid by Ada Admin on').waitFor()

  // both pay offline: the second to sync learns that the money went out twice
  for (const on of [admin, other]) await rowOf(on, '$11.00').waitFor()
  await tablet.offline(true)
  await second.offline(true)
  for (const on of [admin, other]) {
    await rowOf(on, '$11.00').getByRole('button', { name: 'Paid' }).click()
    await paid(on).click()
    await on.getByText('Payout marked as paid').waitFor()
    await rowOf(on, '$11.00').waitFor({ state: 'detached' })
  }
  await tablet.offline(false)
  await second.offline(false)
  for (const on of [admin, other]) await expectAllSent(on)
  const told = async () =>
    (await admin.getByText('Error: This payout was already paid by Eve Admin on').count()) +
    (await other.getByText('Error: This payout was already paid by Ada Admin on').count())
  await expect.poll(told, { timeout: 60_000 }).toBe(1)
  expect(await paidInAll()).toBe(54)
  expect(await balance()).toBe(46)
  await second.close()
})

it('closes payouts after a restore until an admin has checked; the refused request is accepted afterwards', async () => {
  const backup = join(server.dataDir, 'the.backup')
  await ask(7)
  await server.command('backup', backup)
  await ask(12)
  await rowOf(admin, '$12.00').waitFor()
  await server.stop('SIGTERM')
  await server.command('admin', 'demote', eve.email)
  await server.command('restore', backup, '--replace')
  await server.start()
  // no session outlives a restore: each device asks for a sign-in, and stays where it was
  const restored = await server.signIn(ADMIN.email, ADMIN.password)
  await signInAgain(admin, ADMIN)
  await signInAgain(page, ann)
  // the request for $12.00 was made over REST, so no outbox can send it again after the restore
  await rowOf(admin, '$12.00').waitFor({ state: 'detached', timeout: 60_000 })
  await admin.reload()
  const notice = admin.getByRole('region', { name: 'Payouts are closed' })
  await notice.getByText('the shop was found restored from a backup').waitFor()
  await expectNoBarriers(admin, 'payouts that are closed')
  await expectFits(admin, 'payouts that are closed')
  await rowOf(admin, '$7.00').getByRole('button', { name: 'Paid' }).click()
  await admin.getByRole('alert').getByText('Error: The shop was restored from a backup. Payouts stay closed').waitFor()
  await rowOf(admin, '$7.00').getByRole('button', { name: 'Delete' }).click()
  await admin.getByRole('alert').getByText('Error: The shop was restored from a backup. Payouts stay closed').waitFor()
  expect(await admin.getByRole('dialog').count()).toBe(0)

  await stat('Current Balance').getByText('$39.00').waitFor({ timeout: 60_000 })
  await open()
  await form().getByLabel('Amount').fill('5')
  await choose('CashApp')
  await form().getByLabel('CashTag').fill('ann')
  await send()
  await form().getByText('Payouts stay closed until an admin has checked and confirmed it.').waitFor()
  expect(await balance(restored)).toBe(39)

  await notice.getByRole('button', { name: 'Open payouts' }).click()
  const question = admin.getByRole('dialog', { name: 'Open payouts again?' })
  await question.getByText('Compare the paid payouts with your CashApp and Venmo accounts first.').waitFor()
  // a change since the backup, which the restore undid, and what follows from that
  await question.getByText('Role changed · now user').waitFor()
  await question.getByText('The restore made these people administrators again.').waitFor()
  await question
    .getByRole('listitem')
    .filter({ hasText: /^Eve Admin$/ })
    .waitFor()
  const { role } = await server.request<{ role: string }>('GET', '/auth/me', undefined, await server.signIn(eve.email, eve.password))
  expect(role).toBe('admin')
  await expectNoBarriers(admin, 'the question before opening payouts')
  await question.getByRole('button', { name: 'I have checked' }).click()
  await notice.waitFor({ state: 'detached' })
  // the form can be sent again unchanged
  await send()
  await page.getByText('Payout request submitted successfully!').waitFor()
  expect(await balance(restored)).toBe(34)
  await rowOf(admin, '$5.00').waitFor({ timeout: 60_000 })
})

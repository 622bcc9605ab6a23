import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectNoBarriers } from './axe.ts'
import { Device } from './browser.ts'
import { joinShop } from './consignor.ts'
import { expectFits } from './layout.ts'
import { ageProofs } from './old-sessions.ts'
import { chooseInRow } from './row-menu.ts'
import { serverRows } from './rows.ts'
import { ADMIN } from './server.ts'
import { browser, server, withShop } from './shop.ts'

withShop()

const PHONE = { width: 390, height: 844 }

const question = (page: Page) => page.getByRole('dialog', { name: 'Please show that it is you' })
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

async function join(email: string): Promise<string> {
  const person = { email, name: email.split('@')[0], password: 'long enough' }
  return (await server.request<{ user: { id: string } }>('POST', '/identity/sign-up/email', person)).user.id
}

async function openConsignors(device: Device, email: string): Promise<Page> {
  const page = await device.signIn()
  await page.goto(`${server.url}/consignors`)
  await rowOf(page, email).waitFor()
  return page
}

it('asks for the password when the sign-in is old, and then finishes the action once, with the form unchanged', async () => {
  const uid = await join('ann@example.org')
  const device = await Device.install(browser, server)
  const page = await openConsignors(device, 'ann@example.org')
  await ageProofs(server)

  await rowOf(page, 'ann@example.org').getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit User' })
  await form.getByLabel('Balance', { exact: true }).fill('25')
  await form.getByLabel('Why the balance changes').fill('Counted twice')
  await form.getByRole('button', { name: 'Save' }).click()
  await question(page).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('autocomplete'))).toBe('current-password')
  await expectNoBarriers(page, 'the question for a proof')

  // Esc closes the question: nothing is done, and everything typed stays
  await page.keyboard.press('Escape')
  await question(page).waitFor({ state: 'hidden' })
  await form.getByText('Error updating user: Please show that it is you').waitFor()
  expect([
    await form.getByLabel('Balance', { exact: true }).inputValue(),
    await form.getByLabel('Why the balance changes').inputValue(),
  ]).toEqual(['25', 'Counted twice'])

  await form.getByRole('button', { name: 'Save' }).click()
  await question(page).getByLabel('Your password').fill('not the password')
  await page.keyboard.press('Enter')
  await question(page).getByText('Incorrect password.').waitFor()
  const asked: string[] = []
  page.on('response', (response) => {
    if (response.url().includes('/sales/balance/')) asked.push(`${response.request().method()} ${response.status()}`)
  })
  await question(page).getByLabel('Your password').fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await page.getByText('User updated successfully').waitFor()
  await form.waitFor({ state: 'hidden' })
  expect(asked).toEqual(['PUT 200'])
  const fresh = await server.signIn(ADMIN.email, ADMIN.password)
  expect(await server.request('GET', `/sales/balance/${uid}`, undefined, fresh)).toMatchObject({ balance: 25 })
  await device.close()
})

it('asks for the password after a confirmation on a phone, and does not ask again for the next action', async () => {
  await join('bob@example.org')
  await join('cem@example.org')
  const device = await Device.install(browser, server, PHONE)
  const page = await device.signIn()
  await page.goto(`${server.url}/consignors`)
  await ageProofs(server)
  const remove = async (name: string) => {
    const card = page
      .locator('li, tr, article')
      .filter({ hasText: `${name}@example.org` })
      .last()
    await chooseInRow(card, 'Delete')
    await page.getByRole('button', { name: 'Delete user' }).click()
  }
  await remove('bob')
  await question(page).waitFor()
  await expectFits(page, 'the question for a proof')
  await question(page).getByLabel('Your password').fill(ADMIN.password)
  await question(page).getByRole('button', { name: 'Go on' }).click()
  await page.getByText('User deleted successfully').waitFor()
  await page.getByText('bob@example.org').first().waitFor({ state: 'hidden' })
  await remove('cem')
  await page.getByText('cem@example.org').first().waitFor({ state: 'hidden' })
  expect(await question(page).count()).toBe(0)
  await device.close()
})

it('asks for the password before money goes to a new handle, and then sends the request once', async () => {
  const { uid } = await joinShop(server, 'Dee')
  const admin = await server.signIn(ADMIN.email, ADMIN.password)
  await server.request('PUT', `/sales/balance/${uid}`, { balance: 40 }, admin)
  const device = await Device.install(browser, server, PHONE)
  const page = await device.signIn('dee@example.org', 'long enough')
  await page.goto(`${server.url}/dashboard`)
  await page.getByRole('button', { name: 'Request Payout' }).waitFor()
  await ageProofs(server)

  await page.getByRole('button', { name: 'Request Payout' }).click()
  const form = page.getByRole('dialog', { name: 'Request Payout' })
  const send = form.getByRole('button', { name: 'Request Payout' })
  await form.getByText('CashApp', { exact: true }).click()
  await form.getByLabel('CashTag').fill('$dee')
  await send.click({ timeout: 60_000 })
  await question(page).waitFor()
  await page.keyboard.press('Escape')
  await form.getByText('Please show that it is you').waitFor()
  expect(await form.getByLabel('CashTag').inputValue()).toBe('$dee')

  await send.click()
  await question(page).getByLabel('Your password').fill('long enough')
  await page.keyboard.press('Enter')
  await page.getByText('Payout request submitted successfully!').waitFor()
  await form.waitFor({ state: 'hidden' })
  const fresh = await server.signIn(ADMIN.email, ADMIN.password)
  const { payouts } = await server.request<{ payouts: object[] }>('GET', `/sales/payouts/${uid}`, undefined, fresh)
  expect(payouts).toMatchObject([{ amount: 40, paymentUsername: '$dee' }])
  await device.close()
})

it('asks for the password before the shop’s name changes, keeps the form until then, and asks again for what was queued offline', async () => {
  const device = await Device.install(browser, server, PHONE)
  const page = await device.signIn()
  await page.goto(`${server.url}/settings`)
  await page.getByLabel('Shop name').waitFor()
  await ageProofs(server)
  const save = page.getByRole('button', { name: 'Save changes' })
  const saved = async () => (await serverRows(server, await server.signIn(ADMIN.email, ADMIN.password))).settings[0]
  const shopName = async () => (await saved())?.shopName

  await page.getByLabel('Sales tax rate').fill('7')
  await save.click()
  await page.getByText('Settings saved').waitFor()
  // the server was restarted, and the device has reached it once it has the tax rate
  await expect.poll(async () => (await saved())?.taxRateBps, { timeout: 60_000 }).toBe(700)
  await page.getByLabel('Shop name').fill('Attic')
  await save.click()
  await question(page).waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('Error: Please show that it is you').waitFor()
  expect(await page.getByLabel('Shop name').inputValue()).toBe('Attic')
  await save.click()
  await question(page).getByLabel('Your password').fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await expect.poll(shopName).toBe('Attic')
  await page.getByText('Settings saved').waitFor()

  await ageProofs(server)
  await device.context.setOffline(true)
  await page.getByLabel('Shop name').fill('Loft')
  await save.click()
  await page.getByText('Once it is sent, the shop may ask you under Sync').waitFor()
  await device.context.setOffline(false)
  await page.goto(`${server.url}/sync`)
  await page.getByRole('button', { name: /^Try .* again$/ }).click()
  await question(page).getByLabel('Your password').fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await page.getByText('Queued again').waitFor()
  await expect.poll(shopName).toBe('Loft')
  await device.close()
})

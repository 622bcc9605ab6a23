import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectNoBarriers } from './axe.ts'
import { Device } from './browser.ts'
import { startMailServer } from './mail-server.ts'
import { browser, server, token, withShop } from './shop.ts'

const PASSWORD = 'long enough'
const PHONE = { width: 390, height: 844 }
let mail: Awaited<ReturnType<typeof startMailServer>>

beforeAll(async () => {
  mail = await startMailServer()
})
afterAll(() => mail?.close())
withShop(() => ({ SMTP_URL: mail.url, MAIL_FROM: 'shop@example.org' }))
// links in mails lead only to an address of the shop that an admin has confirmed
beforeAll(() => server.request('POST', '/admin/hosts', { origin: server.url, isForMails: true }, token))

const signUp = (name: string) =>
  server.request('POST', '/identity/sign-up/email', { email: `${name}@example.org`, password: PASSWORD, name })

const lettersTo = (to: string): string[] =>
  mail.letters.filter((one) => one.to.includes(to)).map(({ raw }) => raw.replace(/=\r?\n/g, '').replaceAll('=3D', '='))

async function proofTo(to: string, nth = 1): Promise<{ link: string; digits: string }> {
  await expect.poll(() => lettersTo(to).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(nth)
  const text = lettersTo(to)[nth - 1] ?? ''
  return {
    link: /https?:\/\/\S+\/confirm-email\?token=[\w-]+/.exec(text)?.[0] ?? '',
    digits: /\n(\d{6})\r?\n/.exec(text)?.[1] ?? '',
  }
}

const digitsField = (page: Page) => page.getByLabel('Six digits of the mail')
const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm e-mail' }).click()

it('asks a new consignor on the dashboard to type the code from the mail', async () => {
  const device = await Device.open(browser, server, PHONE)
  const page = await device.tab('/login')
  await page.getByRole('button', { name: 'Create an account' }).click()
  await page.getByLabel('Your name').fill('Ann')
  await page.getByLabel('E-mail').fill('Ann@Example.org')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  const banner = page.getByRole('complementary', { name: 'Confirm your e-mail' })
  await banner.getByText('ann@example.org').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Later' }).click()
  await expectNoBarriers(page, 'the dashboard of somebody who has not confirmed the e-mail')
  const { digits } = await proofTo('ann@example.org')
  await digitsField(page).fill('12')
  await confirm(page)
  await page.getByText('Please enter the 6 digits of the mail').waitFor()
  await digitsField(page).fill(digits === '123456' ? '654321' : '123456')
  await confirm(page)
  // the message is said once, at the field, which has the focus
  await page.getByText('These are not the digits of the newest mail. Please look again.').waitFor()
  await expect.poll(() => digitsField(page).evaluate((field) => field === document.activeElement)).toBe(true)

  // a second mail voids the code of the first
  await page.getByRole('button', { name: 'Send me the mail' }).click()
  await page.getByText('A new mail is on its way to ann@example.org.').waitFor()
  const second = await proofTo('ann@example.org', 2)
  await digitsField(page).fill(`${second.digits.slice(0, 3)} ${second.digits.slice(3)}`)
  await confirm(page)
  await banner.waitFor({ state: 'detached' })
  await page.goto(`${server.url}/profile`)
  await page.getByRole('definition').getByText('ann@example.org').waitFor()
  expect(await page.getByText('Not confirmed').count()).toBe(0)
  await device.close()
})

it('accepts the code in the profile too', async () => {
  await signUp('pia')
  const device = await Device.open(browser, server)
  const page = await device.signIn('pia@example.org', PASSWORD)
  await page.goto(`${server.url}/profile`)
  await page.getByText('Not confirmed').waitFor()
  await digitsField(page).fill((await proofTo('pia@example.org')).digits)
  await confirm(page)
  await page.getByText('E-mail confirmed').waitFor()
  await page.getByText('Not confirmed').waitFor({ state: 'detached' })
  await device.close()
})

it('confirms by the link alone on a signed-in device, and reports a second use of the link', async () => {
  await signUp('lea')
  const { link } = await proofTo('lea@example.org')
  const device = await Device.open(browser, server)
  const page = await device.signIn('lea@example.org', PASSWORD)
  await page.goto(link)
  await page.getByRole('heading', { name: 'Your e-mail is confirmed' }).waitFor()
  await page.goto(link)
  await page.getByRole('heading', { name: 'This e-mail is confirmed already' }).waitFor()
  await page.getByRole('button', { name: 'Go to the dashboard' }).click()
  await page.getByRole('heading', { name: 'My Inventory' }).waitFor()
  await expect.poll(() => page.getByRole('complementary', { name: 'Confirm your e-mail' }).count()).toBe(0)
  await device.close()
})

it('asks for the password too on a signed-out device, and calls a replaced or made-up link too old', async () => {
  await signUp('moe')
  const first = await proofTo('moe@example.org')
  const phone = await Device.open(browser, server, PHONE)
  const page = await phone.tab(new URL(first.link).pathname + new URL(first.link).search)
  await page.getByText('Please enter the password you chose when you made the account.').waitFor()
  await expectNoBarriers(page, 'the page of a mailed link')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await confirm(page)
  await page.getByText('Incorrect password.').waitFor()
  const own = await server.request<{ token: string }>('POST', '/identity/sign-in/email', {
    email: 'moe@example.org',
    password: PASSWORD,
  })
  await server.request('POST', '/identity/request-email-proof', undefined, own.token)
  const second = await proofTo('moe@example.org', 2)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await confirm(page)
  await page.getByRole('heading', { name: 'This link is too old' }).waitFor()

  await page.goto(second.link)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await confirm(page)
  await page.getByRole('heading', { name: 'Your e-mail is confirmed' }).waitFor()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/login')
  expect(await page.getByLabel('E-mail').inputValue()).toBe('moe@example.org')
  for (const path of ['/confirm-email', '/confirm-email?token=', '/confirm-email?token=made-up']) {
    await page.goto(server.url + path)
    await page.getByRole('heading', { name: 'This link is too old' }).waitFor()
  }
  await phone.close()
})

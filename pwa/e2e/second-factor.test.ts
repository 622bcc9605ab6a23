import { readFile } from 'node:fs/promises'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectNoBarriers } from './axe.ts'
import { Device } from './browser.ts'
import { expectFits } from './layout.ts'
import { ageProofs, inDatabase } from './old-sessions.ts'
import { ADMIN } from './server.ts'
import { browser, server, withShop } from './shop.ts'

withShop()

const PHONE = { width: 390, height: 844 }
const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate()
/** Forgets which codes were used, so that a test need not wait half a minute for the next code. */
const forgetSteps = () => inDatabase(server, 'update code_factors set last_step = 0')
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

let secret = ''
let recoveryCodes: string[] = []

it('sets up codes of an app on a phone: picture, key, first code, and recovery codes to keep', async () => {
  const device = await Device.install(browser, server, PHONE)
  const page = await device.signIn()
  await page.goto(`${server.url}/profile`)
  await page.getByRole('button', { name: 'Set up codes' }).click()
  const setUp = dialog(page, 'Set up codes')
  await setUp.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor()
  await expectNoBarriers(page, 'setting up codes')
  await expectFits(page, 'setting up codes')
  secret = (await setUp.locator('code').innerText()).replaceAll(' ', '')
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)

  await setUp.getByLabel('Code').fill('12')
  await setUp.getByRole('button', { name: 'Switch codes on' }).click()
  await setUp.getByText('Please enter the six digits that your app shows.').waitFor()
  await setUp.getByLabel('Code').fill(codeOf(secret))
  await setUp.getByRole('button', { name: 'Switch codes on' }).click()

  const kept = dialog(page, 'Keep these recovery codes')
  await kept.getByRole('listitem').first().waitFor()
  recoveryCodes = await kept.getByRole('listitem').allInnerTexts()
  expect(recoveryCodes).toHaveLength(10)
  await expectNoBarriers(page, 'recovery codes')
  await expectFits(page, 'recovery codes')
  const file = page.waitForEvent('download')
  await kept.getByRole('button', { name: 'Download' }).click()
  expect(await readFile(await (await file).path(), 'utf8')).toContain(recoveryCodes.join('\n'))
  await kept.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByText('10 of 10 codes left').waitFor()
  await expectNoBarriers(page, 'the profile with codes')

  await device.offline(true)
  await page.getByText('You are offline. The second step can be changed').waitFor()
  for (const name of ['Use another device', 'Switch codes off', 'New recovery codes'])
    expect(await page.getByRole('button', { name }).isDisabled(), name).toBe(true)
  await device.offline(false)
  await device.close()
})

it('signs in with a code after the password, or with a recovery code, which is then used up', async () => {
  await forgetSteps()
  const device = await Device.install(browser, server)
  const enter = async () => {
    const page = await device.tab('/login')
    await page.getByLabel(/e-?mail/i).fill(ADMIN.email)
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Second step' }).waitFor()
    return page
  }
  const first = await enter()
  await expectNoBarriers(first, 'the second step')
  await expect.poll(() => first.evaluate(() => document.activeElement?.getAttribute('autocomplete'))).toBe('one-time-code')
  await first.keyboard.type('12345')
  await first.keyboard.press('Enter')
  await first.getByText('Please enter the six digits that your app shows.').waitFor()
  await first.getByLabel('Code').fill(codeOf(secret))
  await first.keyboard.press('Enter')
  await first.waitForURL((url) => !url.pathname.startsWith('/login'))
  await device.close()

  const other = await Device.install(browser, server)
  const page = await other.tab('/login')
  const signIn = async () => {
    await page.getByLabel(/e-?mail/i).fill(ADMIN.email)
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
  }
  await signIn()
  await page.getByRole('button', { name: 'Start again' }).click()
  await signIn()
  await page.getByLabel('Recovery code').fill('ABCD-EFGH-JKLM-NPQR')
  await page.keyboard.press('Enter')
  await page.getByText('This recovery code is wrong').waitFor()
  await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  await page.goto(`${server.url}/profile`)
  await page.getByText('9 of 10 codes left').waitFor()
  await other.close()
})

it('asks for a code instead of the password, renews the recovery codes, and switches codes off', async () => {
  const device = await Device.install(browser, server)
  const page = await device.tab('/login')
  await page.getByLabel(/e-?mail/i).fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recoveryCodes[1] ?? '')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  await page.goto(`${server.url}/profile`)
  await page.getByText('8 of 10 codes left').waitFor()
  await ageProofs(server)
  await forgetSteps()

  await page.getByRole('button', { name: 'New recovery codes' }).click()
  await expectNoBarriers(page, 'the question about new recovery codes')
  await page.getByRole('button', { name: 'Make new codes' }).click()
  const question = dialog(page, 'Please show that it is you')
  await question.getByLabel('Code').fill(codeOf(secret))
  expect(await question.getByLabel('Your password').count()).toBe(0)
  await page.keyboard.press('Enter')
  await dialog(page, 'Keep these recovery codes').getByRole('button', { name: 'I have kept them' }).click()
  await page.getByText('10 of 10 codes left').waitFor()

  await page.getByRole('button', { name: 'Switch codes off' }).click()
  await expectNoBarriers(page, 'the question before codes are switched off')
  await dialog(page, 'Switch codes off?').getByRole('button', { name: 'Switch codes off' }).click()
  await page.getByText('Codes are switched off').waitFor()
  await page.getByRole('button', { name: 'Set up codes' }).waitFor()
  await device.close()
  expect(await server.signIn(ADMIN.email, ADMIN.password)).not.toBe('')
})

it('sets up codes only with a confirmed e-mail, and leads to the field for the mailed code', async () => {
  const person = { email: 'uma@example.org', password: 'a long enough password', name: 'Uma' }
  await server.request('POST', '/identity/sign-up/email', person)
  const device = await Device.install(browser, server, PHONE)
  const page = await device.signIn(person.email, person.password)
  await page.goto(`${server.url}/profile`)
  await page.getByText('Please confirm your e-mail first, under Account in your profile.').waitFor()
  const setUp = page.getByRole('button', { name: 'Set up codes' })
  await setUp.waitFor()
  expect(await setUp.isDisabled()).toBe(true)
  await expectNoBarriers(page, 'the profile before the e-mail is confirmed')
  await expectFits(page, 'the profile before the e-mail is confirmed')
  await page.getByRole('button', { name: 'Go to the confirmation' }).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('autocomplete'))).toBe('one-time-code')
  const admin = await server.signIn(ADMIN.email, ADMIN.password)
  const { user } = await server.request<{ user: { id: string } }>('POST', '/identity/sign-in/email', person)
  await server.request('POST', `/auth/users/${user.id}/vouch`, {}, admin)
  await expect.poll(() => setUp.isEnabled()).toBe(true)
  expect(await page.getByText('Please confirm your e-mail first').count()).toBe(0)
  await device.close()
})

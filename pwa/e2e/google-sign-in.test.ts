import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectNoBarriers } from './axe.ts'
import { Device } from './browser.ts'
import { type GoogleAccount, GoogleServer } from './google-server.ts'
import { expectFits } from './layout.ts'
import { ageProofs, inDatabase } from './old-sessions.ts'
import { ADMIN } from './server.ts'
import { browser, server, withShop } from './shop.ts'

const PASSWORD = 'correct horse'
let google: GoogleServer

beforeAll(async () => {
  google = await GoogleServer.start()
})
afterAll(() => google?.close())
withShop(() => google.environment)

const person = (name: string): GoogleAccount => ({ sub: `sub-of-${name}`, name, email: `${name}@example.org`, email_verified: true })
const alert = (page: Page, text: string) => page.getByRole('alert').getByText(text, { exact: true })

/** Goes from the login screen to Google's page. */
async function goToGoogle(page: Page, who: GoogleAccount | 'denied'): Promise<void> {
  google.person = who
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByRole('link', { name: who === 'denied' ? 'Cancel' : 'Authorize' }).waitFor()
}

/** Goes from the login screen to Google's page and back. */
async function continueWithGoogle(page: Page, who: GoogleAccount | 'denied'): Promise<void> {
  await goToGoogle(page, who)
  await page.getByRole('link').click()
}

it('creates an account by Google, and signs the same person in again on the screen they wanted', async () => {
  const device = await Device.open(browser, server)
  const page = await device.tab('/login')
  await continueWithGoogle(page, person('gina'))
  await page.getByRole('dialog', { name: 'Set up a backup password' }).waitFor()
  expect(page.url()).toBe(`${server.url}/dashboard`)
  await page.goto(`${server.url}/profile`)
  await page.getByRole('definition').filter({ hasText: 'gina@example.org' }).waitFor()
  const uid = await page.locator('code').first().textContent()

  const phone = await Device.install(browser, server, { width: 390, height: 844 })
  const back = await phone.tab('/profile')
  await back.waitForURL('**/login')
  await continueWithGoogle(back, person('gina'))
  await back.waitForURL('**/profile')
  expect(await back.locator('code').first().textContent()).toBe(uid)
  await device.close()
  await phone.close()
})

it('asks for the second step after Google, and then opens the screen that the person wanted', async () => {
  const { token } = await server.request<{ token: string }>('POST', '/identity/sign-in/email', ADMIN)
  const codes = '/identity/second-factor/codes'
  const { ticket, secret } = await server.request<{ ticket: string; secret: string }>('POST', `${codes}/start`, undefined, token)
  const app = new TOTP({ secret: Secret.fromBase32(secret) })
  await server.request('POST', `${codes}/confirm`, { ticket, code: app.generate() }, token)
  await inDatabase(server, 'update code_factors set last_step = 0')

  const ada: GoogleAccount = { sub: 'sub-of-ada', name: 'Ada', email: ADMIN.email, email_verified: true }
  const phone = await Device.open(browser, server, { width: 390, height: 844 })
  const page = await phone.tab('/profile')
  await page.waitForURL('**/login')
  await continueWithGoogle(page, ada)
  await page.getByRole('heading', { name: 'Second step' }).waitFor()
  await page.getByText('Google knows you.').waitFor()
  await expectNoBarriers(page, 'the second step after Google')
  await expectFits(page, 'the second step after Google')
  await page.getByRole('button', { name: 'Start again' }).click()
  await page.waitForURL('**/login')
  await continueWithGoogle(page, ada)
  const near = Array.from({ length: 61 }, (_, n) => app.generate({ timestamp: Date.now() + (n - 30) * 30_000 }))
  await page.getByLabel('Code').fill(['000000', '111111', '222222'].find((code) => !near.includes(code)) ?? '333333')
  await page.keyboard.press('Enter')
  await page.getByText('This code is wrong.').waitFor()
  await page.getByLabel('Code').fill(app.generate())
  await page.keyboard.press('Enter')
  await page.waitForURL('**/profile')
  await phone.close()
})

it('says why a sign-in failed: no consent, an e-mail address that is not verified, a link from another browser', async () => {
  const device = await Device.open(browser, server)
  const page = await device.tab('/login')
  await continueWithGoogle(page, 'denied')
  await alert(page, 'Failed to sign in with Google').waitFor()
  await page.waitForURL('**/login')
  await alert(page, 'Google was not allowed to share who you are.').waitFor()

  await continueWithGoogle(page, { ...person('open'), email_verified: false })
  await alert(page, 'Failed to sign in with Google').waitFor()
  await page.getByText('Your Google account has no verified e-mail address. Verify it there first.').waitFor()
  await page.waitForURL('**/login')

  await page.goto(`${server.url}/google-callback?token=made-up&isNew=false`)
  await alert(page, 'Failed to sign in with Google').waitFor()
  await page.waitForURL('**/login')

  // a planted link that carries its sender's consent, and a made-up link
  const other = await Device.open(browser, server)
  const elsewhere = await other.tab('/login')
  await goToGoogle(elsewhere, person('mallory'))
  const planted = (await elsewhere.getByRole('link').getAttribute('href')) ?? ''
  for (const address of [planted, `${server.url}/api/auth/google/callback?state=made-up&code=made-up`]) {
    await page.goto(address)
    await alert(page, 'Failed to sign in with Google').waitFor()
    await page.getByText('The sign-in took too long, or was begun in another browser.').waitFor()
    await page.waitForURL('**/login')
  }
  await device.close()
  await other.close()
})

it('a person without a password proves their identity at Google in a window, and the action continues', async () => {
  const device = await Device.install(browser, server)
  const page = await device.tab('/login')
  await continueWithGoogle(page, person('petra'))
  await page.getByRole('dialog', { name: 'Set up a backup password' }).waitFor()
  await ageProofs(server)
  const form = page.getByRole('dialog', { name: 'Set up a backup password' })
  await form.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await form.getByLabel('Password again').fill(PASSWORD)
  await form.getByRole('button', { name: 'Set password' }).click()
  const question = page.getByRole('dialog', { name: 'Please show that it is you' })
  await question.getByRole('button', { name: 'Continue with Google' }).waitFor()

  // somebody else's account proves nothing, and everything typed stays
  for (const who of [person('mallory'), person('petra')]) {
    google.person = who
    const opening = page.waitForEvent('popup')
    await question.getByRole('button', { name: 'Continue with Google' }).click()
    const popup = await opening
    await popup.getByRole('link', { name: 'Authorize' }).click()
    if (who.name === 'mallory') await question.getByText('Google did not confirm that it is you.').waitFor()
    else await question.waitFor({ state: 'hidden' })
    await popup.close()
  }
  await page.getByText('Password set successfully!').waitFor()
  expect(await server.signIn('petra@example.org', PASSWORD)).not.toBe('')
  await device.close()
})

it('takes over the account that a stranger made with the same e-mail, and signs the stranger out', async () => {
  const byPassword = { email: 'taken@example.org', password: PASSWORD }
  await server.request('POST', '/identity/sign-up/email', { ...byPassword, name: 'Taken' })
  const stranger = await Device.open(browser, server)
  const theirs = await stranger.signIn(byPassword.email, PASSWORD)
  const device = await Device.open(browser, server)
  const page = await device.tab('/login')
  await continueWithGoogle(page, person('taken'))
  await page.waitForURL('**/dashboard')
  await page.getByRole('heading', { name: 'My Inventory' }).waitFor()
  expect(await page.getByRole('complementary', { name: 'Confirm your e-mail' }).count()).toBe(0)
  await theirs.goto(`${server.url}/profile`)
  await theirs.waitForURL('**/login')
  await expect(server.signIn(byPassword.email, PASSWORD)).rejects.toThrow('Incorrect password.')
  await device.close()
  await stranger.close()
})

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectNoBarriers } from './axe.ts'
import { Device, untilControlled } from './browser.ts'
import { type DiscordAccount, DiscordServer } from './discord-server.ts'
import { startMailServer } from './mail-server.ts'
import { browser, server, token, withShop } from './shop.ts'

const PASSWORD = 'correct horse'
let discord: DiscordServer
let mail: Awaited<ReturnType<typeof startMailServer>>

beforeAll(async () => {
  discord = await DiscordServer.start()
  mail = await startMailServer()
})
afterAll(async () => {
  await mail?.close()
  await discord?.close()
})
withShop(() => ({ ...discord.environment, SMTP_URL: mail.url }))
// links in mails lead only to an address of the shop that an admin has confirmed
beforeAll(() => server.request('POST', '/admin/hosts', { origin: server.url, isForMails: true }, token))

const signUp = (name: string) =>
  server.request('POST', '/identity/sign-up/email', { email: `${name}@example.org`, password: PASSWORD, name })

const person = (name: string): DiscordAccount => ({
  id: String([...name].reduce((sum, letter) => sum * 31n + BigInt(letter.charCodeAt(0)), 7n)),
  username: name,
  global_name: name,
  email: `${name}@example.org`,
  verified: true,
})

const alert = (page: Page, text: string) => page.getByRole('alert').getByText(text, { exact: true })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

const assertEmail = (page: Page, typed: string) => expect.poll(() => field(page, 'E-mail').inputValue(), { timeout: 20_000 }).toBe(typed)

/** Goes from the login screen to Discord's page and back. */
async function continueWithDiscord(page: Page, who: DiscordAccount | 'denied'): Promise<void> {
  discord.person = who
  await page.getByRole('button', { name: 'Continue with Discord' }).click()
  await page.getByRole('link', { name: who === 'denied' ? 'Cancel' : 'Authorize' }).click()
}

/** Holds a request back until `then` has seen the waiting screen. */
async function whileHeld(device: Device, path: string, then: () => Promise<void>): Promise<void> {
  let letGo: () => void = () => undefined
  let isThrough: () => void = () => undefined
  const held = new Promise<void>((resolve) => (letGo = resolve))
  const through = new Promise<void>((resolve) => (isThrough = resolve))
  await device.context.route(`**/api${path}`, async (route) => {
    await held
    await route.continue()
    isThrough()
  })
  await then()
  letGo()
  await through
  await device.context.unroute(`**/api${path}`)
}

/** Link in the latest mail to an address. */
async function mailedLink(to: string): Promise<string> {
  const textOf = ({ raw }: { raw: string }) => raw.replace(/=\r?\n/g, '').replaceAll('=3D', '=')
  const link = () =>
    mail.letters
      .filter((one) => one.to.includes(to))
      .map((one) => /https?:\/\/\S+\/reset-password\?token=[\w-]+/.exec(textOf(one))?.[0])
      .findLast((url) => url !== undefined)
  await expect.poll(link, { timeout: 20_000 }).toBeDefined()
  return link() ?? ''
}

it('refuses a common password and one’s own e-mail address as a password, with a message at the field', async () => {
  const device = await Device.open(browser, server)
  const page = await device.tab('/login')
  await page.getByRole('button', { name: 'Create an account' }).click()
  await field(page, 'Your name').fill('Wanda')
  await field(page, 'E-mail').fill('wanda@example.org')
  for (const [password, sentence] of [
    ['iloveyou', 'This is one of the commonest passwords, which are tried first. Please choose another one.'],
    ['wanda@example.org', 'Your own e-mail address or name is tried first. Please choose another password.'],
  ] as const) {
    await field(page, 'Password').fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.locator('[id$="-error"]').getByText(sentence).waitFor()
  }
  await field(page, 'Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/dashboard')
  await device.close()
})

it('signs a person in on a known device, but not on a new one, after too many wrong guesses at the password', async () => {
  await signUp('gina')
  const known = await Device.open(browser, server)
  const page = await known.signIn('gina@example.org', PASSWORD)
  await page.evaluate(async () => {
    for (let n = 0; n < 12; n++)
      await fetch('/api/identity/sign-in/email', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'gina@example.org', password: 'a wrong password' }),
      })
  })
  await known.context.clearCookies()
  await page.goto(`${server.url}/profile`)
  await page
    .getByRole('button', { name: /^Profile menu of/ })
    .filter({ visible: true })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/login')
  await field(page, 'E-mail').fill('gina@example.org')
  await field(page, 'Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  // on the screen that the person had left
  await page.waitForURL('**/profile')
  const stranger = await Device.open(browser, server)
  const other = await stranger.tab('/login')
  await field(other, 'E-mail').fill('gina@example.org')
  await field(other, 'Password').fill(PASSWORD)
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await other.getByText('Too many attempts. Please wait a moment and try again.').waitFor()
  await known.close()
  await stranger.close()
})

it('sets a new password by a mailed link, and signs out everywhere', async () => {
  await signUp('rita')
  const tablet = await Device.open(browser, server)
  const atWork = await tablet.signIn('rita@example.org', PASSWORD)
  const phone = await Device.open(browser, server, { width: 390, height: 844 })
  const page = await phone.tab('/login')
  await field(page, 'E-mail').fill('who@example.org')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByRole('heading', { name: 'Reset your password' }).waitFor()
  await page.getByRole('button', { name: 'Send reset email' }).click()
  await page.getByText('No account found with this email.').waitFor()
  expect(await field(page, 'E-mail').inputValue()).toBe('who@example.org')
  await page.getByRole('button', { name: 'Back to sign in' }).click()
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await field(page, 'E-mail').fill('rita@example.org')
  await whileHeld(phone, '/identity/request-password-reset', async () => {
    await page.getByRole('button', { name: 'Send reset email' }).click()
    await page.getByText('Sending email...').waitFor()
  })
  await page.getByText('Password reset email sent! Check your inbox.').waitFor()

  const link = await mailedLink('rita@example.org')
  await page.goto(link)
  await page.getByText('For rita@example.org.').waitFor()
  await field(page, 'New password').fill('another horse')
  await field(page, 'New password again').fill('another hose')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await page.getByText('Passwords do not match').waitFor()
  await field(page, 'New password again').fill('another horse')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await page.getByText('Your new password is set. Sign in with it.').waitFor()
  expect(await field(page, 'E-mail').inputValue()).toBe('rita@example.org')
  await field(page, 'Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('Incorrect password.').waitFor()
  await field(page, 'Password').fill('another horse')
  await whileHeld(phone, '/identity/sign-in/email', async () => {
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('Signing in...').waitFor()
  })
  await page.waitForURL('**/dashboard')

  await page.goto(link)
  await page.getByRole('heading', { name: 'This link is no longer good' }).waitFor()
  await atWork.waitForURL('**/login')
  await atWork.getByText('Your sign-in has ended.').waitFor()
  await tablet.close()
  await phone.close()
})

it('creates an account by Discord, asks for a backup password, and signs in with it', async () => {
  const device = await Device.open(browser, server)
  const page = await device.tab('/login')
  await continueWithDiscord(page, person('dora'))
  await page.getByRole('dialog', { name: 'Set up a backup password' }).waitFor()
  expect(page.url()).toBe(`${server.url}/dashboard`)
  await field(page, 'Password').fill('short')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByText('Password must be at least 6 characters').waitFor()
  await field(page, 'Password').fill(PASSWORD)
  await field(page, 'Password again').fill(`${PASSWORD}s`)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByText('Passwords do not match').waitFor()
  await field(page, 'Password again').fill(PASSWORD)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByText('Password set successfully!').waitFor()
  await page.goto(`${server.url}/dashboard?setupPassword=true`)
  await field(page, 'Password').fill(PASSWORD)
  await field(page, 'Password again').fill(PASSWORD)
  await page.getByRole('button', { name: 'Set password' }).click()
  await alert(page, 'Password is already set up for this account').waitFor()

  const other = await Device.open(browser, server)
  await other.signIn('dora@example.org', PASSWORD)
  const again = await Device.open(browser, server)
  const back = await again.tab('/login')
  await continueWithDiscord(back, person('dora'))
  await back.waitForURL('**/dashboard')
  for (const one of [device, other, again]) await one.close()
})

it('says why a sign-in by Discord failed, and returns to the login screen', async () => {
  await signUp('taken')
  const device = await Device.open(browser, server)
  const page = await device.tab('/login')
  await continueWithDiscord(page, 'denied')
  await alert(page, 'Discord authentication failed. Please try again.').waitFor()
  await page.waitForURL('**/login')
  await alert(page, 'Discord was not allowed to share who you are.').waitFor()
  await continueWithDiscord(page, { ...person('taken'), verified: false })
  await page.getByText('Your Discord account has no verified e-mail address. Verify it there first.').waitFor()
  await whileHeld(device, '/auth/sign-in-token', async () => {
    await page.goto(`${server.url}/discord-callback?token=made-up`)
    await page.getByText('Completing Discord sign-in...').waitFor()
  })
  for (const [query, sentence] of [
    ['', 'No authentication token received.'],
    ['?token=made-up&isNew=false', 'Failed to complete Discord sign-in. Please try again.'],
    ['?error=anything', 'Discord authentication failed. Please try again.'],
  ] as const) {
    await page.goto(`${server.url}/discord-callback${query}`)
    await alert(page, sentence).waitFor()
    expect(page.url()).toBe(`${server.url}/discord-callback`)
  }
  await device.close()
})

it('links and unlinks Discord in the profile, lists the devices, and signs one of them out', async () => {
  await signUp('lena')
  const lost = await Device.open(browser, server, { width: 390, height: 844 })
  const atLost = await lost.signIn('lena@example.org', PASSWORD)
  const device = await Device.open(browser, server)
  const page = await device.signIn('lena@example.org', PASSWORD)
  await page.goto(`${server.url}/profile`)
  discord.person = { ...person('lena.d'), email: 'elsewhere@example.org' }
  await page.getByRole('button', { name: 'Link Discord account' }).click()
  await page.getByRole('link', { name: 'Authorize' }).click()
  await page.waitForURL('**/discord-success')
  await page.getByRole('link', { name: 'Back to your profile' }).click()
  await page.getByText('lena.d').first().waitFor()
  await page.getByRole('term').getByText('Linked', { exact: true }).waitFor()
  // the date follows the shop's calendar, even on a device in another time zone
  const clock = await device.context.newCDPSession(page)
  await clock.send('Emulation.setTimezoneOverride', { timezoneId: 'Pacific/Kiritimati' })
  await page.reload()
  const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'America/Chicago' }).format(Date.now())
  await page.getByRole('definition').getByText(today, { exact: true }).waitFor()

  const ways = page.getByRole('list', { name: 'Ways to sign in' })
  await ways.getByRole('button', { name: 'Remove Discord' }).click()
  await page.getByRole('dialog', { name: 'Remove Discord?' }).waitFor()
  await expectNoBarriers(page, 'the question before a linked account is removed')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove Discord' }).click()
  await page.getByText('Discord is removed').waitFor()
  await expect.poll(() => ways.getByText('Discord').count()).toBe(0)

  const devices = page.getByRole('list', { name: 'Devices' })
  await devices.getByText('This device').waitFor()
  await devices
    .getByRole('button', { name: /^Sign out / })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByText(/ is signed out$/).waitFor()
  await atLost.waitForURL('**/login')
  await atLost.getByText('Your sign-in has ended.').waitFor()

  await page.getByRole('button', { name: 'Change password' }).click()
  await field(page, 'Current password').fill('not the password')
  await field(page, 'New password').fill('another horse')
  await field(page, 'New password again').fill('another horse')
  await page.getByRole('dialog').getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Incorrect password.').waitFor()
  await page.getByText('You are signed out everywhere else.').waitFor()
  await field(page, 'Current password').fill(PASSWORD)
  await page.getByRole('dialog').getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Password set successfully!').waitFor()
  await server.signIn('lena@example.org', 'another horse')
  await device.close()
  await lost.close()
})

it('says when the server is unreachable, keeps typed text, and recovers automatically', async () => {
  await signUp('ole')
  const device = await Device.install(browser, server)
  const page = await device.tab('/login')
  await field(page, 'E-mail').fill('ole@example.org')
  await field(page, 'Password').fill(PASSWORD)
  // a service worker that begins to control the page meanwhile could hold requests back
  await untilControlled(page)
  await device.offline(true)
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false)
  await page.getByText('The shop’s server cannot be reached.').waitFor()
  expect(await page.getByRole('button', { name: 'Sign in', exact: true }).isDisabled()).toBe(true)
  await device.offline(false)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/dashboard')
  await device.close()
})

it('says that the server cannot be reached when a part of the app fails to load, and signs in once it loads', async () => {
  await signUp('ava')
  // a service worker would have loaded the part beforehand
  const context = await browser.newContext({ serviceWorkers: 'block' })
  await context.route('**/assets/password-sign-in-*.js', (route) => route.abort())
  const page = await context.newPage()
  await page.goto(`${server.url}/login`)
  await field(page, 'E-mail').fill('ava@example.org')
  await field(page, 'Password').fill(PASSWORD)
  const signIn = page.getByRole('button', { name: 'Sign in', exact: true })
  await signIn.click()
  await page.getByRole('alert').getByText('The server cannot be reached.').waitFor()
  expect(await field(page, 'Password').inputValue()).toBe(PASSWORD)
  await context.unroute('**/assets/password-sign-in-*.js')
  await signIn.click()
  await page.waitForURL('**/dashboard')
  await context.close()
})

it('keeps the typed e-mail address when switching to another form', async () => {
  const device = await Device.open(browser, server)
  const page = await device.tab('/login')
  const press = async (name: string, heading: string) => {
    await page.getByRole('button', { name }).click()
    await page.getByRole('heading', { name: heading }).waitFor()
  }
  await field(page, 'E-mail').fill('ida@')
  await press('Create an account', 'Create your account')
  await assertEmail(page, 'ida@')
  await field(page, 'E-mail').fill('ida@example')
  await press('Sign in instead', 'Sign in')
  await assertEmail(page, 'ida@example')
  await press('Forgot password?', 'Reset your password')
  await assertEmail(page, 'ida@example')
  await field(page, 'E-mail').fill('ida@example.org')
  await press('Back to sign in', 'Sign in')
  await assertEmail(page, 'ida@example.org')
  await device.close()
})

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectNoBarriers } from './axe.ts'
import { Device } from './browser.ts'
import { joinShop } from './consignor.ts'
import { expectFits } from './layout.ts'
import { ageProofs } from './old-sessions.ts'
import { ADMIN } from './server.ts'
import { browser, server, withShop } from './shop.ts'

withShop()

const PHONE = { width: 390, height: 844 }
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

/** Gives a page's browser a device that holds passkeys and confirms each use by itself. */
async function holdPasskeys(page: Page): Promise<void> {
  const wire = await page.context().newCDPSession(page)
  await wire.send('WebAuthn.enable')
  await wire.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

it('adds, uses, renames and removes a passkey, and needs nothing else for a sign-in and a proof', async () => {
  const device = await Device.install(browser, server, PHONE)
  const page = await device.signIn()
  await holdPasskeys(page)
  await page.goto(`${server.url}/profile`)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const kept = dialog(page, 'Keep these recovery codes')
  await expect.poll(() => kept.getByRole('listitem').count()).toBe(10)
  await kept.getByRole('button', { name: 'I have kept them' }).click()
  const list = page.getByRole('list', { name: 'Passkeys' })
  await list.getByText('Not used yet').waitFor()
  await expectNoBarriers(page, 'the profile with a passkey')
  await expectFits(page, 'the profile with a passkey')

  await list.getByRole('button', { name: /^Rename/ }).click()
  const rename = dialog(page, 'Rename passkey')
  await expectNoBarriers(page, 'renaming a passkey')
  await rename.getByLabel('Name').fill('')
  await rename.getByRole('button', { name: 'Save' }).click()
  await rename.getByText('Please name this passkey').waitFor()
  await rename.getByLabel('Name').fill('Counter tablet')
  await rename.getByRole('button', { name: 'Save' }).click()
  await list.getByText('Counter tablet').waitFor()

  await page.getByRole('button', { name: /^Profile menu of/ }).click()
  await page.getByRole('menuitem', { name: /^Sign out/i }).click()
  await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
  await expectNoBarriers(page, 'the login with passkeys')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))

  await ageProofs(server)
  await page.goto(`${server.url}/profile`)
  await page.getByRole('button', { name: 'New recovery codes' }).click()
  await page.getByRole('button', { name: 'Make new codes' }).click()
  const question = dialog(page, 'Please show that it is you')
  await question.getByRole('button', { name: 'Use a passkey' }).click()
  await kept.getByRole('button', { name: 'I have kept them' }).click()
  await list.getByText(/^Last used/).waitFor()

  await list.getByRole('button', { name: 'Remove Counter tablet' }).click()
  await expectNoBarriers(page, 'the question before a passkey goes')
  await page.getByRole('button', { name: 'Remove passkey' }).click()
  await list.waitFor({ state: 'detached' })
  await device.close()
  expect(await server.signIn(ADMIN.email, ADMIN.password)).not.toBe('')
})

it('a device without passkeys says so, and still offers the other ways to sign in', async () => {
  const device = await Device.install(browser, server)
  const page = await device.tab('/login')
  await holdPasskeys(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByText('No passkey was used. Please try again, or choose another way.').waitFor()
  await page.getByLabel(/e-?mail/i).fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  await device.close()
})

it('only an admin who has a second step can require one of all admins, and others are then led to set theirs up', async () => {
  const device = await Device.install(browser, server)
  const page = await device.signIn()
  await holdPasskeys(page)
  await page.goto(`${server.url}/settings`)
  const demand = page.getByRole('switch', { name: 'Admins need a second step' })
  await page.getByText('To switch this on, first set up your own second step').waitFor()
  expect(await demand.isDisabled()).toBe(true)
  await page.goto(`${server.url}/profile`)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog(page, 'Keep these recovery codes').getByRole('button', { name: 'I have kept them' }).click()
  await page.goto(`${server.url}/settings`)
  await expect.poll(() => demand.isEnabled()).toBe(true)
  await demand.focus()
  await page.keyboard.press('Space')
  await page.getByText('Admins need a second step from now on').waitFor()
  await expect.poll(() => demand.isChecked()).toBe(true)
  await expectNoBarriers(page, 'the settings with the demand')

  // Bob has a username, because the question for one would cover the notice
  const bob = await joinShop(server, 'Bob')
  await server.stop('SIGTERM')
  await server.command('admin', 'promote', bob.email, '--vouch')
  await server.start()
  const bobs = await Device.install(browser, server)
  const his = await bobs.signIn(bob.email, bob.password)
  await his.goto(`${server.url}/dashboard`)
  const notice = his.getByText('This shop asks its admins for a second step when signing in.')
  await notice.waitFor()
  await his.getByRole('link', { name: 'Set it up' }).click()
  await his.getByRole('button', { name: 'Set up codes' }).waitFor()
  await bobs.close()

  await server.stop('SIGTERM')
  await server.command('admin', 'reset-second-factor', ADMIN.email)
  await server.start()
  expect(await server.signIn(ADMIN.email, ADMIN.password)).not.toBe('')
  await device.close()
})

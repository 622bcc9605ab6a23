import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { untilControlled } from './browser.ts'
import { type DiscordAccount, DiscordServer } from './discord-server.ts'
import { MembershipServer } from './membership-server.ts'
import { token as admin, browser, server, withShop } from './shop.ts'

const PASSWORD = 'a long enough password'
const provider = new MembershipServer()
let discord: DiscordServer
/** Host of the paid variant: browsers resolve every name below localhost to this machine. */
const paid = (path: string) => `http://exchange.localhost:${server.port}${path}`

beforeAll(async () => {
  await provider.open()
  discord = await DiscordServer.start()
})
afterAll(async () => {
  await discord?.close()
  provider.close()
})
withShop(() => ({ ...provider.environment, ...discord.environment }))

/** The mailed code, which a shop without a mail server keeps for its admins. */
async function mailedDigits(email: string): Promise<string> {
  const { mails } = await server.request<{ mails: { id: string }[] }>('GET', `/admin/mails?q=${email}`, undefined, admin)
  const { text } = await server.request<{ text: string }>('GET', `/admin/mails/${mails[0]?.id}`, undefined, admin)
  return /^\d{6}$/m.exec(text)?.[0] ?? ''
}

/** Waits for the answer to the first check, which asks for the confirmation of the e-mail and so moves the button below it. */
const untilChecked = (page: Page, name: string) => page.getByText(`You are signed in as ${name}@shop.example`).waitFor()

const accentOf = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).evaluate((button) => getComputedStyle(button).backgroundColor)

it('has the title, colour, icon and manifest of the host’s brand', async () => {
  const page = await browser.newPage()
  await page.goto(`${server.url}/login`)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await expect.poll(() => page.title()).toBe('Sign in · Consign')
  const plain = await accentOf(page, 'Sign in')
  expect(await page.getByText('per month').count()).toBe(0)
  await page.goto(paid('/login'))
  await page.getByText('ConsignEx is for members: $5 per month.').waitFor()
  await expect.poll(() => page.title()).toBe('Sign in · ConsignEx')
  expect(await accentOf(page, 'Sign in')).toBe('rgb(15, 118, 110)')
  expect(plain).not.toBe('rgb(15, 118, 110)')
  const subscribe = page.getByRole('link', { name: 'Subscribe' })
  expect([await subscribe.getAttribute('target'), await subscribe.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer'])
  const manifest = await page.evaluate(async () =>
    (await fetch((document.querySelector('link[rel=manifest]') as HTMLLinkElement).href)).json(),
  )
  expect(manifest).toMatchObject({ name: 'ConsignEx', short_name: 'ConsignEx' })
  const icon = await page.evaluate(async () => (await fetch('/icons/icon.svg')).text())
  expect(icon).toContain('#0f766e')
  await page.close()
})

it('keeps out a user without a membership, also after a reload, and admits a member, also offline', async () => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto(paid('/login'))
  await page.getByRole('button', { name: 'Create an account' }).click()
  await page.getByLabel('Your name').fill('Vic')
  await page.getByLabel('E-mail').fill('vic@shop.example')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  const door = page.getByRole('heading', { name: 'You need a membership' })
  await door.waitFor()
  await page.getByText('You are signed in as vic@shop.example').waitFor()
  await page.goto(paid('/dashboard'))
  await door.waitFor()
  await page.getByRole('button', { name: 'I have subscribed: check again' }).click()
  await page.getByText('No active membership was found').waitFor()
  provider.emails.add('vic@shop.example')
  // a membership counts only for the owner of the mailbox
  await page.getByText('Please confirm your e-mail first.').waitFor()
  await page.getByLabel('Six digits of the mail').fill(await mailedDigits('vic@shop.example'))
  await page.getByRole('button', { name: 'Confirm e-mail' }).click()
  await page.getByRole('heading', { name: 'My Inventory' }).waitFor()
  await untilControlled(page)
  await context.setOffline(true)
  await page.reload()
  await page.getByRole('heading', { name: 'My Inventory' }).waitFor()
  expect(await page.title()).toContain('ConsignEx')
  expect(errors).toEqual([])
  await context.close()
})

it('lets a user without a membership sign out', async () => {
  const page = await browser.newPage()
  await page.goto(paid('/login'))
  await page.getByRole('button', { name: 'Create an account' }).click()
  await page.getByLabel('Your name').fill('Out')
  await page.getByLabel('E-mail').fill('out@shop.example')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await untilChecked(page, 'out')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.close()
})

const person = (id: string, name: string): DiscordAccount => ({
  id,
  username: name,
  global_name: name,
  email: `${name}@shop.example`,
  verified: true,
})

/** Joins by Discord in a new page, up to the notice about the membership. `alerts` answers all alerts shown since the page last loaded. */
async function joinByDiscord(who: DiscordAccount) {
  const page = await browser.newPage()
  await page.addInitScript(() => {
    const seen: string[] = Object.assign(window, { alertsSeen: [] }).alertsSeen
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('[role=alert]')) if (textContent) seen.push(textContent)
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  })
  discord.person = who
  await page.goto(paid('/login'))
  await page.getByRole('button', { name: 'Continue with Discord' }).click()
  await page.getByRole('link', { name: 'Authorize' }).click()
  await page.getByRole('heading', { name: 'You need a membership' }).waitFor()
  await untilChecked(page, who.username)
  const alerts = () => page.evaluate(() => (window as unknown as { alertsSeen: string[] }).alertsSeen)
  return { page, alerts }
}

it('asks a member who joined by Discord for a backup password', async () => {
  const { page, alerts } = await joinByDiscord(person('301', 'dora'))
  provider.emails.add('dora@shop.example')
  // the server reuses the provider's answer for three seconds
  await expect
    .poll(
      async () => {
        const check = page.getByRole('button', { name: 'I have subscribed: check again' })
        if (await check.isVisible()) await check.click({ timeout: 5_000 }).catch(() => undefined)
        return page.getByRole('dialog', { name: 'Set up a backup password' }).isVisible()
      },
      { timeout: 60_000, interval: 1_500 },
    )
    .toBe(true)
  expect(new URL(page.url()).pathname).toBe('/dashboard')
  expect(await alerts()).toEqual([])
  await page.close()
})

it('lets a Discord user without a membership sign out, without an error', async () => {
  const { page, alerts } = await joinByDiscord(person('302', 'dan'))
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
  await page.waitForURL('**/login')
  expect(await alerts()).toEqual([])
  await page.close()
})

/** Creates a user, applies `changes` to the account, and signs the user in on the paid variant. */
async function signInThere(name: string, changes: object = {}) {
  const email = `${name}@shop.example`
  const { user } = await server.request<{ user: { id: string } }>('POST', '/identity/sign-up/email', { email, password: PASSWORD, name })
  const account = `/auth/users/${user.id}`
  if (Object.keys(changes).length > 0) await server.request('PUT', account, changes, admin)
  const page = await (await browser.newContext()).newPage()
  await page.goto(paid('/login'))
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  return { page, account }
}

it('leads a user without a membership to the sign-in after their account was deleted', async () => {
  const { page, account } = await signInThere('gone')
  await page.getByRole('heading', { name: 'You need a membership' }).waitFor()
  await untilChecked(page, 'gone')
  await server.request('DELETE', account, undefined, admin)
  // a page that comes to the front checks automatically, so the button may be gone
  await page
    .getByRole('button', { name: 'I have subscribed: check again' })
    .click({ timeout: 5_000 })
    .catch(() => undefined)
  await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
  await page.waitForURL('**/login')
  await page.context().close()
})

/** Notes on the device, as a pull does, that the server refused a change. */
async function noteRefusal(page: Page, uid: string, message: string): Promise<void> {
  const command = { id: '01900000-0000-7000-8000-00000000000f', name: 'accounts.addAddress', version: 1, args: {}, at: 1 }
  const result = { id: command.id, status: 'rejected', code: 'ADDRESS_EXISTS', message }
  await page.evaluate(
    async ({ uid, record }) => {
      const known = await indexedDB.databases()
      const name = known.map(({ name = '' }) => name).find((name) => name.includes(uid)) as string
      const database = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => resolve(opening.result)
      })
      await new Promise<void>((resolve) => {
        const transaction = database.transaction(['results'], 'readwrite')
        transaction.oncomplete = () => resolve()
        transaction.objectStore('results').put(record)
      })
      database.close()
    },
    { uid, record: { id: command.id, command, result, endedAtMs: 1 } },
  )
}

it('tells a user who lost the membership how much work is unsent and what was refused, and saves both to a file', async () => {
  const { page, account } = await signInThere('lapsed', { whopBypass: true })
  await page.getByRole('heading', { name: 'My Inventory' }).waitFor()
  await untilControlled(page)
  await page.goto(paid('/profile'))
  const news = page.getByRole('switch', { name: 'Discord notifications' })
  await news.waitFor()
  await page.context().setOffline(true)
  await news.click()
  await server.request('PUT', account, { whopBypass: false }, admin)
  await page.context().setOffline(false)
  await page.getByRole('heading', { name: 'You need a membership' }).waitFor({ timeout: 60_000 })
  await page.getByText('1 change waits on this device and is sent once your account is open again.').waitFor()
  await noteRefusal(page, account.slice('/auth/users/'.length), 'That address is taken <b>')
  await page.reload()
  await page.getByText('1 change was refused by the shop:').waitFor()
  await page.getByRole('listitem').getByText('That address is taken <b>', { exact: true }).waitFor()
  await untilChecked(page, 'lapsed')
  await page.getByRole('button', { name: 'Sign out' }).click()
  const question = page.getByRole('dialog', { name: 'Some work is not sent yet' })
  await question.getByText('2 changes are on this device only.').waitFor()
  const download = page.waitForEvent('download')
  await question.getByRole('button', { name: 'Save to a file' }).click()
  const file: { commands: object[] } = JSON.parse(await readFile(await (await download).path(), 'utf8'))
  expect(file.commands).toHaveLength(2)
  await question.getByRole('button', { name: 'Keep it here and sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
  await page.context().close()
})

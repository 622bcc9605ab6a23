import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectNoBarriers } from './axe.ts'
import { Device } from './browser.ts'
import { startMailServer } from './mail-server.ts'
import { browser, server, withShop } from './shop.ts'

let mail: Awaited<ReturnType<typeof startMailServer>>

beforeAll(async () => {
  mail = await startMailServer()
})
afterAll(() => mail?.close())
withShop(() => ({ SMTP_URL: mail.url, MAIL_FROM: 'shop@example.org' }))
beforeAll(async () => {
  await server.request('POST', '/identity/sign-up/email', { email: 'ann@example.org', password: 'long enough', name: 'Ann Consignor' })
})

/** Mails that an admin wrote, without those the shop itself sends. */
const written = () => mail.letters.filter(({ raw }) => !/^Subject: (?:Confirm your e-mail|New sign-in)/m.test(raw))
const preview = (page: Page) => page.frameLocator('iframe[title="Preview of the mail"]')

it('writes to a user, previews, sends, and shows the mail in the log', async () => {
  const tablet = await Device.open(browser, server)
  const page = await tablet.signIn()
  await page.goto(`${server.url}/email-tool`)
  await page.getByRole('button', { name: 'Send Email' }).click()
  await page.getByRole('alert').getByText('Please fill in all fields').waitFor()
  // the refusal focuses the first field without opening its list, so the message stays visible
  const recipient = page.getByRole('combobox', { name: 'Recipient' })
  await expect.poll(() => recipient.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await recipient.getAttribute('aria-expanded')).toBe('false')
  await page.keyboard.press('ArrowDown')
  await page.getByRole('listbox', { name: 'Users' }).waitFor()
  await page.keyboard.press('Escape')

  await page.getByLabel('Recipient').fill('ann cons')
  await page.getByRole('option', { name: 'Ann Consignor — ann@example.org' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByLabel('Subject').fill('Your <b>box</b>')
  await page.getByRole('textbox', { name: 'Message' }).fill('Dear Ann,\n<img src=x onerror="parent.document.title=1"> & thanks')
  await preview(page).getByText('<img src=x onerror="parent.document.title=1"> & thanks').waitFor()
  await page.getByRole('button', { name: 'Send Email' }).click()
  await page.getByText('Email sent successfully!').waitFor()
  expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('')
  await expect.poll(() => written().length, { timeout: 15_000 }).toBe(1)
  expect(written()[0]?.to).toEqual(['ann@example.org'])
  expect(written()[0]?.raw).toContain('Subject: Your <b>box</b>')

  await page.getByText('Sent mails', { exact: true }).click()
  const rows = page.getByRole('row').filter({ hasText: 'Your <b>box</b>' })
  const row = rows.filter({ hasText: 'ann@example.org' })
  await row.getByText('Sent', { exact: true }).waitFor({ timeout: 15_000 })
  await row.getByText('Your <b>box</b>').click()
  await page.frameLocator('iframe[title="The mail"]').getByText('Dear Ann,').waitFor()
  await page.getByText('Plain text').click()
  await page.getByText('<img src=x onerror="parent.document.title=1"> & thanks').waitFor()
  // a delivered mail can be sent again, after a confirmation
  await page.getByRole('dialog', { name: 'Mail' }).getByRole('button', { name: 'Send again' }).click()
  const question = page.getByRole('dialog', { name: 'Send “Your <b>box</b>” again?' })
  await question.waitFor()
  await expectNoBarriers(page, 'the question before a mail is sent again')
  await question.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('The mail to ann@example.org is on its way again.').waitFor()
  await expect.poll(() => written().length, { timeout: 15_000 }).toBe(2)
  await expect.poll(() => rows.count()).toBe(2)
  await tablet.close()
})

it('reports a wrong address and the mail server’s refusal, and keeps all typed text', async () => {
  const tablet = await Device.open(browser, server, { width: 390, height: 844 })
  const page = await tablet.signIn()
  await page.goto(`${server.url}/email-tool`)
  await page.getByLabel('Custom e-mail address').fill('no address')
  await page.getByLabel('Subject').fill('Hello')
  await page.getByRole('textbox', { name: 'Message' }).fill('One\nTwo')
  await page.getByRole('button', { name: 'Send Email' }).click()
  await page.getByRole('alert').getByText('Please enter a valid email address').waitFor()
  await page.getByLabel('Custom e-mail address').fill('nobody@example.org')
  await page.getByRole('button', { name: 'Send Email' }).click()
  await page.getByRole('alert').getByText('550 No such user here').waitFor({ timeout: 15_000 })
  await page.getByRole('button', { name: 'Edit and send again' }).click()
  expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('One\nTwo')

  await page.getByText('Sent mails', { exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search recipients' }).fill('NOBODY')
  await page.getByRole('button', { name: 'Send again to nobody@example.org' }).click()
  await page.getByText('The mail to nobody@example.org is on its way again.').waitFor()
  await page.getByRole('searchbox', { name: 'Search recipients' }).fill('somebody else')
  await page.getByText('No mails found').waitFor()
  await tablet.close()
})

it('keeps typed text while the server is unreachable', async () => {
  const tablet = await Device.install(browser, server)
  const page = await tablet.signIn()
  await page.goto(`${server.url}/email-tool`)
  await page.getByLabel('Subject').fill('Later')
  await tablet.offline(true)
  await page.getByText('Offline: sending needs a connection').waitFor({ timeout: 60_000 })
  expect(await page.getByRole('button', { name: 'Send Email' }).isDisabled()).toBe(true)
  await page.getByText('Sent mails', { exact: true }).click()
  await page.getByText('You are offline').waitFor()
  await page.getByText('Compose', { exact: true }).click()
  expect(await page.getByLabel('Subject').inputValue()).toBe('Later')
  await tablet.close()
})

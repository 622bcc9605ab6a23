import type { Page } from 'playwright-core'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { expectNoBarriers } from './axe.ts'
import { Device, launchBrowser } from './browser.ts'
import { unseenStops } from './keyboard-checks.ts'
import { browser, server, token, withShop } from './shop.ts'
import { runCommands } from './shop-data.ts'

let phone: Device
let page: Page

withShop()
beforeAll(async () => {
  phone = await Device.open(browser, server, { width: 390, height: 844 })
  page = await phone.signIn()
  await page.goto(`${server.url}/settings`)
})

/** Tells whether the focused field and its message are uncovered. */
const inSight = () =>
  page.evaluate(() => {
    const field = document.activeElement as HTMLElement
    const sentence = document.getElementById(
      field
        .getAttribute('aria-describedby')
        ?.split(' ')
        .find((id) => id.endsWith('-error')) ?? '',
    )
    return [field, sentence].map((element) => {
      const { left, top, width, height } = element?.getBoundingClientRect() ?? new DOMRect()
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      return hit !== null && (element?.contains(hit) ?? false)
    })
  })

it('shows a wrong field and its message, not covered by the sticky button', async () => {
  const save = page.getByRole('button', { name: 'Save changes' })
  for (const [field, wrong, sentence] of [
    ['Default consignor share', 'half', 'Please enter a percentage such as 50'],
    ['Sales tax rate', '51', 'The tax rate must be between 0 and 50%'],
    ['Trade shipping', '-1', 'Please enter a valid amount'],
  ] as const) {
    await page.getByLabel(field).fill(wrong)
    // scrolls the field under the bar with the button
    await page.getByLabel(field).evaluate((element) => element.scrollIntoView({ block: 'end' }))
    await save.click()
    await page.getByText(sentence).waitFor()
    await expect.poll(() => page.locator(':focus').getAttribute('aria-invalid')).toBe('true')
    await expect.poll(inSight, { message: field }).toEqual([true, true])
    await page.getByRole('button', { name: 'Discard' }).click()
  }
})

it('hides no focused element behind the button', async () => {
  await page.reload()
  await page.getByLabel('Shop name').fill('Attic')
  await page.getByRole('button', { name: 'Discard' }).waitFor()
  expect(await unseenStops(page)).toEqual([])
})

it('discards the admin’s own changes without undoing what another admin saved meanwhile', async () => {
  await page.reload()
  await page.getByLabel('Venmo name').fill('attic')
  await runCommands(server, token, [{ name: 'settings.change', args: { changes: { offlineDays: 45 } } }])
  await page.getByText('Days offline: 30 days → 45 days').waitFor({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => page.getByLabel('Days offline').inputValue()).toBe('45')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => page.getByLabel('Venmo name').inputValue()).toBe('attic')
  expect(await page.getByLabel('Days offline').inputValue()).toBe('45')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Settings saved').waitFor()
})

it('lists the addresses of the shop, and lets an admin confirm the present address, so that mails may link to it', async () => {
  await page.goto(`${server.url}/settings`)
  const card = page.getByRole('region', { name: 'Addresses of the shop' })
  await card.getByText('Mails of Consign with a link wait under E-mail for you to hand on').waitFor()
  await server.request('POST', '/admin/hosts', { origin: 'https://attic.example', isForMails: false }, token)
  await page.reload()
  await card.getByRole('button', { name: 'Remove attic.example' }).click()
  await page.getByRole('dialog').waitFor()
  await expectNoBarriers(page, 'a question about an address')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await card.getByText('attic.example is removed').waitFor()
  await expect.poll(() => card.getByRole('button', { name: 'Remove attic.example' }).count()).toBe(0)
  await card.getByRole('button', { name: `Confirm ${server.url}` }).click()
  await page.getByRole('dialog').waitFor()
  await expectNoBarriers(page, 'a question about an address')
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click()
  await card.getByText(`Links in mails of Consign lead to ${server.url}.`).waitFor()
  await page.getByText(`Links in mails lead to: empty → ${server.url}`).waitFor({ timeout: 60_000 })
})

it('refuses visitors who use an unconfirmed address of the shop, and says how to confirm it', async () => {
  const { port } = new URL(server.url)
  const stranger = await launchBrowser('--host-resolver-rules=MAP evil.example 127.0.0.1')
  onTestFinished(() => stranger.close())
  const visit = await stranger.newPage()
  const response = await visit.goto(`http://evil.example:${port}/dashboard`)
  expect(response?.status()).toBe(421)
  await visit.getByRole('heading', { name: 'The shop does not answer under this address' }).waitFor()
  await visit.getByText(`npm run admin -- confirm-host evil.example:${port}`).waitFor()
})

it('lets an admin choose who may create an account: invited people by the mailed link, nobody, or everybody', async () => {
  const newVisit = async () => (await Device.open(browser, server, { width: 390, height: 844 })).context.newPage()
  let visit = await newVisit()
  const choose = async (rule: string, note: string) => {
    await page.goto(`${server.url}/settings`)
    await page.getByRole('radiogroup', { name: 'Who may create an account' }).getByText(rule, { exact: true }).click()
    await page.getByText(note).waitFor()
  }
  const create = () => visit.getByRole('button', { name: 'Create account' }).click()
  const signUp = async (name: string) => {
    await visit.getByLabel('Your name').fill(name)
    await visit.getByRole('textbox', { name: 'Password' }).fill('a long enough password')
    await create()
  }
  await choose('Invited only', 'To create an account, a person opens the link of an invitation.')
  await visit.goto(`${server.url}/login`)
  await visit.getByText('New here? Only invited people can create an account: open the link of your invitation.').waitFor()
  expect(await visit.getByRole('button', { name: 'Create an account' }).count()).toBe(0)

  await page.goto(`${server.url}/consignors`)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const invite = page.getByRole('dialog', { name: 'Invite' })
  await invite.getByRole('button', { name: 'Send invitation' }).click()
  await invite.getByText('Invalid email address.').waitFor()
  await invite.getByLabel('Email').fill('Vera@example.org')
  await invite.getByRole('button', { name: 'Send invitation' }).click()
  await invite.getByText('The invitation to vera@example.org waits under E-mail: hand it on from there').waitFor()
  await invite.getByRole('button', { name: 'Make a link to hand on' }).click()
  const link = await invite.getByRole('textbox', { name: 'Link to hand on' }).inputValue()
  await expectNoBarriers(page, 'the window that invites')
  const { mails } = await server.request<{ mails: [{ id: string }] }>('GET', '/admin/mails?q=vera', undefined, token)
  const { text } = await server.request<{ text: string }>('GET', `/admin/mails/${mails[0].id}`, undefined, token)
  const mailed = /\/login\?invitation=[\w-]+/.exec(text)?.[0] as string

  // the invited e-mail is filled in; another e-mail is refused, and the form stays filled in
  await visit.goto(server.url + mailed)
  await expect.poll(() => visit.getByLabel('E-mail').inputValue()).toBe('vera@example.org')
  await expectNoBarriers(visit, 'the form of an invitation')
  await visit.getByLabel('E-mail').fill('other@example.org')
  await signUp('Vera')
  await visit.getByText('This invitation is for another e-mail address.').waitFor()
  expect(await visit.getByLabel('Your name').inputValue()).toBe('Vera')
  await visit.getByLabel('E-mail').fill('vera@example.org')
  await create()
  await visit.waitForURL('**/dashboard')
  visit = await newVisit()
  await visit.goto(server.url + mailed)
  await visit.getByText('Somebody has created an account with this invitation already. If it was you, please sign in.').waitFor()
  expect(await visit.getByRole('button', { name: 'Create an account' }).count()).toBe(0)

  await choose('Nobody', 'The app takes no new accounts, not even by an invitation.')
  await visit.goto(`${server.url}/login`)
  await visit.getByText('This shop takes no new accounts.').waitFor()
  await visit.goto(server.url + new URL(link).pathname + new URL(link).search)
  await visit.getByText('This shop takes no new accounts. If you have one, please sign in.').waitFor()
  await choose('Everybody', 'Whoever opens the app can create an account.')
  await visit.goto(`${server.url}/login`)
  await visit.getByRole('button', { name: 'Create an account' }).waitFor()
})

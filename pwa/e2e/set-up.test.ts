import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { Device } from './browser.ts'
import { browser, server, withEmptyShop } from './shop.ts'

withEmptyShop()

const headingsSeen = (page: Page) => page.evaluate(() => (window as unknown as { seen: string[] }).seen)

it('asks another machine for the code that the server printed, and keeps the form after a wrong code', async () => {
  const device = await Device.open(browser, server, { width: 390, height: 844 })
  // this name resolves to this machine, but the server does not take the name for a proof of that
  const page = await device.context.newPage()
  await page.goto(`http://shop.localhost:${server.port}/setup`)
  const code = page.getByLabel('Set-up code')
  await code.waitFor()
  await page.getByLabel('Your name').fill('Eve')
  await page.getByLabel('E-mail').fill('eve@shop.example')
  await page.getByLabel('Password').fill('correct horse')
  const open = page.getByRole('button', { name: 'Open the shop' })
  await open.click()
  await page.getByRole('alert').getByText('Please enter the set-up code. The server prints it when it starts.').waitFor()
  await code.fill('WRONG<b>')
  await open.click()
  await page
    .getByRole('alert')
    .getByText('This is not the set-up code. The server prints a new one each time it starts, and only the newest works.')
    .waitFor()
  expect(await page.getByLabel('E-mail').inputValue()).toBe('eve@shop.example')
  const printed = /asks for this code: (\w{8})/.exec(server.printed)?.[1] as string
  await code.fill(`${printed.slice(0, 4).toLowerCase()} ${printed.slice(4)}`)
  expect(await server.request('GET', '/setup')).toEqual({ needed: true, needsCode: false })
  await device.close()
})

it('leads visitors of an empty shop directly to the set-up, and later leads the set-up to the sign-in', async () => {
  const device = await Device.open(browser, server, { width: 390, height: 844 })
  await device.context.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('h1')) if (textContent && !seen.includes(textContent)) seen.push(textContent)
    }).observe(document, { childList: true, subtree: true })
  })
  // the landing page comes first, because a later visit may load it from the device, which does not know that the shop is empty
  const landing = await device.tab('/')
  await landing.getByRole('heading', { name: 'Set up your shop' }).waitFor()
  await landing.close()
  for (const path of ['/login', '/dashboard']) {
    const page = await device.tab(path)
    await page.getByRole('heading', { name: 'Set up your shop' }).waitFor()
    expect(await headingsSeen(page), path).toEqual(['Set up your shop'])
    await page.close()
  }

  const page = await device.tab('/login')
  await page.getByRole('heading', { name: 'Set up your shop' }).waitFor()
  // the form can be filled in by keyboard alone
  await page.keyboard.press('Enter')
  await page.getByText('Please enter your name').waitFor()
  await expect.poll(() => page.getByLabel('Your name').evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('Ada <b>Admin</b>')
  await page.keyboard.press('Tab')
  await page.keyboard.type('not an address')
  await page.keyboard.press('Enter')
  await page.getByText('Invalid email address.').waitFor()
  await expect.poll(() => page.getByLabel('E-mail').evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.press('Control+A')
  await page.keyboard.type('ada@shop.example')
  await page.keyboard.press('Tab')
  await page.keyboard.type('correct horse')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin')
  await page.getByRole('button', { name: 'Profile menu of Ada <b>Admin</b>' }).waitFor()

  const other = await Device.open(browser, server)
  const late = await other.tab('/setup')
  await late.waitForURL('**/login')
  await late.getByRole('heading', { name: 'Sign in' }).waitFor()
  // a new shop has no mail server: a note says so before and after the request
  await late.getByRole('button', { name: 'Forgot password?' }).click()
  const note = late.getByRole('note').filter({ hasText: 'This shop has no mail server yet' })
  await note.waitFor()
  await late.getByLabel('E-mail').fill('ada@shop.example')
  await late.getByRole('button', { name: 'Send reset email' }).click()
  await late.getByText('Password reset email sent! Check your inbox.').waitFor()
  expect(await note.isVisible()).toBe(true)
  await device.close()
  await other.close()
})

it('asks newcomers of a shop without a mail server to get their digits there', async () => {
  await server.request('POST', '/identity/sign-up/email', { email: 'ned@example.org', password: 'long enough', name: 'Ned' })
  const device = await Device.open(browser, server, { width: 390, height: 844 })
  const page = await device.signIn('ned@example.org', 'long enough')
  const banner = page.getByRole('complementary', { name: 'Confirm your e-mail' })
  await banner
    .getByText('This shop has no mail server yet: your mail waits with its administrator. Please ask there for the digits.')
    .waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Later' }).click()
  await banner.getByRole('button', { name: 'Ask for new digits' }).click()
  await banner.getByText('Please ask the shop for your new digits. Earlier ones do not work any more.').waitFor()
  await device.close()
})

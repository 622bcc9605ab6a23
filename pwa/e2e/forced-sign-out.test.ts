import { expect, it } from 'vitest'
import { Device } from './browser.ts'
import { ADMIN } from './server.ts'
import { browser, server, withShop } from './shop.ts'
import { readStores } from './stored.ts'

const PASSWORD = 'correct horse'

withShop()

it('signs out a user who may no longer use this variant, and keeps the unsent work on the device', async () => {
  const admin = await server.signIn(ADMIN.email, ADMIN.password)
  const email = 'fay@example.org'
  const { user } = await server.request<{ user: { id: string } }>('POST', '/identity/sign-up/email', {
    email,
    password: PASSWORD,
    name: 'fay',
  })
  const wantsNews = async () =>
    (await server.request<{ discordNotificationsEnabled: boolean }>('GET', `/auth/users/${user.id}`, undefined, admin))
      .discordNotificationsEnabled
  const leave = () => server.request('POST', `/auth/users/${user.id}/migrate-domain`, { targetDomain: 'exchange.localhost' }, admin)
  const device = await Device.install(browser, server)
  const page = await device.signIn(email, PASSWORD)
  await page.goto(`${server.url}/profile`)
  const news = page.getByRole('switch', { name: 'Discord notifications' })
  await news.waitFor()
  await device.offline(true)
  await news.click()
  await leave()

  await device.offline(false)
  await page.waitForURL('**/login', { timeout: 30_000 })
  await page.getByRole('alert').getByText('Domain access denied').waitFor()
  await page.goto(`${server.url}/profile`)
  await page.waitForURL('**/login')
  // another person signs in on the same device meanwhile
  await page.getByLabel('E-mail', { exact: true }).fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page
    .getByRole('button', { name: /^Profile menu of / })
    .first()
    .click()
  await page
    .getByRole('menuitem', { name: 'Sign Out' })
    .or(page.getByRole('button', { name: 'Sign Out' }))
    .first()
    .click()
  await page.waitForURL(/\/(login)?$/)
  expect(await wantsNews()).toBe(true)

  await page.goto(`${server.url}/login`)
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('alert').getByText('Domain access denied').waitFor()
  // the change waits on the device, and only the server can unlock it
  const states = (await readStores(page, 'meta', 'state')) as { sealed?: { unsent: number } }[]
  expect(states.reduce((sum, { sealed }) => sum + (sealed?.unsent ?? 0), 0)).toBe(1)
  expect(await wantsNews()).toBe(true)
  await device.close()
})

import { AxeBuilder } from '@axe-core/playwright'
import { beforeAll, expect, it } from 'vitest'
import { Device } from './browser.ts'
import { factsIn } from './facts.ts'
import { browser, server, token, withShop } from './shop.ts'
import { expectAllSent } from './till.ts'

const USER = { email: 'vic@shop.example', password: 'a long enough password' }
/** Long enough for a busy machine. */
const PATIENCE = { timeout: 60_000 }

withShop()
beforeAll(async () => {
  const vic = await server.request<{ token: string }>('POST', '/identity/sign-up/email', { ...USER, name: 'Vic' })
  // otherwise the app's question for a username would cover the counted screens
  await server.request('POST', '/auth/set-username', { username: 'vic' }, vic.token)
})

type Stats = {
  activeNow: number
  todayVisitors: number
  todayViews: number
  totalVisitors: number
  totalViews: number
  topPages: { path: string; views: number }[]
}
const stats = () => server.request<Stats>('GET', '/analytics/stats', undefined, token)
const views = async (path: string) => (await stats()).topPages.find((page) => page.path === path)?.views ?? 0

it('counts every view of a screen by its path, except offline, and each visitor once', async () => {
  const device = await Device.install(browser, server)
  const page = await device.tab('/')
  await expect.poll(() => views('/'), PATIENCE).toBe(1)
  await page.getByRole('link', { name: 'Login' }).first().click()
  await expect.poll(() => views('/login'), PATIENCE).toBe(1)
  await page.getByLabel('E-mail').fill(USER.email)
  await page.getByLabel('Password', { exact: true }).fill(USER.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'My Inventory' }).waitFor()
  await expect.poll(() => views('/dashboard'), PATIENCE).toBe(1)
  await page.getByRole('link', { name: /Total Sales/ }).click()
  await expect.poll(() => views('/sales-history'), PATIENCE).toBe(1)
  await page.goBack()
  await expect.poll(() => views('/dashboard'), PATIENCE).toBe(2)
  expect(await stats()).toMatchObject({ activeNow: 1, todayVisitors: 1, todayViews: 5 })

  // an offline visit is neither sent nor stored
  const posts: string[] = []
  page.on('request', (request) => request.url().includes('/analytics/') && posts.push(request.url()))
  await device.offline(true)
  await page.getByRole('link', { name: /Total Sales/ }).click()
  await page.getByRole('heading', { name: 'Sales History' }).waitFor()
  // longer than the app takes to note a visit
  await page.waitForTimeout(3_000)
  await device.offline(false)
  await page.waitForTimeout(500)
  expect(posts).toEqual([])
  expect((await stats()).todayViews).toBe(5)
  await device.close()
})

it('counts the view of a visitor who asks not to be tracked, without identifying the visitor', async () => {
  const before = await stats()
  const context = await browser.newContext()
  await context.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
  const page = await context.newPage()
  await page.goto(`${server.url}/`)
  await expect.poll(async () => (await stats()).todayViews, PATIENCE).toBe(before.todayViews + 1)
  expect((await stats()).todayVisitors).toBe(before.todayVisitors)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  expect(await context.cookies()).toEqual([])
  await context.close()
})

it('shows an admin the figures by day and page, without admins’ visits until a setting counts them, and the last figures offline', async () => {
  const device = await Device.install(browser, server)
  const page = await device.signIn()
  await page.waitForTimeout(500)
  const before = await stats()
  await page.goto(`${server.url}/consignors`)
  const card = page.getByRole('region', { name: 'Visitors' })
  await card.getByText('Visitors today').waitFor()
  await expect
    .poll(() => factsIn(card), PATIENCE)
    .toEqual([
      // visitors of a few minutes ago may no longer count as active
      ['Active now', expect.stringMatching(/^\d$/)],
      ['Visitors today', String(before.todayVisitors)],
      ['Views today', String(before.todayViews)],
      ['Visitors in all', String(before.totalVisitors)],
      ['Views in all', String(before.totalViews)],
    ])
  await card.getByRole('button', { name: 'Show days and pages' }).click()
  await card.getByRole('table', { name: 'Pages most looked at' }).getByText('/sales-history').waitFor()
  expect(await card.getByRole('table', { name: 'Visits by day' }).getByRole('row').count()).toBe(31)
  await card.locator('svg.recharts-surface').first().waitFor()
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => document.documentElement.setAttribute('data-mantine-color-scheme', name), theme)
    const { violations } = await new AxeBuilder({ page }).include('section[aria-label="Visitors"]').analyze()
    expect(violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))).toEqual([])
  }
  await page.goto(`${server.url}/settings`)
  await page.waitForTimeout(500)
  expect(await stats()).toMatchObject({ todayViews: before.todayViews, todayVisitors: before.todayVisitors })

  await page.getByRole('switch', { name: 'Count visits of admins' }).check()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Settings saved').waitFor()
  await expectAllSent(page)
  await page.goto(`${server.url}/consignors`)
  await expect.poll(() => views('/consignors'), PATIENCE).toBe(1)

  // this button appears only with figures
  await card.getByRole('button', { name: /days and pages$/ }).waitFor()
  await device.offline(true)
  await card.getByText('Offline: these are the figures as they were last read.').waitFor({ timeout: 60_000 })
  await device.close()
})

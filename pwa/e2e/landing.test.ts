import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { Device, untilControlled } from './browser.ts'
import { browser, server, withEmptyShop } from './shop.ts'

/** Long enough for a busy machine. */
const PATIENCE = { timeout: 60_000 }
let token: string
let uid: string
const paid = () => `http://exchange.localhost:${server.port}/`
const SALES = '**/api/sales/recent-with-images**'

withEmptyShop()

type Opened = { page: Page; errors: string[]; close: () => Promise<void> }

async function open(address: string, options: { width?: number; height?: number; dark?: boolean; still?: boolean } = {}): Promise<Opened> {
  const { width = 1440, height = 900, dark = false, still = false } = options
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion: still ? 'reduce' : 'no-preference' })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  if (dark) await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  await page.goto(address)
  return { page, errors, close: () => context.close() }
}

/** Records a sale of a consignor's only piece. The landing page shows no custom sales. */
async function sell(itemName: string, salePrice: number): Promise<void> {
  const goods = { consignorID: uid, itemName, barcode1: itemName, quantity: 1 }
  const { item } = await server.request<{ item: { id: string } }>('POST', '/inventory/consignor', goods, token)
  const sale = { consignorID: uid, itemUID: item.id, salePrice, quantitySold: 1, consignorPercentage: 50 }
  await server.request('POST', '/sales/record', sale, token)
}
const rows = (page: Page) => page.locator('.ticker-list')

it('sends the first visitor of an empty shop to its set-up', async () => {
  const { page, close } = await open(`${server.url}/`)
  await page.waitForURL('**/setup')
  await close()
  token = await server.setUp()
  uid = (await server.request<{ uid: string }>('GET', '/auth/me', undefined, token)).uid
})

it('is readable before any script runs, with its brand’s text', async () => {
  const plain = await (await fetch(`${server.url}/`)).text()
  for (const words of [
    'Sell More. ',
    'Stress Less.',
    'What We Do',
    'How It Works',
    'What We Accept',
    'Real-Time Tracking',
    'Fast Payouts',
    'Start Today',
  ])
    expect(plain).toContain(words)
  for (const claim of ['6+', '30%', 'within 48 hours', 'under 70 lbs', 'packing slip from your dashboard', 'Items must be authentic'])
    expect(plain).toContain(claim)
  for (const accepted of ['Brand new', 'Non-expired food', 'Electronics', 'Limited-edition collectibles', 'Name brand or generic'])
    expect(plain).toContain(accepted)
  expect(plain).toContain('Get Started')
  expect(plain).toMatch(/href="https:\/\/discord\.com\/"[^>]*>(?:(?!<\/a>).)*Join our Discord<\/a>/s)
  expect(plain).toContain('mailto:hello@consign.example')
  // a shop without postal labels promises none
  expect(plain).not.toMatch(/[Pp]ostal|Pricing|Subscribe|\[\[|per month/)
  expect(plain).not.toMatch(/<script(?![^>]* src=)/)
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(paid())
  await page.getByRole('heading', { level: 1, name: 'Sell More. Stress Less.' }).waitFor()
  await page.getByRole('heading', { name: 'Pricing' }).waitFor()
  expect(await page.locator('.amount').innerText()).toBe('$5 per month')
  const subscribe = page.getByRole('link', { name: 'Subscribe' }).first()
  expect(await subscribe.getAttribute('href')).toBe('https://whop.com/')
  expect(await page.getByRole('link', { name: 'support@exchange.example' }).count()).toBe(2)
  const chats = page.getByRole('link', { name: 'Join our Discord' })
  expect(await chats.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(Array(3).fill('https://discord.com/'))
  const steps = page.getByRole('region', { name: 'How It Works' }).getByRole('listitem').getByRole('heading')
  expect(await steps.allInnerTexts()).toEqual(['Ship your items', 'We list and sell', 'Get paid'])
  expect(await page.getByText('Get Started').count()).toBe(0)
  await context.close()
})

it('describes itself to search engines and social networks, by brand', async () => {
  const { page, errors, close } = await open(paid())
  const meta = (name: string) => page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute('content')
  expect(await page.title()).toBe('Sell More. Stress Less. · ConsignEx')
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(paid())
  expect(await meta('description')).toContain('30% higher returns')
  expect([await meta('og:url'), await meta('og:site_name'), await meta('twitter:card')]).toEqual([
    paid(),
    'ConsignEx',
    'summary_large_image',
  ])
  // the browser resolves names below localhost, Node does not
  const get = (path: string) =>
    page.evaluate(async (address) => {
      const response = await fetch(address)
      return { status: response.status, type: response.headers.get('content-type'), bytes: (await response.blob()).size }
    }, path)
  const picture = await get((await meta('og:image')) ?? '')
  expect([picture.status, picture.type]).toEqual([200, 'image/png'])
  expect(picture.bytes).toBeGreaterThan(10_000)
  expect(await page.evaluate(async () => await (await fetch('/robots.txt')).text())).toContain(`Sitemap: ${paid()}sitemap.xml`)
  expect((await get('/sitemap.xml')).type).toContain('application/xml')
  expect(await page.evaluate(async () => await (await fetch('/sitemap.xml')).text())).toContain(`<loc>${paid()}</loc>`)
  expect(errors).toEqual([])
  await close()
})

it('downloads only what it shows: neither the app nor anything from another host', async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`${server.url}/`, { waitUntil: 'networkidle' })
  expect(asked.filter((url) => !url.startsWith(server.url))).toEqual([])
  expect(asked.filter((url) => /assets\/(?!inter-latin-wght|landing|stored-session|send-visit)/.test(url))).toEqual([])
  // pointing at the link prefetches the app
  await page.getByRole('link', { name: 'Login' }).first().hover()
  await expect.poll(() => asked.some((url) => /assets\/index-.+\.js/.test(url)), PATIENCE).toBe(true)
  await context.close()
})

it('shows the row of latest sales while it loads, when it is empty, and with broken pictures', async () => {
  let answer: () => void = () => undefined
  const answered = new Promise<void>((resolve) => (answer = resolve))
  const context = await browser.newContext({ viewport: { width: 1180, height: 820 } })
  const page = await context.newPage()
  await page.route(SALES, async (route) => {
    await answered
    await route.continue()
  })
  await page.goto(`${server.url}/`)
  await page.getByText('Loading recent sales...').waitFor()
  await page.getByRole('heading', { name: 'Just Sold!' }).waitFor()
  const before = await page.locator('.ticker').boundingBox()
  answer()
  await page.getByText('No recent sales to display').waitFor()
  expect(await page.getByRole('button', { name: 'Pause' }).count()).toBe(0)
  await page.unroute(SALES)

  await sell('A <b>bold</b> teapot', 1234.5)
  await page.reload()
  await page.getByText('Sold for $1,234.50').first().waitFor()
  const sold = () => rows(page).evaluateAll((lists) => lists.map((list) => [...list.children].map(({ textContent }) => textContent)))
  expect(await sold()).toEqual(Array(3).fill(['A <b>bold</b> teapotSold for $1,234.50']))
  expect(await page.locator('.ticker').boundingBox()).toEqual(before)

  for (let n = 1; n <= 16; n++) await sell(`Goods ${n}`, n)
  await page.reload()
  await page.getByText('Goods 16').first().waitFor()
  expect(await rows(page).first().locator('li').allInnerTexts()).toHaveLength(15)
  expect(await page.getByText('Goods 1', { exact: true }).count()).toBe(0)
  // screen readers find each sale only once
  expect(await page.getByRole('listitem').filter({ hasText: 'Sold for' }).count()).toBe(15)

  await page.route(SALES, (route) =>
    route.fulfill({
      json: {
        sales: ['/api/images/gone.jpg', '', 'nonsense://x', '/icons/icon-192.png'].map((imageUrl) => ({
          itemName: 'Broken',
          imageUrl,
          salePrice: 5,
        })),
      },
    }),
  )
  await page.reload()
  await expect.poll(() => page.locator('.ticker-list').first().locator('img.is-logo[src="/icons/icon.svg"]').count(), PATIENCE).toBe(3)
  await expect.poll(() => rows(page).first().locator('img[src="/icons/icon-192.png"]').count(), PATIENCE).toBe(1)
  await page.unroute(SALES)
  await page.route(SALES, (route) => route.abort())
  const logged = page.waitForEvent('console', (message) => message.text().startsWith('the latest sales cannot be shown'))
  await page.reload()
  await page.getByText('No recent sales to display').waitFor()
  expect((await logged).type()).toBe('warning')
  await context.close()
})

const movement = (page: Page) => page.locator('.ticker-track').evaluate((track) => getComputedStyle(track).animationPlayState)

it('stops the moving row of sales for a reader, and never moves it with reduced motion', async () => {
  const { page, close } = await open(`${server.url}/`)
  await page.getByText('Goods 16').first().waitFor()
  await page.mouse.move(5, 5)
  expect(await movement(page)).toBe('running')
  await rows(page).first().hover({ force: true })
  expect(await movement(page)).toBe('paused')
  await page.mouse.move(5, 5)
  expect(await movement(page)).toBe('running')
  await page.getByRole('group', { name: 'Latest sales' }).focus()
  expect(await movement(page)).toBe('paused')
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.mouse.move(5, 5)
  expect(await movement(page)).toBe('paused')
  // nothing else moves, because nothing else has a button to stop it
  await expect
    .poll(() => page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length), PATIENCE)
    .toBe(0)
  await page.getByRole('button', { name: 'Play' }).click()
  await page.mouse.move(5, 5)
  expect(await movement(page)).toBe('running')
  await close()
  const still = await open(`${server.url}/`, { still: true, width: 390, height: 844 })
  await still.page.getByText('Goods 16').first().waitFor()
  expect(await still.page.locator('.ticker-track').evaluate((track) => getComputedStyle(track).animationName)).toBe('none')
  expect(await still.page.getByRole('button', { name: 'Pause' }).count()).toBe(0)
  expect(await still.page.locator('.ticker-view').evaluate((view) => view.scrollWidth > view.clientWidth)).toBe(true)
  await still.close()
})

it.each([
  ['phone', 390, 844],
  ['tablet', 1180, 820],
  ['desktop', 1440, 900],
])('has no barriers and fits on a %s, in both brands and both themes', async (_name, width, height) => {
  for (const [address, dark] of [
    [`${server.url}/`, false],
    [`${server.url}/`, true],
    [paid(), false],
    [paid(), true],
  ] as const) {
    const { page, errors, close } = await open(address, { width, height, dark })
    await page.getByText('Goods 16').first().waitFor()
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      .analyze()
    expect({
      address,
      dark,
      found: violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`)),
    }).toEqual({
      address,
      dark,
      found: [],
    })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
    expect(errors).toEqual([])
    await close()
  }
})

it('leads into the app and back, knows whether somebody is signed in, and opens offline', async () => {
  const device = await Device.install(browser, server)
  const page = await device.tab('/')
  await page.getByRole('link', { name: 'Get Started' }).first().click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.getByRole('link', { name: 'Consign' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sell More. Stress Less.' }).waitFor()
  await page.close()
  const app = await device.signIn()
  await untilControlled(app)
  await device.offline(true)
  const again = await device.tab('/')
  await again.getByRole('heading', { level: 1, name: 'Sell More. Stress Less.' }).waitFor()
  await again.getByText('No recent sales to display').waitFor()
  await again.getByRole('link', { name: 'Dashboard' }).first().waitFor()
  expect(await again.getByRole('link', { name: 'Login' }).count()).toBe(0)
  await again.getByRole('link', { name: 'Dashboard' }).first().click()
  await again.getByRole('heading', { name: 'Today' }).waitFor()
  await device.close()
})

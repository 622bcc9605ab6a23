import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { Device, follow, untilControlled } from './browser.ts'
import { joinShop } from './consignor.ts'
import { makeNewerVersion } from './newer-version.ts'
import { ADMIN } from './server.ts'
import { browser, server, token, withShop } from './shop.ts'
import { type Goods, makeGoods, stock } from './shop-data.ts'
import { expectAllSent, openTill, scan, sellForCash } from './till.ts'

const goods = makeGoods(3)

withShop()
beforeAll(async () => {
  await stock(server, token, goods)
})

it('opens deep links offline, with the sign-in and the data, and sells', async () => {
  const tablet = await Device.install(browser, server)
  const page = await tablet.signIn()
  await page.goto(`${server.url}/pos`)
  await openTill(page)
  await expectAllSent(page)
  await page.close()
  await tablet.offline(true)
  const again = await tablet.tab('/admin')
  await again
    .getByText((goods[0] as Goods).name)
    .first()
    .waitFor()
  const till = await tablet.tab('/pos')
  await openTill(till)
  await sellForCash(till, [goods[1] as Goods])
  await tablet.close()
})

it('offers a new version only when no sale is open', async () => {
  const tablet = await Device.install(browser, server)
  const page = await tablet.signIn()
  await page.goto(`${server.url}/pos`)
  await openTill(page)
  await untilControlled(page)
  await scan(page, (goods[2] as Goods).barcode)
  await page
    .getByRole('region', { name: 'Cart and payment' })
    .getByText((goods[2] as Goods).name, { exact: true })
    .waitFor()

  const takeBack = await makeNewerVersion()
  try {
    await server.stop('SIGTERM')
    await server.start()
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null), { timeout: 30_000 })
      .toBe(true)
    // the tablet already has all of the new version, so it needs no network from here on
    await tablet.offline(true)
    await page.waitForTimeout(1_000)
    expect(await page.getByRole('button', { name: /update/i }).count()).toBe(0)
    expect(
      await page
        .getByRole('region', { name: 'Cart and payment' })
        .getByText((goods[2] as Goods).name, { exact: true })
        .count(),
    ).toBe(1)
    await sellForCash(page, [])
    // the browser starts the new version once the old one has nothing to do, which takes a busy machine long
    const reloaded = page.waitForEvent('load', { timeout: 120_000 })
    await page.getByRole('button', { name: /update/i }).click()
    await reloaded
    await openTill(page)
    expect(await page.locator('meta[name=release]').getAttribute('content')).toBe('newer')
    await tablet.offline(false)
    await expectAllSent(page)
  } finally {
    await takeBack()
  }
  await tablet.close()
})

it('lets a newer version take over when a page asks for it by the message of release 1', async () => {
  const tablet = await Device.install(browser, server)
  const page = await tablet.signIn()
  await untilControlled(page)
  const takeBack = await makeNewerVersion()
  try {
    await server.stop('SIGTERM')
    await server.start()
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      const isTaken = new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
      // one look at the server may fail, or find the version from before its restart
      while (!registration.waiting) {
        if (!registration.installing) await registration.update().catch(() => undefined)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      registration.waiting.postMessage('skip-waiting')
      await isTaken
    })
  } finally {
    await takeBack()
  }
  await tablet.close()
})

const OF_USERS = {
  '/dashboard': 'My Inventory',
  '/sales-history': 'Sales History',
  '/user-shipments': 'My Shipments',
  '/profile': 'Profile',
  '/marketplace': 'Marketplace',
}
const OF_ADMINS = {
  '/admin': 'Inventory',
  '/admin-shipments': 'Shipment Management',
  '/consignors': 'Consignors',
  '/payout-requests': 'Payout Requests',
  '/pos': 'Point of sale',
  '/admin-fulfillment': 'Fulfillment Orders',
  '/email-tool': 'Email Tool',
  '/admin/image-backfill': 'Image Backfill',
}

const placeOf = (page: Page) => page.evaluate(() => location.pathname + location.search)
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const entriesOf = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => [link.querySelector('[class*="label"]')?.textContent, link.getAttribute('href')]))

it('shows a visitor Loading..., then /login, and leads back to the page they wanted', async () => {
  const device = await Device.install(browser, server)
  await device.context.addInitScript(() => {
    const seen = new Set<string>()
    Object.assign(window, { seen })
    new MutationObserver(() => {
      for (const status of document.querySelectorAll('[role="status"] p')) seen.add(`${location.pathname} ${status.textContent}`)
    }).observe(document, { childList: true, subtree: true })
  })
  const page = await device.tab('/sales-history')
  await heading(page, 'Sign in').waitFor()
  // the path matters, since the login screen shows the same words while it loads
  expect(await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])).toContain('/sales-history Loading...')
  await follow(page, '/discord-success')
  await heading(page, 'Discord account linked').waitFor()
  for (const path of [...Object.keys(OF_USERS), ...Object.keys(OF_ADMINS), '/my-offers', '/my-trades', '/payout-requests']) {
    await follow(page, path)
    await expect.poll(() => placeOf(page), { message: path }).toBe('/login')
  }
  await page.getByLabel('E-mail').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await heading(page, 'Payout Requests').waitFor()
  await device.close()
})

it('names each screen for a consignor, and shows their dashboard instead of every admin screen', async () => {
  const una = await joinShop(server, 'Una User')
  const device = await Device.install(browser, server, { width: 1440, height: 900 })
  const page = await device.signIn(una.email, una.password)
  for (const [path, name] of Object.entries(OF_USERS)) {
    await follow(page, path)
    await heading(page, name).waitFor()
  }
  for (const path of [...Object.keys(OF_ADMINS), '/login']) {
    await follow(page, path)
    await expect.poll(() => placeOf(page), { message: path }).toBe('/dashboard')
  }
  for (const [path, led] of [
    ['/my-offers', '/marketplace?tab=offers'],
    ['/my-trades', '/marketplace?tab=trades'],
  ] as const) {
    await follow(page, path)
    await expect.poll(() => placeOf(page)).toBe(led)
  }
  await expect.poll(() => page.getByRole('radio', { name: 'My Trades' }).isChecked()).toBe(true)
  await follow(page, '/marketplace')
  await expect.poll(() => page.getByRole('radio', { name: 'Browse Items' }).isChecked()).toBe(true)

  const entries = [
    ['My Inventory', '/dashboard'],
    ['Sales History', '/sales-history'],
    ['Shipments', '/user-shipments'],
    ['Marketplace', '/marketplace'],
  ]
  for (const width of [1440, 1180, 390]) {
    await page.setViewportSize({ width, height: 820 })
    await expect.poll(() => entriesOf(page, 'Main')).toEqual(entries)
  }
  await page.getByRole('button', { name: 'Profile menu of Una User' }).click()
  const menu = await page.getByRole('menuitem').allInnerTexts()
  expect([menu[0], menu.at(-1)]).toEqual(['Profile', 'Sign Out'])
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await heading(page, 'Profile').waitFor()
  await page.getByRole('button', { name: 'Profile menu of Una User' }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await heading(page, 'Sign in').waitFor()
  await device.close()
})

it('names each screen for an admin, and cuts off no word in either navigation', async () => {
  const device = await Device.install(browser, server, { width: 1440, height: 900 })
  const page = await device.signIn()
  await heading(page, 'Today').waitFor()
  await follow(page, '/dashboard?tab=goods')
  await heading(page, 'My Inventory').waitFor()
  await page.getByRole('button', { name: 'Later', exact: true }).click()
  for (const [path, name] of Object.entries(OF_ADMINS)) {
    await follow(page, path)
    await heading(page, name).waitFor()
  }
  const specified = [
    ['Inventory', '/admin'],
    ['Shipments', '/admin-shipments'],
    ['Consignors', '/consignors'],
    ['Payout Requests', '/payout-requests'],
    ['POS', '/pos'],
    ['Marketplace', '/admin-fulfillment'],
    ['Today', '/dashboard'],
    ['My Dashboard', '/dashboard?tab=goods'],
  ]
  await expect.poll(() => entriesOf(page, 'Admin')).toEqual(expect.arrayContaining(specified))
  await page.setViewportSize({ width: 1180, height: 1180 })
  await expect.poll(() => entriesOf(page, 'Admin')).toEqual(expect.arrayContaining(specified))
  const cut = () =>
    page
      .getByRole('navigation')
      .getByRole('link')
      .evaluateAll((links) =>
        links.flatMap((link) => {
          const label = link.querySelector('[class*="label"]')
          const [inner, outer] = [label?.getBoundingClientRect(), link.getBoundingClientRect()]
          const fits = inner && inner.left >= outer.left && inner.right <= outer.right && outer.height <= 58
          return fits && label && label.scrollWidth <= label.clientWidth ? [] : [`${link.textContent}, ${inner?.width} in ${outer.width}`]
        }),
      )
  await expect.poll(cut).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(cut).toEqual([])
  await follow(page, '/dashboard?tab=goods')
  await expect.poll(() => entriesOf(page, 'Main')).toContainEqual(['Admin', '/admin'])
  await expect.poll(cut).toEqual([])
  await follow(page, '/profile')
  await page.getByRole('definition').getByText('Administrator', { exact: true }).waitFor()
  await device.close()
})

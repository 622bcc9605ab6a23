import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { Device } from './browser.ts'
import { browser, server, token, withShop } from './shop.ts'
import { type Goods, makeGoods, newId, runCommands, stock, tillSale } from './shop-data.ts'
import { openTill, scan, sellForCash } from './till.ts'

const [tea, last] = makeGoods(2).map((one, nth) => ({ ...one, quantity: nth === 1 ? 1 : one.quantity })) as [Goods, Goods]

/** The requests of the page to the system: the number on the icon, the locks of the screen, and the function for a launch. */
type Asked = { badge: number | null; locks: { released: boolean }[]; launch?: (launch: { targetURL?: string }) => void }
type Recorded = Window & { asked: Asked }

withShop()
beforeAll(() => stock(server, token, [tea, last]))

/** Signs an admin in on a device whose system shows badges, launches and locks, which headless Chromium does not. */
async function openInstalled(): Promise<{ device: Device; page: Page }> {
  const device = await Device.install(browser, server)
  await device.context.addInitScript(() => {
    const asked: Asked = { badge: null, locks: [] }
    const launchQueue = { setConsumer: (launch: Asked['launch']) => Object.assign(asked, { launch }) }
    // the browser's own cannot be assigned
    Object.defineProperties(window, { asked: { value: asked }, launchQueue: { value: launchQueue } })
    const request = async () => {
      const lock = { released: false, release: async () => void (lock.released = true) }
      asked.locks.push(lock)
      return lock
    }
    Object.defineProperty(navigator, 'wakeLock', { value: { request } })
    Object.assign(navigator, {
      setAppBadge: async (count: number) => void (asked.badge = count),
      clearAppBadge: async () => void (asked.badge = 0),
    })
  })
  return { device, page: await device.signIn() }
}

const badge = (page: Page) => page.evaluate(() => (window as unknown as Recorded).asked.badge)
const locks = (page: Page) => page.evaluate(() => (window as unknown as Recorded).asked.locks.filter(({ released }) => !released).length)

const launch = (page: Page, to: string) =>
  page.evaluate((path) => (window as unknown as Recorded).asked.launch?.({ targetURL: window.location.origin + path }), to)

it('counts on the icon what waits, until the person signs out', async () => {
  const { device, page } = await openInstalled()
  await expect.poll(() => badge(page)).toBe(0)
  const sell = (receipt: string) =>
    tillSale(receipt, [{ itemName: last.name, unitPriceCents: 100, itemId: last.id, barcode: last.barcode }], {
      kind: 'cash',
      label: 'Cash',
    })
  // the second sale of the last piece asks what to do
  await runCommands(server, token, [sell('B-1'), sell('B-2')])
  await expect.poll(() => badge(page)).toBe(1)
  await page.goto(`${server.url}/discrepancies`)
  await expect.poll(() => badge(page)).toBe(1)
  await page.getByRole('button', { name: /^Profile menu/ }).click()
  await page.getByRole('menuitem', { name: /sign out/i }).click()
  await page.waitForURL('**/login')
  await expect.poll(() => badge(page)).toBe(0)
  await device.close()
})

it('opens a shortcut in the window that is open, and leaves an open sale where it is when the icon is pressed', async () => {
  const { device, page } = await openInstalled()
  await page.goto(`${server.url}/pos`)
  await openTill(page)
  await scan(page, tea.barcode)
  await page.getByRole('region', { name: 'Cart and payment' }).getByText(tea.name, { exact: true }).waitFor()
  await expect.poll(() => page.evaluate(() => typeof (window as unknown as Recorded).asked.launch)).toBe('function')
  const mark = newId()
  await page.evaluate((name) => Object.assign(window, { mark: name }), mark)

  await launch(page, '/dashboard')
  await launch(page, '/pos')
  await page.getByRole('region', { name: 'Cart and payment' }).getByText(tea.name, { exact: true }).waitFor()
  await launch(page, '/pos/sales?from=2026-01-01')
  await page.waitForURL('**/pos/sales?from=2026-01-01')
  await page.getByRole('heading', { name: 'POS sales' }).waitFor()
  // the page was never loaded again
  expect(await page.evaluate(() => (window as unknown as { mark: string }).mark)).toBe(mark)
  await device.close()
})

it('keeps the screen on while a sale is under way, also after the page was hidden', async () => {
  const { device, page } = await openInstalled()
  await page.goto(`${server.url}/pos`)
  await openTill(page)
  expect(await locks(page)).toBe(0)
  await scan(page, tea.barcode)
  await expect.poll(() => locks(page)).toBe(1)
  // a system takes the locks of a hidden page away, and the page learns that it is shown again
  await page.evaluate(() => {
    for (const lock of (window as unknown as Recorded).asked.locks) lock.released = true
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect.poll(() => locks(page)).toBe(1)
  await page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
  await page.waitForTimeout(200)
  expect(await locks(page)).toBe(1)
  await sellForCash(page, [tea])
  await expect.poll(() => locks(page)).toBe(0)
  await device.close()
})

it('tells the system how to launch it, and which shortcuts it has', async () => {
  const manifest = await (await fetch(`${server.url}/manifest.webmanifest`)).json()
  expect(manifest).toMatchObject({ display: 'standalone', launch_handler: { client_mode: ['focus-existing', 'auto'] } })
  const { device, page } = await openInstalled()
  for (const { url, icons } of manifest.shortcuts) {
    expect((await fetch(server.url + icons[0].src)).headers.get('content-type')).toBe('image/png')
    await page.goto(server.url + url)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByText('Page not found').count(), url).toBe(0)
  }
  await device.close()
})

import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { expectNoBarriers } from './axe.ts'
import { Device } from './browser.ts'
import { ADMIN } from './server.ts'
import { browser, server, withShop } from './shop.ts'

const CONSIGNOR = { email: 'ann@example.org', password: 'long enough', name: 'Ann Consignor' }

withShop()
beforeAll(async () => {
  await server.request('POST', '/identity/sign-up/email', CONSIGNOR)
})

/** Records, from the next page load on, each shift of the screen by content that appears above it. */
async function watchTheScreen(page: Page): Promise<() => Promise<number[][]>> {
  await page.addInitScript(() => {
    const moves: number[][] = []
    Object.assign(window, { moves })
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as (PerformanceEntry & {
        sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[]
      })[])
        for (const { node, previousRect, currentRect } of sources)
          if (node?.nodeName === 'MAIN') moves.push([previousRect.y, currentRect.y])
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () =>
    page.evaluate(async () => {
      // the observer reports the shifts of a frame only after that frame
      for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame)
      return (window as unknown as { moves: number[][] }).moves
    })
}

it('offers a new admin a tour only once, and the keyboard can control the tour', async () => {
  const tablet = await Device.install(browser, server)
  const page = await tablet.signIn()
  const movesOfTheScreen = await watchTheScreen(page)
  await page.goto(`${server.url}/admin`)
  await page.getByRole('button', { name: 'Take the tour' }).waitFor()
  expect(await movesOfTheScreen()).toEqual([])
  await page.getByRole('button', { name: 'Take the tour' }).click()
  const tour = page.getByRole('dialog', { name: 'A short tour' })
  await tour.getByRole('heading', { name: 'Sell at the till' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await tour.getByRole('heading', { name: 'Keep the stock' }).waitFor()
  await page.keyboard.press('ArrowLeft')
  await tour.getByRole('heading', { name: 'Sell at the till' }).waitFor()
  await page.keyboard.press('Enter')
  await tour.getByText('Step 2 of 5').waitFor()
  await page.keyboard.press('Escape')
  await tour.waitFor({ state: 'hidden' })
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByText('New here?').waitFor({ state: 'hidden' })

  await page.goto(`${server.url}/sync`)
  await page.getByRole('link', { name: 'What works offline' }).click()
  await page.getByRole('heading', { name: 'What works offline', level: 1 }).waitFor()
  await page.getByText('The whole till').waitFor()
  const apple = page.getByRole('region', { name: 'On an iPhone, on an iPad and in Safari' })
  await apple.getByText('when you have not opened it for seven days').waitFor()
  await apple.getByText('only while the app is open').waitFor()
  await tablet.close()
})

it('shows a consignor the tour for consignors, and explains offline what works offline', async () => {
  const phone = await Device.install(browser, server, { width: 390, height: 844 })
  const page = await phone.signIn(CONSIGNOR.email, CONSIGNOR.password)
  await page.goto(`${server.url}/help/offline`)
  await page.getByText('Asking for a payout').waitFor()
  await page.getByRole('button', { name: 'Take the tour' }).click()
  const tour = page.getByRole('dialog', { name: 'A short tour' })
  for (const heading of ['Your items and your money', 'Send a box', 'Get paid', 'With or without network']) {
    await tour.getByRole('heading', { name: heading }).waitFor()
    await tour.getByRole('button', { name: /Next|Done/ }).click()
  }
  await tour.waitFor({ state: 'hidden' })
  await phone.offline(true)
  await page.reload()
  await page.getByText('Asking for a payout').waitFor()
  await phone.close()
})

it('explains how to install the app on an iPhone, on the second day of use', async () => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  })
  await context.addInitScript(() => {
    if (localStorage.getItem('shop-days-used') === null) localStorage.setItem('shop-days-used', JSON.stringify({ lastDay: 1, days: 1 }))
  })
  const page = await context.newPage()
  await page.goto(`${server.url}/login`)
  await page.getByLabel(/e-?mail/i).fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: /^sign in$/i }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  await page.goto(`${server.url}/admin`)
  await page.getByText('New here?').waitFor()
  await page.getByRole('button', { name: 'Not now' }).click()
  await page.getByRole('button', { name: 'Show me how' }).click()
  const sheet = page.getByRole('dialog', { name: /^Install/ })
  await sheet.getByText('Add to Home Screen').waitFor()
  await expectNoBarriers(page, 'how to install')
  await sheet.getByRole('button', { name: 'Got it' }).click()
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByRole('button', { name: 'Show me how' }).count()).toBe(0)
  await context.close()
})

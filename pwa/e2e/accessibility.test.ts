import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barriers, expectNoBarriers } from './axe.ts'
import { follow, launchBrowser, untilControlled } from './browser.ts'
import { allScreens, DEMO_ADMIN, DEMO_CONSIGNOR, openDemoShop, signInToDemo } from './demo-shop.ts'
import { beyondWindow, onceSettled, smallTargets, straySpace, unmarkedChoices, unseenStops } from './keyboard-checks.ts'
import type { ShopServer } from './server.ts'
import { openTill, scan } from './till.ts'
import { ADMIN_WINDOWS, CONSIGNOR_WINDOWS, type ShownWindow, untilMenuHasFocus } from './windows.ts'

// Axe, the Tab key and magnification check every screen of the app, full of rows. Axe and the keyboard check its windows. All tests share one shop;
// the tests of one viewer share a page.

const TABLET = { width: 1180, height: 820 }
const PHONE = { width: 390, height: 844 }
/** A tablet at 200 %, and the width that WCAG 1.4.10 requires. */
const MAGNIFIED = [
  { width: 590, height: 410 },
  { width: 320, height: 568 },
] as const
/** Host of the paid variant, which has colours of its own. */
const PAID_HOST = 'exchange.localhost'
/** Limit for a test of all screens or windows, which takes two minutes on an idle machine. */
const WALK_MS = 15 * 60_000
/** Rows that axe skips, because they resemble the first rows. */
const LATER_ROWS = 'main :is(li, tr, article):nth-child(n + 7)'
/** Parts of screens, each at its own address. */
const PARTS = [
  { path: '/email-tool?part=sent', access: 'admin' },
  { path: '/dashboard?tab=goods', access: 'admin' },
] as const

let server: ShopServer
let password: string
let browser: Browser
const errors: string[] = []

beforeAll(async () => {
  ;({ server, password } = await openDemoShop())
  browser = await launchBrowser()
})
afterAll(async () => {
  expect(errors).toEqual([])
  await browser?.close()
  await server?.dispose()
})

async function openPage(
  viewport: { width: number; height: number },
  more: BrowserContextOptions = {},
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', serviceWorkers: 'block', ...more })
  const page = await context.newPage()
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${error}`))
  return { context, page }
}

/** Waits until no loading text and no placeholder is visible. */
async function settled(page: Page): Promise<void> {
  await page.getByText('Loading...', { exact: true }).first().waitFor({ state: 'hidden', timeout: 20_000 })
  await expect.poll(() => page.locator('.mantine-Skeleton-root').filter({ visible: true }).count(), { timeout: 20_000 }).toBe(0)
}

/** Longest wait for a window to open. */
const OPENING_MS = 15_000

/** Follows a link as the app does, and waits until the new screen’s heading has the focus. */
async function goTo(page: Page, path: string): Promise<void> {
  const isOther = await page.evaluate((to) => {
    const before = location.pathname
    ;(document.activeElement as HTMLElement | null)?.blur()
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
    return before !== new URL(to, location.href).pathname
  }, path)
  if (isOther) await page.locator('h1:focus').waitFor({ timeout: 20_000 })
  await settled(page)
}

async function fillCart(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Search items' }).fill('the')
  const sellable = page.getByRole('option').filter({ hasNotText: /None in stock|No price/ })
  for (const nth of [0, 1]) {
    await sellable.nth(nth).click()
    await expect.poll(() => page.locator('[data-line]').count()).toBe(nth + 1)
  }
}

/** Elements that move although the person asked for reduced motion. */
const moving = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter((one) => one.playState === 'running' && Number(one.effect?.getComputedTiming().activeDuration) > 20)
      .map((one) => `moves: ${(one.effect as KeyframeEffect).target?.className}`),
  )

async function magnified(page: Page, usual: { width: number; height: number }): Promise<string[]> {
  const found: string[] = []
  for (const size of MAGNIFIED) {
    await page.setViewportSize(size)
    const look = async () => [...(await beyondWindow(page)), ...(await unseenStops(page))]
    found.push(...(await onceSettled(look)).map((one) => `${size.width} px, ${one}`))
  }
  await page.setViewportSize(usual)
  return found
}

type Viewer = {
  readonly who: string
  readonly email: string
  readonly viewport: typeof TABLET
  readonly host: string
  readonly sees: readonly string[]
}
const VIEWERS: readonly [Viewer, Viewer] = [
  { who: 'an admin on a tablet', email: DEMO_ADMIN, viewport: TABLET, host: 'localhost', sees: ['user', 'admin'] },
  { who: 'a consignor on a phone, in the paid variant', email: DEMO_CONSIGNOR, viewport: PHONE, host: PAID_HOST, sees: ['user'] },
]

it('every public screen is free of barriers', async () => {
  const { context, page } = await openPage(PHONE)
  const found: Record<string, string[]> = {}
  for (const { path } of [...(await allScreens()).filter(({ access }) => access === 'public'), { path: '/no-such-page' }]) {
    await page.goto(server.url + path)
    await settled(page)
    await page.getByRole('heading', { level: 1 }).waitFor()
    // the app may redirect after the server has answered
    const look = async () => [...(await moving(page)), ...(await barriers(page)), ...(await unseenStops(page))]
    found[path] = [...(await onceSettled(look)), ...(await magnified(page, PHONE))]
  }
  expect(Object.fromEntries(Object.entries(found).filter(([, list]) => list.length > 0))).toEqual({})
  await context.close()
})

describe.each(VIEWERS)('$who', ({ email, viewport, host, sees }) => {
  let context: BrowserContext
  let page: Page
  const url = () => `http://${host}:${server.port}`

  beforeAll(async () => {
    ;({ context, page } = await openPage(viewport))
    // one of the windows signs out this second session
    await server.signIn(email, password)
    await signInToDemo(page, url(), email, password)
    // the demo shop's admin has no username yet, so the dashboard of the own goods asks for one
    if (email === DEMO_ADMIN) {
      await page.goto(`${url()}/dashboard?tab=goods`)
      await page.getByRole('button', { name: 'Later', exact: true }).click()
      // the walk waits for the next screen only if that has another path
      await follow(page, '/profile')
      await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor()
    }
  })
  afterAll(() => context?.close())

  it(
    'reaches every screen without barriers, each with its own title',
    async () => {
      const found: Record<string, string[]> = {}
      const titles = new Map<string, string>()
      for (const { path } of [...(await allScreens()), ...PARTS].filter(({ access }) => sees.includes(access))) {
        await goTo(page, path)
        const title = await page.title()
        // the marketplace and the e-mail tool show their parts under one title
        const isKnown = titles.has(title) && !/marketplace|my-|email-tool/.test(path)
        titles.set(title, path)
        found[path] = [
          ...(isKnown ? [`its title is another screen’s: ${title}`] : []),
          ...(await moving(page)),
          ...(path === '/pos' ? await smallTargets(page, 'main') : []),
          ...(await straySpace(page)),
          ...(await barriers(page, { without: LATER_ROWS })),
          ...(await unseenStops(page)),
          ...(await magnified(page, viewport)),
        ]
      }
      expect(Object.fromEntries(Object.entries(found).filter(([, list]) => list.length > 0))).toEqual({})
    },
    WALK_MS,
  )

  it(
    'opens every window by keyboard without barriers, and has the focus back after Esc',
    async () => {
      const found: Record<string, string[]> = {}
      let last: ShownWindow | undefined
      for (const shown of viewport === TABLET ? ADMIN_WINDOWS : CONSIGNOR_WINDOWS) {
        const name = `${shown.of}: ${shown.name}`
        // a closed window leaves its screen unchanged, so the next window there needs no reload
        const isThere = last?.at === shown.at && !last.before && last.size === shown.size && found[`${last.of}: ${last.name}`]?.length === 0
        if (!isThere) {
          await page.setViewportSize(shown.size ?? viewport)
          await page.goto(url() + shown.at)
          await settled(page)
        }
        last = shown
        found[name] = await problemsOf(page, shown).catch((thrown: unknown) => [String(thrown).slice(0, 600)])
      }
      expect(Object.fromEntries(Object.entries(found).filter(([, list]) => list.length > 0))).toEqual({})
    },
    WALK_MS,
  )
})

it('the questions about unsent and refused work are free of barriers, and return the focus', async () => {
  const { context, page } = await openPage(TABLET, { serviceWorkers: 'allow' })
  await signInToDemo(page, server.url, DEMO_ADMIN, password)
  const asked = async (name: RegExp | string) => {
    const dialog = page.getByRole('dialog', { name })
    await dialog.waitFor()
    // the browser may report late that the previous question has closed, and this must not close the present question
    await dialog.evaluate((element) => element.dispatchEvent(new Event('close')))
    await expectNoBarriers(page, String(name))
    expect(await dialog.isVisible(), 'a late close event of the question before').toBe(true)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name }).waitFor({ state: 'hidden' })
  }
  await page.goto(`${server.url}/payout-requests`)
  const remove = page.getByRole('button', { name: 'Delete', exact: true }).first()
  await remove.waitFor()
  // the question's code loads on demand: offline it comes from the device
  await untilControlled(page)
  await context.setOffline(true)
  await remove.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Payout request deleted and balance refunded').waitFor()
  const menu = page.getByRole('button', { name: /^Profile menu of/ }).filter({ visible: true })
  await menu.press('Enter')
  await untilMenuHasFocus(page)
  await page.getByRole('menuitem', { name: 'Sign Out' }).press('Enter')
  await asked('Some work is not sent yet')
  await expect.poll(() => menu.evaluate((element) => element === document.activeElement)).toBe(true)

  // another session pays the request meanwhile
  const token = await server.signIn(DEMO_ADMIN, password)
  const { payouts } = await server.request<{ payouts: { id: string; consignorID: string }[] }>('GET', '/payouts/pending', undefined, token)
  for (const { id, consignorID } of payouts) await server.request('PATCH', `/payouts/${consignorID}/${id}/paid`, undefined, token)
  await context.setOffline(false)
  await page.goto(`${server.url}/sync`)
  const dismiss = page.getByRole('button', { name: /^Dismiss/ })
  await dismiss.press('Enter')
  await asked(/^Dismiss/)
  await expect.poll(() => dismiss.evaluate((element) => element === document.activeElement)).toBe(true)
  await context.close()
})

it('focus and choices stay visible where a person’s own colours replace the shop’s', { timeout: WALK_MS }, async () => {
  const { context, page } = await openPage(TABLET, { forcedColors: 'active' })
  await signInToDemo(page, server.url, DEMO_ADMIN, password)
  const found: Record<string, string[]> = {}
  const look = async (name: string) => {
    found[name] = [...(await unmarkedChoices(page)), ...(await unseenStops(page))]
  }
  for (const path of ['/dashboard', '/sales-history', '/profile', '/settings', '/admin', '/marketplace?tab=offers']) {
    await goTo(page, path)
    await look(path)
  }
  await goTo(page, '/pos')
  await fillCart(page)
  await look('the cart')
  await page.keyboard.press('F9')
  await page.getByRole('radio', { name: 'Card' }).waitFor({ state: 'attached' })
  await look('the payment')
  expect(Object.fromEntries(Object.entries(found).filter(([, list]) => list.length > 0))).toEqual({})
  await context.close()
})

it('every step of a sale has targets for a thumb, on a tablet and on a phone', async () => {
  const { context, page } = await openPage(TABLET)
  await signInToDemo(page, server.url, DEMO_ADMIN, password)
  const found: Record<string, string[]> = {}
  const look = async (step: string) => {
    for (const size of [TABLET, PHONE]) {
      await page.setViewportSize(size)
      found[`${step}, ${size.width} px`] = await onceSettled(() => smallTargets(page, 'main'))
    }
    await page.setViewportSize(TABLET)
  }
  await page.goto(`${server.url}/pos`)
  await openTill(page)
  await scan(page, '4006381333931')
  await page.getByRole('button', { name: 'Create item' }).waitFor()
  await look('an unknown barcode')
  await page.getByRole('button', { name: 'Create item' }).click()
  await page.getByRole('button', { name: 'Create and add' }).waitFor()
  await look('a new item')
  await page.getByRole('button', { name: /^Dismiss/ }).click()
  await fillCart(page)
  const quantity = page.getByRole('textbox', { name: /^Quantity of/ })
  const enough = await quantity.inputValue()
  await quantity.fill('99999')
  await page.getByRole('button', { name: 'Correct the count…' }).waitFor()
  await look('more than there is')
  await page.getByRole('button', { name: 'Correct the count…' }).click()
  await look('a count to correct')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await quantity.fill(enough)
  await page
    .getByRole('button', { name: /^Remove / })
    .first()
    .click()
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await look('something to undo')
  await page.keyboard.press('F9')
  await page.getByRole('button', { name: /^Exact/ }).waitFor()
  await look('the payment')
  await page.getByLabel('Cash given').fill('0.01')
  await page.getByRole('button', { name: /^Take \$0\.01/ }).click()
  await page.getByRole('button', { name: /^Take back/ }).waitFor()
  await page.getByText('Card', { exact: true }).click()
  await look('the rest by card')
  await page.getByRole('button', { name: 'Complete Sale' }).click()
  await page.getByText('Sale completed successfully').waitFor()
  await look('sold')
  expect(Object.fromEntries(Object.entries(found).filter(([, list]) => list.length > 0))).toEqual({})
  await context.close()
})

async function problemsOf(page: Page, shown: ShownWindow): Promise<string[]> {
  const { name, role = 'dialog', opener, returnsTo = opener, before, typed } = shown
  const problems: string[] = []
  await before?.(page)
  const from = opener(page)
  const opened = page.getByRole(role, { name }).filter({ visible: true }).first()
  const open = async () => {
    await from.focus()
    await page.keyboard.press(role === 'listbox' ? 'ArrowDown' : 'Enter')
    if (typed) await page.keyboard.type(typed)
    await opened.waitFor({ timeout: OPENING_MS })
  }
  // between focus and key the opener may be disabled or drawn anew, for example by a sync that fails on a busy machine
  await open().catch(open)
  const hasFocus = () => opened.evaluate((element) => element.contains(document.activeElement))
  if (role !== 'listbox') {
    await expect
      .poll(hasFocus, { timeout: 15_000 })
      .toBe(true)
      .catch(() => problems.push('the focus is not in the window'))
    if (role === 'menu') {
      await page.keyboard.press('ArrowDown')
      if (!(await hasFocus())) problems.push('arrows lead out of the window')
    }
    // only a modal window keeps the focus: Tab leaves menus and small windows
    const isModal = role === 'dialog' && (await opened.getAttribute('popover')) === null
    for (const key of isModal ? ['Shift+Tab', 'Tab', 'Tab'] : []) {
      await page.keyboard.press(key)
      if (await opened.evaluate((element) => !element.contains(document.activeElement) && document.activeElement !== document.body))
        problems.push(`${key} leads out of the window`)
    }
  }
  const motion = await opened.evaluate((element) => {
    element.setAttribute('data-looked-at', '')
    return getComputedStyle(element).animationDuration
  })
  if (Number.parseFloat(motion) > 0.02) problems.push(`moves for ${motion}`)
  problems.push(...(await barriers(page, { within: '[data-looked-at]' })))
  await page.keyboard.press('Escape')
  const looked = page.locator('[data-looked-at]')
  await expect.poll(() => looked.filter({ visible: true }).count()).toBe(0)
  await looked.evaluateAll((elements) => {
    for (const element of elements) element.removeAttribute('data-looked-at')
  })
  const back = returnsTo(page)
  const isBack = () => back.evaluate((element) => element === document.activeElement)
  await expect
    .poll(isBack, { timeout: 15_000 })
    .toBe(true)
    .catch(async () => {
      problems.push(`the focus did not return, but is on ${await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120))}`)
    })
  return problems
}

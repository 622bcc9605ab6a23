import type { Locator, Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { Device } from './browser.ts'
import { browser, server, token, withShop } from './shop.ts'
import { type Goods, makeGoods, stock } from './shop-data.ts'
import { openTill, scan } from './till.ts'

// The design system's own router, menus, windows and suggestions, tested on the till.

let tablet: Device
let page: Page
const [pot] = makeGoods(1) as [Goods]

withShop()
beforeAll(async () => {
  await stock(server, token, [pot])
  for (const [at, name] of ['Hugo Hoffmann', 'Ida Hoffmeister', 'Zoë Ångström'].entries())
    await server.request('POST', '/identity/sign-up/email', { email: `person${at}@shop.example`, password: 'correct horse', name })
  tablet = await Device.open(browser, server)
  page = await tablet.signIn()
})
beforeEach(async () => {
  await page.goto(`${server.url}/pos`)
  await openTill(page)
})

const focusedName = () =>
  page.evaluate(() => {
    const focused = document.activeElement as HTMLElement | null
    return focused?.getAttribute('aria-label') ?? focused?.innerText.trim() ?? ''
  })

it('a menu follows the arrow keys, jumps to its ends, and returns the focus on Esc', async () => {
  const button = page.getByRole('button', { name: 'More of the till' })
  expect(await button.getAttribute('aria-expanded')).toBe('false')
  await button.focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('menu', { name: 'More of the till' })
  await menu.waitFor()
  await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true')
  const items = await menu.getByRole('menuitem').allInnerTexts()
  const walk: [string, string | undefined][] = [
    ['ArrowDown', items[1]],
    ['End', items.at(-1)],
    ['ArrowDown', items[0]],
    ['ArrowUp', items.at(-1)],
    ['Home', items[0]],
  ]
  await expect.poll(focusedName).toBe(items[0])
  for (const [key, lands] of walk) {
    await page.keyboard.press(key)
    expect([key, await focusedName()]).toEqual([key, lands])
  }
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'hidden' })
  await expect.poll(async () => [await focusedName(), await button.getAttribute('aria-expanded')]).toEqual(['More of the till', 'false'])
})

it('a menu closes on Tab and on a tap elsewhere, but not when its switch is used', async () => {
  const button = page.getByRole('button', { name: 'More of the till' })
  const menu = page.getByRole('menu', { name: 'More of the till' })
  await button.click()
  const sound = menu.getByRole('menuitem', { name: /Sound is/ })
  const before = await sound.innerText()
  await sound.click()
  await expect.poll(() => sound.innerText()).not.toBe(before)
  await page.keyboard.press('Tab')
  await menu.waitFor({ state: 'hidden' })
  await button.click()
  await page.getByRole('heading', { name: 'Cart' }).click()
  await menu.waitFor({ state: 'hidden' })
})

it('suggestions follow typing, respond to arrows and Enter, and announce themselves to a screen reader', async () => {
  const field = page.getByRole('combobox', { name: 'Consignor' })
  await field.click()
  await field.pressSequentially('hoffm')
  const list = page.getByRole('listbox', { name: 'Consignors' })
  await expect.poll(() => list.getByRole('option').allInnerTexts()).toEqual(['Hugo Hoffmann', 'Ida Hoffmeister'])
  expect([await field.getAttribute('aria-expanded'), await field.getAttribute('aria-controls')]).toEqual([
    'true',
    await list.getAttribute('id'),
  ])
  const active = async () => page.locator(`[id="${await field.getAttribute('aria-activedescendant')}"]`).innerText()
  expect(await active()).toBe('Hugo Hoffmann')
  await page.keyboard.press('ArrowUp')
  expect(await active()).toBe('Ida Hoffmeister')
  await page.keyboard.press('Enter')
  await list.waitFor({ state: 'hidden' })
  expect([await field.inputValue(), await field.getAttribute('aria-expanded')]).toEqual(['Ida Hoffmeister', 'false'])
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
})

it('suggestions close on Esc and on leaving the field, and leaving drops an incomplete name', async () => {
  const field = page.getByRole('combobox', { name: 'Consignor' })
  const list = page.getByRole('listbox', { name: 'Consignors' })
  await field.fill('nobody at all')
  await page.getByText('Nobody is called that').waitFor()
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'hidden' })
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
  await field.fill('zoë')
  await list.getByRole('option', { name: 'Zoë Ångström' }).waitFor()
  await page.getByLabel('Search items').focus()
  await list.waitFor({ state: 'hidden' })
  expect(await field.inputValue()).not.toBe('zoë')
})

it('a small window takes the focus and returns it; the rest of the page stays usable', async () => {
  await scan(page, pot.barcode)
  const park = page.getByRole('button', { name: 'Park this cart' })
  await expect.poll(() => park.isEnabled()).toBe(true)
  await park.click()
  const window = page.getByRole('dialog', { name: 'Park this cart' })
  await window.waitFor()
  expect(await window.getByLabel('Park as').evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await park.getAttribute('aria-expanded')).toBe('true')
  await page.keyboard.press('Escape')
  await window.waitFor({ state: 'hidden' })
  expect(await focusedName()).toBe('Park this cart')
  await park.click()
  await window.waitFor()
  await page.getByLabel('Search items').click()
  await window.waitFor({ state: 'hidden' })
})

it('links navigate without a reload, also by Back and Forward, and the current page’s own link adds no history', async () => {
  await page.evaluate(() => Object.assign(window, { wasHere: true }))
  const to = async (name: string, path: string) => {
    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name, exact: true }).first().click()
    await expect.poll(() => new URL(page.url()).pathname).toBe(path)
  }
  await to('POS sales', '/pos/sales')
  await page.getByRole('heading', { level: 1, name: 'POS sales' }).waitFor()
  const length = await page.evaluate(() => history.length)
  await to('POS sales', '/pos/sales')
  expect(await page.evaluate(() => history.length)).toBe(length)
  await page.goBack()
  await openTill(page)
  await page.goForward()
  await page.getByRole('heading', { level: 1, name: 'POS sales' }).waitFor()
  expect(await page.evaluate(() => 'wasHere' in window)).toBe(true)
  const opened = page.context().waitForEvent('page')
  await page
    .getByRole('navigation', { name: 'Admin' })
    .getByRole('link', { name: 'POS', exact: true })
    .first()
    .click({ modifiers: ['Control'] })
  const other = await opened
  await other.waitForURL(/\/pos$/)
  await other.close()
  expect(new URL(page.url()).pathname).toBe('/pos/sales')
})

it('a tablet’s rail cuts off no entry: those without room are behind More', async () => {
  const before = page.viewportSize()
  const rail = page.getByRole('navigation', { name: 'Admin' })
  const placesIn = (scope: Locator) =>
    scope.getByRole('link').evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname))
  await page.setViewportSize({ width: 1440, height: 900 })
  const all = await placesIn(rail)
  expect(all).toContain('/audit')
  for (const height of [1180, 820, 480]) {
    await page.setViewportSize({ width: 1024, height })
    const more = rail.getByRole('button', { name: 'More', exact: true })
    /** Visible entries of the rail, which is measured again some time after a resize. */
    const state = async () => JSON.stringify([await placesIn(rail), await more.isVisible()])
    const settled = async () => {
      const before = await state()
      await page.waitForTimeout(300)
      const hasRoom = await rail.evaluate((nav) => nav.scrollHeight <= nav.clientHeight)
      return hasRoom && (await placesIn(rail)).length > 0 && (await state()) === before
    }
    await expect.poll(settled).toBe(true)
    const shown = await placesIn(rail)
    if (await more.isVisible()) {
      await more.click()
      const behind = page.getByRole('dialog', { name: 'More' })
      await behind.getByRole('link').first().waitFor()
      shown.push(...(await placesIn(behind)))
      await page.keyboard.press('Escape')
    }
    expect([...shown].sort()).toEqual([...all].sort())
  }
  if (before) await page.setViewportSize(before)
})

it('a list keeps no gaps between its rows when the tablet is turned', async () => {
  const phone = { width: 390, height: 844 }
  await page.setViewportSize(phone)
  await page.goto(`${server.url}/consignors`)
  await page.getByRole('list', { name: 'Users' }).getByRole('listitem').nth(2).waitFor()
  await page.setViewportSize({ width: 1180, height: 820 })
  const rows = page.getByRole('table', { name: 'Users' }).locator('tbody tr')
  await rows.nth(2).waitFor()
  const gaps = () =>
    rows.evaluateAll((all) => {
      const boxes = all.map((row) => row.getBoundingClientRect()).sort((a, b) => a.top - b.top)
      return boxes.slice(1).map((box, at) => Math.round(box.top - (boxes[at] as DOMRect).bottom))
    })
  await expect.poll(gaps).toEqual([0, 0, 0])
})

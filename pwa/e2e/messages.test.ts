import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { Device } from './browser.ts'
import { browser, server, withShop } from './shop.ts'

// The one place of messages and offers to undo, at the lower edge of the screen.

let page: Page

withShop()
beforeAll(async () => {
  page = await (await Device.open(browser, server)).signIn()
  await page.clock.install()
  await page.goto(`${server.url}/settings`)
})

const message = (text: string): Locator => page.getByRole('status').getByText(text).locator('..')

async function discard(name: string) {
  await page.getByLabel('Shop name').fill(name)
  await page.getByRole('button', { name: 'Discard' }).click()
  await message('Changes discarded').last().waitFor()
}

/** Names the buttons and links of bars that a message covers, and the messages that leave the window or cover each other. */
const covered = () =>
  page.evaluate(() => {
    const boxes = (selector: string) =>
      [...document.querySelectorAll(selector)].map((element) => ({ element, box: element.getBoundingClientRect() }))
    const meet = (a: DOMRect, b: DOMRect) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
    const messages = boxes('[role="status"] > [data-tone]')
    const targets = [...boxes('[data-bottom-bar] :is(a, button)'), ...messages]
    return messages.flatMap(({ element, box }) => [
      ...targets.filter((target) => target.element !== element && meet(box, target.box)).map((target) => target.element.textContent),
      ...(box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth ? ['the edge'] : []),
    ])
  })

it.each([
  { width: 390, height: 844 },
  { width: 1180, height: 820 },
])('messages stand at the lower left of $width px, one above another, and cover no button of a bar', async (size) => {
  await page.setViewportSize(size)
  await page.reload()
  await discard(`Attic ${size.width}`)
  const first = await message('Changes discarded').boundingBox()
  expect(first?.y).toBeGreaterThan(size.height / 2)
  expect(first?.x).toBeLessThan(size.width / 4)
  // the bar with the buttons sticks to the lower edge while there are changes
  await page.getByLabel('Shop name').fill(`Loft ${size.width}`)
  await page.getByRole('button', { name: 'Save changes' }).waitFor()
  await expect.poll(covered).toEqual([])
  await page.getByRole('button', { name: 'Save changes' }).click()
  await message('Settings saved').waitFor()
  expect(await message('Changes discarded').isVisible()).toBe(true)
  await expect.poll(covered).toEqual([])
  const { width, height } = (await page.getByRole('button', { name: 'Close this message' }).first().boundingBox()) ?? {
    width: 0,
    height: 0,
  }
  expect([width, height]).toEqual([44, 44])
})

it('a message goes after its time, which stands still while a pointer or the focus is on it', async () => {
  await page.reload()
  const offer = message('Changes discarded')
  await discard('Cellar')
  await offer.hover()
  await page.clock.runFor(60_000)
  expect(await offer.isVisible()).toBe(true)
  await page.getByRole('button', { name: 'Undo' }).focus()
  await page.mouse.move(600, 5)
  await page.clock.runFor(60_000)
  expect(await offer.isVisible()).toBe(true)
  await page.getByLabel('Shop name').focus()
  await page.clock.runFor(10_000)
  await offer.waitFor({ state: 'detached' })
})

it('three offers to undo stand at a time, each undoes its own act, and a message can be closed', async () => {
  await page.reload()
  for (const name of ['One', 'Two', 'Three', 'Four']) await discard(name)
  await expect.poll(() => message('Changes discarded').count()).toBe(3)
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect.poll(() => page.getByLabel('Shop name').inputValue()).toBe('Two')
  await expect.poll(() => message('Changes discarded').count()).toBe(2)
  await page.getByRole('button', { name: 'Close this message' }).first().click()
  await expect.poll(() => message('Changes discarded').count()).toBe(1)
  await page.getByRole('button', { name: 'Discard' }).click()
})

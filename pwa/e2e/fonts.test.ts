import { readFile, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { Device, untilControlled } from './browser.ts'
import { browser, server, withShop } from './shop.ts'

/** Maximum size of all fonts that a device stores before it can work offline. */
const MAX_STORED_BYTES = 120_000
const APP = fileURLToPath(new URL('../dist/', import.meta.url))

withShop()

/** Addresses of the fonts that the service worker stores. */
async function storedFonts(): Promise<string[]> {
  const worker = await readFile(`${APP}service-worker.js`, 'utf8')
  return [...new Set(worker.match(/assets\/[\w-]+\.woff2/g))]
}

/** Ranges of characters whose letters the page has loaded, each as its first code point. */
const loaded = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    return [...document.fonts].filter(({ status }) => status === 'loaded').map(({ unicodeRange }) => unicodeRange.split(/[-,]/)[0])
  })

it('stores the Latin letters of the font within its limit', async () => {
  const fonts = await storedFonts()
  expect(fonts).toEqual([expect.stringContaining('/inter-latin-wght-normal-')])
  const sizes = await Promise.all(fonts.map(async (font) => (await stat(APP + font)).size))
  expect(sizes.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(MAX_STORED_BYTES)
})

it('serves the font to be kept forever, and requests other letters only for a text that has them', async () => {
  const [font = ''] = await storedFonts()
  const { headers } = await fetch(`${server.url}/${font}`)
  expect([headers.get('content-type'), headers.get('cache-control')]).toEqual(['font/woff2', 'public, max-age=31536000, immutable'])
  const device = await Device.open(browser, server)
  const page = await device.tab('/login')
  await page.getByRole('button', { name: /^sign in$/i }).waitFor()
  expect(await loaded(page)).toEqual(['U+0'])
  await page.evaluate(() => document.body.append('Žluťoučký'))
  await expect.poll(() => loaded(page)).toEqual(['U+100', 'U+0'])
  await device.close()
})

it('writes the landing page and the app in the font, offline too', async () => {
  const device = await Device.install(browser, server)
  const landing = await device.tab('/')
  await expect.poll(() => loaded(landing)).toContain('U+0')
  const page = await device.signIn()
  await untilControlled(page)
  await device.offline(true)
  const again = await device.tab('/admin')
  await again.getByRole('heading', { level: 1 }).waitFor()
  expect(await loaded(again)).toContain('U+0')
  expect(await again.evaluate(() => getComputedStyle(document.body).fontFamily)).toMatch(/^"Inter Variable", system-ui/)
  await device.close()
})

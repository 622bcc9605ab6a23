import { type Brand, DEFAULT_BRANDS } from '@shop/shared/brands/schema.ts'
import { expect, it } from 'vitest'
import { BrandedFiles } from './branded-files.ts'
import { Brands } from './brands.ts'

const PAGE = Buffer.from('[[if postalLabels]]a label[[/if postalLabels]][[unless postalLabels]]a slip[[/unless postalLabels]]')
const ORIGIN = 'http://shop.example'

/** Files whose shop has postal labels or not, or whose database is away (null). */
function filesOf(state: { has: boolean | null; asked: number }) {
  const undrawn = () => Promise.reject(new Error('nothing is drawn here'))
  const hasPostalLabels = async () => {
    state.asked += 1
    if (state.has === null) throw new Error('the database is away')
    return state.has
  }
  return new BrandedFiles(new Brands(DEFAULT_BRANDS), undrawn, async (origin) => origin, hasPostalLabels)
}
const landingOf = (files: BrandedFiles) => files.versionOf('landing.html', DEFAULT_BRANDS[0] as Brand, ORIGIN)
const textOf = async ({ dress }: Awaited<ReturnType<typeof landingOf>>) => (await dress(PAGE, async () => undefined)).toString()

it('writes the version that its key names, also when the first label comes meanwhile', async () => {
  const state = { has: false, asked: 0 }
  const files = filesOf(state)
  const before = await landingOf(files)
  state.has = true
  const after = await landingOf(files)
  expect(before.key).not.toBe(after.key)
  expect([await textOf(before), await textOf(after)]).toEqual(['a slip', 'a label'])
})

it('promises what it promised last while the database is away', async () => {
  const state: Parameters<typeof filesOf>[0] = { has: null, asked: 0 }
  const files = filesOf(state)
  expect(await textOf(await landingOf(files))).toBe('a slip')
  state.has = true
  const known = await landingOf(files)
  state.has = null
  expect((await landingOf(files)).key).toBe(known.key)
})

it('asks for labels only for the page that names them', async () => {
  const state = { has: true, asked: 0 }
  const files = filesOf(state)
  for (const name of ['robots.txt', 'sitemap.xml', 'index.html']) await files.versionOf(name, DEFAULT_BRANDS[0] as Brand, ORIGIN)
  expect(state.asked).toBe(0)
})

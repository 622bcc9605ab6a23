import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { ADMIN } from './server.ts'
import { browser, server, token, withShop } from './shop.ts'

withShop()

/** Code of a screen that cannot be drawn. Its message names a person, as messages of real mistakes may. */
const FAILING = `export default function Failing() { throw new TypeError('Jane Doe owes 5.00') }`

async function signedIn(): Promise<Page> {
  // a service worker would have loaded the screen beforehand
  const context = await browser.newContext({ serviceWorkers: 'block' })
  await context.route('**/assets/audit-screen-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: FAILING }))
  const page = await context.newPage()
  await page.goto(`${server.url}/login`)
  await page.getByLabel('E-mail', { exact: true }).fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/dashboard')
  return page
}

type Listed = { readonly name: string; readonly screen: string; readonly times: number; readonly kind: string; readonly places: string[] }
const listed = async () => (await server.request<{ faults: Listed[] }>('GET', '/admin/faults', undefined, token)).faults

it('a screen that fails can be reported once, by somebody who agrees to it', async () => {
  const page = await signedIn()
  await page.goto(`${server.url}/audit`)
  await page.getByText('Something went wrong on this page').waitFor()
  expect(await listed()).toEqual([])
  await page.getByText('no names, no prices and nothing that you typed').waitFor()
  await page.getByRole('button', { name: 'Report it to the shop' }).click()
  await page.getByText('Reported. Thank you.').waitFor()
  const [fault, ...others] = await listed()
  expect(others).toEqual([])
  expect(fault).toMatchObject({ kind: 'screen', name: 'TypeError', screen: '/audit' })
  expect(fault?.places[0]).toMatch(/^assets\/audit-screen-[\w-]+\.js:1:\d+$/)
  expect(JSON.stringify(fault)).not.toContain('Jane')

  await page.goto(`${server.url}/settings`)
  const list = page.getByRole('list', { name: 'Reported errors of the app' })
  await list.getByText('A screen could not be drawn: /audit').waitFor()
  await list.getByText('Places in the program').click()
  await list.getByText(fault?.places[0] ?? '').waitFor()
  await page.context().close()
})

it('a device whose user agreed reports by itself what failed, also what failed without network, and nothing from before', async () => {
  const page = await signedIn()
  await page.goto(`${server.url}/audit`)
  await page.getByText('Something went wrong on this page').waitFor()
  await page.goto(`${server.url}/sync`)
  const before = (await listed()).reduce((sum, { times }) => sum + times, 0)
  await page.getByRole('switch', { name: 'Report errors to the shop’s admins' }).click()
  await page.reload()
  expect(await page.getByRole('switch', { name: 'Report errors to the shop’s admins' }).isChecked()).toBe(true)
  expect((await listed()).reduce((sum, { times }) => sum + times, 0)).toBe(before)

  await page.evaluate(() => void setTimeout(() => Promise.reject(new RangeError('Jane Doe'))))
  await expect.poll(async () => (await listed()).map(({ name, kind }) => `${kind} ${name}`)).toContain('promise RangeError')
  await page.context().setOffline(true)
  await page.evaluate(
    () =>
      void setTimeout(() => {
        throw new SyntaxError('Jane Doe')
      }),
  )
  await expect.poll(() => page.evaluate(() => localStorage.getItem('faults'))).toContain('SyntaxError')
  expect((await listed()).map(({ name }) => name)).not.toContain('SyntaxError')
  await page.context().setOffline(false)
  await page.reload()
  await expect.poll(async () => (await listed()).map(({ name }) => name)).toContain('SyntaxError')
  await page.context().close()
})

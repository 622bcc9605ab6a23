import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { ADMIN } from './server.ts'
import { browser, server, token, withShop } from './shop.ts'

withShop()

/** Code of a screen that cannot be drawn, with two ways to fail later. The messages name a person, as messages of real mistakes may. */
const FAILING = `
window.rejectLater = () => void Promise.reject(new RangeError('Jane Doe'))
window.throwLater = () => void setTimeout(() => { throw new SyntaxError('Jane Doe') })
export default function Failing() { throw new TypeError('Jane Doe owes 5.00') }`

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
  expect(fault?.places[0]).toMatch(/^assets\/audit-screen-[\w-]+\.js:4:\d+$/)
  expect(JSON.stringify(fault)).not.toContain('Jane')

  await page.goto(`${server.url}/settings`)
  const list = page.getByRole('list', { name: 'Reported errors of the app' })
  await list.getByText('A screen could not be drawn: /audit').waitFor()
  await list.getByText('Where in the app').click()
  await list.getByText(fault?.places[0] ?? '').waitFor()
  await page.context().close()
})

it('a device whose user agreed reports by itself, also what failed without network; for another person it does not', async () => {
  const page = await signedIn()
  const kept = () => page.evaluate(() => localStorage.getItem('faults'))
  await page.goto(`${server.url}/audit`)
  await page.getByRole('button', { name: 'Report it to the shop' }).waitFor()
  await page.goto(`${server.url}/sync`)
  const consent = page.getByRole('switch', { name: 'Report errors on this device to the shop’s admins' })
  await consent.click()
  await page.reload()
  await consent.waitFor()
  expect([await consent.isChecked(), await kept()]).toEqual([true, '[]'])

  const timesOf = async (name: string) => (await listed()).find((fault) => fault.name === name)?.times ?? 0
  const before = await timesOf('TypeError')
  await page.goto(`${server.url}/audit`)
  await page.getByText('This device reports it to the shop’s admins.').waitFor()
  await expect.poll(() => timesOf('TypeError')).toBeGreaterThan(before)
  await expect.poll(kept).toBe('[]')
  await page.context().setOffline(true)
  const fail = (how: 'rejectLater' | 'throwLater') =>
    page.evaluate((name) => (window as unknown as Record<string, () => void>)[name]?.(), how)
  await fail('rejectLater')
  await fail('throwLater')
  await expect.poll(kept).toContain('SyntaxError')
  await page.context().setOffline(false)
  // as if the pause between two reports were over
  await page.evaluate(() => localStorage.removeItem('faults-sent'))
  await page.goto(`${server.url}/sync`)
  await expect.poll(async () => [await timesOf('RangeError'), await timesOf('SyntaxError')]).toEqual([1, 1])
  // the device forgets a report only when the server's answer is there
  await expect.poll(kept).toBe('[]')
  expect(JSON.stringify(await listed())).not.toContain('Jane')

  await page.evaluate(() => localStorage.setItem('fault-reports', 'somebody else'))
  await page.goto(`${server.url}/audit`)
  await page.getByRole('button', { name: 'Report it to the shop' }).waitFor()
  expect(await kept()).toBe('[]')
  await page.context().close()
})

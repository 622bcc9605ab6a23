import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { ShopServer } from './server.ts'

const ROUTES = fileURLToPath(new URL('../src/app/routes.tsx', import.meta.url))

/** An address of the app, and who may go there. */
export type Screen = { readonly path: string; readonly access: 'public' | 'user' | 'admin' }

/** Every address as the app itself lists them, so that no screen is forgotten. */
export async function allScreens(): Promise<Screen[]> {
  const source = await readFile(ROUTES, 'utf8')
  const screens = [...source.matchAll(/^\s*'(\/[^']*)': screen\('(\w+)'/gm)].map(([, path = '', access]) => ({ path, access }) as Screen)
  const count = source.match(/: screen\(/g)?.length
  if (screens.length !== count) throw new Error(`the routes name ${count} screens, of which ${screens.length} are understood`)
  return screens
}

/** Who looks at the demo shop: somebody at the desk, and somebody with goods, sales and trades of every kind. */
export const DEMO_ADMIN = 'olive@demo.example'
export const DEMO_CONSIGNOR = 'maya@demo.example'

/** A shop full of rows, and everybody's password there. */
export async function openDemoShop(): Promise<{ readonly server: ShopServer; readonly password: string }> {
  const server = await ShopServer.start({}, ['--demo'])
  return { server, password: /password is (\S+)/.exec(server.printed)?.[1] ?? '' }
}

/** Signs a page in and answers what a newcomer is offered with no. */
export async function signInToDemo(page: Page, url: string, email: string, password: string): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel(/e-?mail/i).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: /^sign in$/i }).click()
  await page.waitForURL((place) => !place.pathname.startsWith('/login'))
  const notNow = page.getByRole('button', { name: 'Not now' })
  await notNow.click({ timeout: 15_000 }).catch(() => undefined)
}

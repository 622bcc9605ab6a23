import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { ShopServer } from './server.ts'

const ROUTES = fileURLToPath(new URL('../src/app/routes.tsx', import.meta.url))

/** A path of the app, and its audience. */
export type Screen = { readonly path: string; readonly access: 'public' | 'user' | 'admin' }

/** Every path of the app's own routes, so that no screen is forgotten. */
export async function allScreens(): Promise<Screen[]> {
  const source = await readFile(ROUTES, 'utf8')
  const screens = [...source.matchAll(/^\s*'(\/[^']*)': screen\('(\w+)'/gm)].map(([, path = '', access]) => ({ path, access }) as Screen)
  const count = source.match(/: screen\(/g)?.length
  if (screens.length !== count) throw new Error(`the routes name ${count} screens, but allScreens finds ${screens.length}`)
  return screens
}

/** E-mail addresses of an admin, and of a consignor with goods, sales and trades. */
export const DEMO_ADMIN = 'olive@demo.example'
export const DEMO_CONSIGNOR = 'maya@demo.example'

/** Opens a shop full of rows; all accounts share one password. */
export async function openDemoShop(): Promise<{ readonly server: ShopServer; readonly password: string }> {
  const server = await ShopServer.start({}, ['--demo'])
  return { server, password: /password is (\S+)/.exec(server.printed)?.[1] ?? '' }
}

/** Signs a page in and declines the tour that the app offers newcomers. */
export async function signInToDemo(page: Page, url: string, email: string, password: string): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel(/e-?mail/i).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: /^sign in$/i }).click()
  await page.waitForURL((place) => !place.pathname.startsWith('/login'))
  const notNow = page.getByRole('button', { name: 'Not now' })
  await notNow.click({ timeout: 15_000 }).catch(() => undefined)
}

import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from './browser.ts'
import { allScreens, DEMO_ADMIN, DEMO_CONSIGNOR, openDemoShop, type Screen, signInToDemo } from './demo-shop.ts'

// `npm run screenshots`: takes every screen of the demo shop at four sizes, light and dark. One page then shows all pictures.
// `npm run screenshots -- 390 dark /pos` takes only the pictures of this width, theme and path.

const SIZES = [
  [390, 844],
  [820, 1180],
  [1180, 820],
  [1440, 900],
] as const
const THEMES = ['light', 'dark'] as const
const FOLDER = fileURLToPath(new URL('../../.build/screenshots/', import.meta.url))
/** Accounts that view the screens, by the access of a screen. */
const VIEWERS: Readonly<Record<string, string | null>> = { public: null, user: DEMO_CONSIGNOR, admin: DEMO_ADMIN }
const SETTLE_MS = 700

type Look = { readonly width: number; readonly height: number; readonly theme: (typeof THEMES)[number] }

const nameOf = ({ path }: Screen, { width, theme }: Look) =>
  `${path === '/' ? 'landing' : path.slice(1).replaceAll('/', '-')}-${width}-${theme}.png`

async function settled(page: Page): Promise<void> {
  await page.getByText('Loading...', { exact: true }).first().waitFor({ state: 'hidden', timeout: 20_000 })
  await page.waitForTimeout(SETTLE_MS)
}

async function shoot(browser: Browser, url: string, access: string, password: string, screens: readonly Screen[], looks: readonly Look[]) {
  for (const theme of THEMES) {
    const context = await browser.newContext({ colorScheme: theme, viewport: { width: 1180, height: 820 } })
    // frames of mails have no storage
    await context.addInitScript((chosen) => void (self === top && localStorage.setItem('theme', chosen)), theme)
    const page = await context.newPage()
    page.on('pageerror', (error) => console.error(`${page.url()}: ${error.message}`))
    const viewer = VIEWERS[access]
    const wanted = looks.filter((look) => look.theme === theme)
    if (wanted.length > 0 && viewer) await signInToDemo(page, url, viewer, password)
    for (const look of wanted) {
      await page.setViewportSize(look)
      for (const screen of screens) {
        await page.goto(url + screen.path)
        await settled(page)
        await page.screenshot({ path: join(FOLDER, nameOf(screen, look)) })
      }
      console.log(`${access}, ${look.width} px, ${theme}: ${screens.length} screens`)
    }
    await context.close()
  }
}

function gallery(screens: readonly Screen[], looks: readonly Look[]): string {
  const rows = screens.map((screen) => {
    const pictures = looks.map((look) => `<img loading="lazy" height="420" alt="" src="${nameOf(screen, look)}">`)
    return `<h2>${screen.path}</h2><div>${pictures.join('')}</div>`
  })
  return `<!doctype html><meta charset="utf-8"><title>Every screen</title><style>div{display:flex;gap:8px;overflow-x:auto}</style>${rows.join('\n')}`
}

const words = process.argv.slice(2)
const sizes = words.filter((word) => /^\d+$/.test(word)).map(Number)
const themes = words.filter((word) => word === 'light' || word === 'dark')
const paths = words.filter((word) => word.startsWith('/'))
const looks = THEMES.flatMap((theme) => SIZES.map(([width, height]): Look => ({ width, height, theme }))).filter(
  ({ width, theme }) => (sizes.length === 0 || sizes.includes(width)) && (themes.length === 0 || themes.includes(theme)),
)
const screens = (await allScreens()).filter(({ path }) => paths.length === 0 || paths.includes(path))
if (screens.length === 0 || looks.length === 0) throw new Error('no screen matches these words')

await rm(FOLDER, { recursive: true, force: true })
await mkdir(FOLDER, { recursive: true })
console.log('Filling the demo shop')
const { server, password } = await openDemoShop()
const browser = await launchBrowser()
try {
  for (const access of Object.keys(VIEWERS)) {
    const own = screens.filter((screen) => screen.access === access)
    if (own.length > 0) await shoot(browser, server.url, access, password, own, looks)
  }
  await writeFile(join(FOLDER, 'index.html'), gallery(screens, looks))
  console.log(`Open ${join(FOLDER, 'index.html')}`)
} finally {
  await browser.close()
  await server.dispose()
}

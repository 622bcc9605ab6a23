import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { ADMIN, type ShopServer } from './server.ts'

const CANDIDATES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  chromium.executablePath(),
]

const NO_BACKGROUND = '--disable-background-networking'
const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-component-update', '--disable-sync']

function chromiumPath(): string {
  const path = CANDIDATES.find((candidate) => candidate && existsSync(candidate))
  if (!path) throw new Error('no Chromium found: set CHROMIUM_PATH')
  return path
}

/** Resolves once the page's service worker answers for it: from then on all of the app comes from the device. */
export async function untilControlled(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      navigator.serviceWorker.controller !== null ||
      new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve)),
  )
}

/** A real Chromium without the requests it makes on its own. Its engine alone, where that is installed: it draws no windows, which spares a fifth of the time. */
export function launchBrowser(): Promise<Browser> {
  return launch(process.env.CHROMIUM_SHELL_PATH ?? chromiumPath())
}

/** As `launchBrowser`, always the whole of it, for what its engine alone lacks: push, Background Sync. */
export function launchWholeBrowser(): Promise<Browser> {
  return launch(chromiumPath())
}

const launch = (executablePath: string) => chromium.launch({ executablePath, args: [...ARGS, NO_BACKGROUND] })

/** Goes to an address as a link of the app does, without loading the page anew. */
export function follow(page: Page, path: string): Promise<void> {
  return page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** A tablet: its own storage, landscape. */
export class Device {
  /** What pages of any device met and nobody caught. */
  static readonly errors: string[] = []
  private constructor(
    readonly context: BrowserContext,
    readonly server: ShopServer,
    private readonly profile: string | null = null,
  ) {
    context.on('weberror', (met) => Device.errors.push(`${met.page()?.url()}: ${met.error().stack}`))
  }

  static async open(browser: Browser, server: ShopServer, viewport = { width: 1180, height: 820 }): Promise<Device> {
    return new Device(await browser.newContext({ viewport, serviceWorkers: 'allow' }), server)
  }

  /** A device with a profile of its own on the disk, as people have it: other windows of tests are private ones, which get no push. `args` lead it to a push service. */
  static async openProfile(server: ShopServer, args: readonly string[], viewport: { width: number; height: number }): Promise<Device> {
    const profile = await mkdtemp(join(tmpdir(), 'shop-profile-'))
    const options = { executablePath: chromiumPath(), args: [...ARGS, ...args], ignoreDefaultArgs: [NO_BACKGROUND] }
    const context = await chromium.launchPersistentContext(profile, { ...options, viewport, serviceWorkers: 'allow' })
    return new Device(context, server, profile)
  }

  async tab(path: string): Promise<Page> {
    const page = await this.context.newPage()
    await page.goto(this.server.url + path)
    return page
  }

  /** Signs the device in and waits until it can sell without network. */
  async signIn(email = ADMIN.email, password = ADMIN.password): Promise<Page> {
    const page = await this.tab('/login')
    await page.getByLabel(/e-?mail/i).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: /^sign in$/i }).click()
    await page.waitForURL((url) => !url.pathname.startsWith('/login'))
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    return page
  }

  offline(isOffline: boolean): Promise<void> {
    return this.context.setOffline(isOffline)
  }

  async close(): Promise<void> {
    await this.context.close()
    // processes of a browser that ends still write a moment longer
    if (this.profile !== null) await rm(this.profile, { recursive: true, force: true, maxRetries: 10 })
  }
}

import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
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

type Size = { readonly width: number; readonly height: number }

const TABLET: Size = { width: 1180, height: 820 }

/** Milliseconds for which a test waits until its device has closed. */
const CLOSE_MS = 60_000

function chromiumPath(): string {
  const path = CANDIDATES.find((candidate) => candidate && existsSync(candidate))
  if (!path) throw new Error('no Chromium found: set CHROMIUM_PATH')
  return path
}

/** Resolves once a service worker controls the page: from then on the whole app loads from the device. */
export async function untilControlled(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      navigator.serviceWorker.controller !== null ||
      new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve)),
  )
}

/** Launches Chromium without its own background requests. It prefers the headless shell, which draws no windows and saves a fifth of the time. */
export function launchBrowser(...more: string[]): Promise<Browser> {
  return launch(process.env.CHROMIUM_SHELL_PATH ?? chromiumPath(), more)
}

/** As `launchBrowser`, but always the full browser, for push and Background Sync. */
export function launchWholeBrowser(): Promise<Browser> {
  return launch(chromiumPath())
}

const launch = (executablePath: string, more: readonly string[] = []) =>
  chromium.launch({ executablePath, args: [...ARGS, NO_BACKGROUND, ...more] })

/** Follows an address as a link of the app does, without a reload. */
export function follow(page: Page, path: string): Promise<void> {
  return page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** A device with its own storage, by default a tablet in landscape. */
export class Device {
  /** Uncaught errors of all devices' pages, and screens that failed. */
  static readonly errors: string[] = []
  private constructor(
    readonly context: BrowserContext,
    readonly server: ShopServer,
    private readonly isInstalled: boolean,
    private readonly profile: string | null = null,
  ) {
    context.on('weberror', (met) => Device.errors.push(`${met.page()?.url()}: ${met.error().stack}`))
    // a screen that fails while its person leaves is replaced at once, so only the console still tells of it
    context.on('console', (said) => void (said.text().startsWith('a screen failed') && Device.errors.push(said.text())))
  }

  /** Opens a device that stays online while the server runs. It has no service worker, whose installation takes half the time of a sign-in. */
  static async open(browser: Browser, server: ShopServer, viewport: Size = TABLET): Promise<Device> {
    return new Device(await browser.newContext({ viewport, serviceWorkers: 'block' }), server, false)
  }

  /** Opens a device that keeps the app, for the time without network or server. */
  static async install(browser: Browser, server: ShopServer, viewport: Size = TABLET): Promise<Device> {
    return new Device(await browser.newContext({ viewport, serviceWorkers: 'allow' }), server, true)
  }

  /** As `install`, with a profile on disk, because a device of `install` is like a private window, which receives no push. `args` point the browser to
   *  a push service. */
  static async installProfile(server: ShopServer, args: readonly string[], viewport: Size): Promise<Device> {
    const profile = await mkdtemp(join(tmpdir(), 'shop-profile-'))
    const options = { executablePath: chromiumPath(), args: [...ARGS, ...args], ignoreDefaultArgs: [NO_BACKGROUND] }
    const context = await chromium.launchPersistentContext(profile, { ...options, viewport, serviceWorkers: 'allow' })
    return new Device(context, server, true, profile)
  }

  async tab(path: string): Promise<Page> {
    const page = await this.context.newPage()
    await page.goto(this.server.url + path)
    return page
  }

  /** Signs in. An installed device waits for the service worker that serves the app offline. */
  async signIn(email = ADMIN.email, password = ADMIN.password): Promise<Page> {
    const page = await this.tab('/login')
    await page.getByLabel(/e-?mail/i).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: /^sign in$/i }).click()
    await page.waitForURL((url) => !url.pathname.startsWith('/login'))
    if (this.isInstalled) await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    return page
  }

  async offline(isOffline: boolean): Promise<void> {
    if (!this.isInstalled) throw new Error('a device that goes offline needs the app: open it with Device.install')
    await this.context.setOffline(isOffline)
  }

  async close(): Promise<void> {
    // a busy Chromium once never answered; the test is over by now, and the browser's own end takes the device along
    const late = setTimeout(CLOSE_MS, 'late', { ref: false })
    if ((await Promise.race([this.context.close(), late])) === 'late') console.warn('a device did not close in time')
    // a closing browser still writes for a moment
    if (this.profile !== null) await rm(this.profile, { recursive: true, force: true, maxRetries: 10 })
  }
}

import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { ADMIN, type ShopServer } from './server.ts'

const CANDIDATES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  chromium.executablePath(),
]

/** A real Chromium without the requests it makes on its own. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = CANDIDATES.find((path) => path && existsSync(path))
  if (!executablePath) throw new Error('no Chromium found: set CHROMIUM_PATH')
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

/** A tablet: its own storage, landscape. Page errors fail the test that looks at `errors`. */
export class Device {
  readonly errors: string[] = []
  private constructor(
    readonly context: BrowserContext,
    readonly server: ShopServer,
  ) {}

  static async open(browser: Browser, server: ShopServer, viewport = { width: 1180, height: 820 }): Promise<Device> {
    return new Device(await browser.newContext({ viewport, serviceWorkers: 'allow' }), server)
  }

  async tab(path: string): Promise<Page> {
    const page = await this.context.newPage()
    page.on('pageerror', (error) => this.errors.push(String(error)))
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

  close(): Promise<void> {
    return this.context.close()
  }
}

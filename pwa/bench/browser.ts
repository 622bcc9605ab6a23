import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { build } from 'vite'

const PAGE = fileURLToPath(new URL('./page/page.ts', import.meta.url))

/** Builds the bench's page as one script. */
export async function buildPage(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    root: fileURLToPath(new URL('.', import.meta.url)),
    build: { write: false, minify: true, target: 'es2023', rollupOptions: { input: PAGE, output: { codeSplitting: false } } },
  })
  const output = Array.isArray(built) ? built[0]?.output : 'output' in built ? built.output : undefined
  const chunk = output?.find((one) => one.type === 'chunk')
  if (chunk?.type !== 'chunk') throw new Error('the page was not built')
  return chunk.code
}

/** A browser with a profile on the disk, because a private window keeps IndexedDB in memory. */
export class BenchBrowser {
  private constructor(
    readonly context: BrowserContext,
    private readonly profile: string,
  ) {}

  static async launch(): Promise<BenchBrowser> {
    const profile = await mkdtemp(join(tmpdir(), 'shop-bench-browser-'))
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-sync'],
    })
    return new BenchBrowser(context, profile)
  }

  version(): string {
    return this.context.browser()?.version() ?? ''
  }

  /** Runs `work` in a new page, so that memory left by earlier work does not affect it. */
  async inPage<T>(url: string, work: (page: Page) => Promise<T>): Promise<T> {
    const page = await this.context.newPage()
    try {
      page.on('console', (message) => message.type() === 'error' && console.error(message.text()))
      await page.goto(url)
      await page.waitForFunction(() => 'bench' in window)
      return await work(page)
    } finally {
      await page.close()
    }
  }

  async close(): Promise<void> {
    await this.context.close()
    await rm(this.profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { Device, launchBrowser } from './browser.ts'
import { ADMIN, ShopServer } from './server.ts'

// The shop of a test file. Each file gets its own instance of this module, and so its own server, browser and token.

export let server: ShopServer
export let browser: Browser
/** Token of the admin. */
export let token: string

/** Environment variables besides the data directory. A function, because fixtures that open first may supply them. */
type Environment = () => Record<string, string>

/** Opens an empty shop and a browser before the file's tests and closes both afterwards. Fails when a page of a device threw an error. */
export function withEmptyShop(environment?: Environment): void {
  withCopyOf('empty', launchBrowser, environment)
}

/** As `withEmptyShop`, with a first admin. `launch` opens the browser. */
export function withShop(environment?: Environment, launch = launchBrowser): void {
  withCopyOf('setUp', launch, environment)
  beforeAll(async () => {
    // a new sign-in, since the one that set the shop up may be too long ago to count as a proof
    token = await server.signIn(ADMIN.email, ADMIN.password)
  })
}

function withCopyOf(image: 'empty' | 'setUp', launch: typeof launchBrowser, environment: Environment = () => ({})): void {
  beforeAll(async () => {
    const [startedServer, launchedBrowser] = await Promise.allSettled([
      ShopServer.start(environment(), [], inject('shopImages')[image]),
      launch(),
    ])
    if (startedServer.status === 'fulfilled') server = startedServer.value
    if (launchedBrowser.status === 'fulfilled') browser = launchedBrowser.value
    for (const started of [startedServer, launchedBrowser]) if (started.status === 'rejected') throw started.reason
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await printPages(task.name)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.dispose()
    expect(Device.errors).toEqual([])
  })
}

/** Maximum number of characters printed of one page. */
const PRINTED_CHARACTERS = 3_000

/** Prints what each open page shows, since a failure on another machine leaves nothing else to look at. */
async function printPages(title: string): Promise<void> {
  for (const page of browser?.contexts().flatMap((context) => context.pages()) ?? []) {
    const shown = await page.locator('body').ariaSnapshot({ timeout: 5_000 }).catch(String)
    console.error(`After “${title}”, ${page.url()} showed:\n${shown.slice(0, PRINTED_CHARACTERS)}`)
  }
}

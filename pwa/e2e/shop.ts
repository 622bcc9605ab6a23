import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
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
  afterAll(async () => {
    await browser?.close()
    await server?.dispose()
    expect(Device.errors).toEqual([])
  })
}

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { Device, launchBrowser } from './browser.ts'
import { ShopServer } from './server.ts'

// The shop of a test file: every file gets this module anew, so what it imports from here is its own.

export let server: ShopServer
export let browser: Browser
/** The admin's. */
export let token: string

/** What the server is told beside where its data lie; asked for when what the file opened before is there. */
type Environment = () => Record<string, string>

/** Opens a shop that nobody has set up before the file's tests, and a browser; closes both after them. Fails when a page of a device met an error. */
export function withEmptyShop(environment?: Environment): void {
  withCopyOf('empty', launchBrowser, environment)
}

/** As `withEmptyShop`, with its first admin. `launch`: how its browser is opened. */
export function withShop(environment?: Environment, launch = launchBrowser): void {
  withCopyOf('setUp', launch, environment)
  beforeAll(() => {
    token = inject('shopImages').token
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

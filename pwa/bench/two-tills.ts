import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { inMs, printTable, quantile } from '../../sync-server/bench/measure.ts'
import { ShopServer } from '../e2e/server.ts'
import { makeGoods, stock } from '../e2e/shop-data.ts'
import { PAGE_HTML } from './bench-server.ts'
import { BenchBrowser } from './browser.ts'

const SAMPLES = 60
/** Pause after a measurement. It is longer than the server's pause between two pokes of one client. */
const PAUSE_MS = 300

/** Measures on the built server how long a change that is stored on one device takes to show on another. */
export async function benchPoke(script: string): Promise<void> {
  const server = await ShopServer.start()
  const tills = [await BenchBrowser.launch(), await BenchBrowser.launch()] as const
  try {
    const token = await server.setUp()
    await stock(server, token, makeGoods(500))
    const { uid } = await server.request<{ uid: string }>('GET', '/auth/me', undefined, token)
    const [one, other] = await Promise.all(tills.map((till) => joinedPage(till, server.url, script, { token, uid })))
    if (!one || !other) throw new Error('both tills are needed')
    const seen: number[] = []
    const byHand: number[] = []
    for (let at = -5; at < SAMPLES; at++) {
      const seenMs = await pokeToVisible(one, other)
      await sleep(PAUSE_MS + Math.random() * PAUSE_MS)
      const handMs = await one.evaluate(() => window.bench.pushThenPull(window.bench.newId()))
      await sleep(PAUSE_MS + Math.random() * PAUSE_MS)
      if (at < 0) continue
      seen.push(seenMs)
      byHand.push(handMs)
    }
    const rows = ([0.5, 0.95] as const).map((share) => {
      const [ours, bare] = [quantile(seen, share), quantile(byHand, share)]
      return [`p${share * 100}`, inMs(ours), inMs(bare), `${(ours / bare).toFixed(2)}×`]
    })
    const head = ['', 'stored here → visible there, ms', 'a push and a pull by hand, ms', 'ratio']
    printTable(`Poke to visible between two clients of the built server, ${SAMPLES} changes`, head, rows)
  } finally {
    for (const till of tills) await till.close()
    await server.dispose()
  }
}

async function pokeToVisible(one: Page, other: Page): Promise<number> {
  const id = await one.evaluate(() => window.bench.newId())
  const visible = other.evaluate((wanted) => window.bench.awaitItem(wanted), id)
  const [storedAtMs, visibleAtMs] = await Promise.all([one.evaluate((wanted) => window.bench.addItem(wanted), id), visible])
  return visibleAtMs - storedAtMs
}

/** Opens a page of the server's origin that runs the bench's script, and waits for its first sync. */
async function joinedPage(till: BenchBrowser, url: string, script: string, person: { token: string; uid: string }): Promise<Page> {
  const page = await till.context.newPage()
  const isBench = (address: URL) => address.pathname.startsWith('/bench/')
  await page.route(isBench, (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript', body: script })
      : route.fulfill({ contentType: 'text/html', body: PAGE_HTML }),
  )
  await page.goto(`${url}/bench/`)
  await page.waitForFunction(() => 'bench' in window)
  // a route left in place would slow down every request of the page
  await page.unroute(isBench)
  await page.evaluate((one) => window.bench.join(one), person)
  return page
}

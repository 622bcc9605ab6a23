import type { Page } from 'playwright-core'
import { inMs, inTurns, median, noise, printTable, quantile, told } from '../../sync-server/bench/measure.ts'
import { BenchServer } from './bench-server.ts'
import type { BenchBrowser } from './browser.ts'

const SIZES = [10_000, 100_000] as const
/** Number of rounds, by number of rows. There are fewer for 100,000 rows, because Dexie takes many seconds for them. */
const SYNC_ROUNDS: Readonly<Record<number, number>> = { 10000: 9, 100000: 5 }
const OPEN_ROUNDS = 11
const SALES = 300
const PRIMARY_KEY = 'id'
/** Primary key and indexes, as the items collection declares them. */
const WITH_INDEXES = 'id, barcode1, consignorId'

/** Maximum milliseconds of a search for a misspelt name, in 95 of 100. */
const MISSPELT_MS = 12

export type StoreBench = 'first-sync' | 'cold-open' | 'search' | 'sale'

/** Measures the app's own store at each size. */
export async function benchStore(browser: BenchBrowser, script: string, wants: (bench: StoreBench) => boolean): Promise<void> {
  const server = await BenchServer.listen(script, SIZES)
  const bench: Bench = {
    ms: (work) => browser.inPage(`${server.url}/bench/`, work),
  }
  try {
    if (wants('first-sync')) await benchFirstSync(bench)
    for (const size of SIZES) await bench.ms((page) => page.evaluate((n) => window.bench.firstSync(`kept-${n}`, n, true), size))
    if (wants('cold-open')) await benchColdOpen(bench)
    if (wants('search')) await benchSearch(bench)
    if (wants('sale')) await benchSale(bench)
  } finally {
    server.close()
  }
}

type Bench = { readonly ms: <T>(work: (page: Page) => Promise<T>) => Promise<T> }

const shown = (size: number) => size.toLocaleString('en')
const held = (holds: boolean) => (holds ? 'yes' : 'no')

async function benchFirstSync({ ms }: Bench): Promise<void> {
  const rows: string[][] = []
  for (const size of SIZES) {
    const samples = await inTurns(SYNC_ROUNDS[size] ?? 5, {
      engine: () => ms((page) => page.evaluate((n) => window.bench.firstSync('first', n, false), size)),
      pages: () => ms((page) => page.evaluate((n) => window.bench.packedPages('pages', n), size)),
      streamed: () => ms((page) => page.evaluate((n) => window.bench.streamedPages('streamed', n), size)),
      dexie: () =>
        ms((page) => page.evaluate(([n, keys]) => window.bench.dexieBulkPut('dexie', n, keys, false), [size, PRIMARY_KEY] as const)),
      indexed: () =>
        ms((page) => page.evaluate(([n, keys]) => window.bench.dexieBulkPut('indexed', n, keys, false), [size, WITH_INDEXES] as const)),
    })
    const engine = median(samples.engine)
    const toPages = engine / median(samples.pages)
    const asFast = median(samples.indexed) / engine
    // the goals since decision 0036, which made Dexie open the app's own database too
    const goal = size > 10_000 ? { toPages: 1.6, asFast: 18 } : { toPages: 1.5, asFast: 10 }
    rows.push(
      [shown(size), 'engine: network → searchable and durable', told(samples.engine), '1', ''],
      [
        shown(size),
        'fetch, parse, write packed pages',
        told(samples.pages),
        `${toPages.toFixed(2)}× its time (goal ≤ ${goal.toPages}×)`,
        held(toPages <= goal.toPages),
      ],
      [shown(size), 'the same, overlapping', told(samples.streamed), `${(engine / median(samples.streamed)).toFixed(2)}× its time`, ''],
      [
        shown(size),
        'Dexie bulkPut, indexed as the collection is',
        told(samples.indexed),
        `${asFast.toFixed(1)}× as fast (goal ≥ ${goal.asFast}×)`,
        held(asFast >= goal.asFast),
      ],
      [shown(size), 'Dexie bulkPut, primary key only', told(samples.dexie), `${(median(samples.dexie) / engine).toFixed(1)}× as fast`, ''],
    )
  }
  printTable('First sync', ['rows', 'what', 'ms', 'engine to that', 'goal held'], rows)
}

async function benchColdOpen({ ms }: Bench): Promise<void> {
  const rows: string[][] = []
  for (const size of SIZES) {
    const stored = [size, PRIMARY_KEY] as const
    await ms((page) => page.evaluate(([n, keys]) => window.bench.dexieBulkPut(`rows-${n}`, n, keys, true), stored))
    const samples = await inTurns(OPEN_ROUNDS, {
      engine: () => ms((page) => page.evaluate((n) => window.bench.coldOpen(`kept-${n}`, n), size)),
      dexie: () => ms((page) => page.evaluate(([n, keys]) => window.bench.dexieToArray(`rows-${n}`, n, keys), stored)),
    })
    const ratio = median(samples.engine) / median(samples.dexie)
    rows.push([shown(size), told(samples.engine), told(samples.dexie), `${ratio.toFixed(2)}×`, held(ratio <= 0.5)])
  }
  printTable('Cold open to first search (goal ≤ 0.5×)', ['rows', 'engine, ms', 'Dexie toArray, ms', 'ratio', 'goal held'], rows)
}

async function benchSearch({ ms }: Bench): Promise<void> {
  const rows: string[][] = []
  const guesses: string[][] = []
  for (const size of SIZES) {
    const { engine, bare, hits, misspelt, meant } = await ms((page) => page.evaluate((n) => window.bench.search(`kept-${n}`, n), size))
    const ratio = engine.p95 / bare.p95
    const times = [engine.p50, bare.p50, engine.p95, bare.p95].map((time) => time.toFixed(3))
    rows.push([shown(size), String(hits), ...times, `${ratio.toFixed(2)}×`, held(ratio <= 1.2)])
    guesses.push([shown(size), String(meant), misspelt.p50.toFixed(3), misspelt.p95.toFixed(3), held(misspelt.p95 <= MISSPELT_MS)])
  }
  const head = ['rows', 'queries with hits', 'engine p50, ms', 'bare p50, ms', 'engine p95, ms', 'bare p95, ms', 'p95 ratio', 'goal held']
  printTable('Search, 200 queries, 50 results at most (goal: p95 ≤ 1.2× the bare haystack)', head, rows)
  const title = `Search for 200 misspelt names (goal: p95 ≤ ${MISSPELT_MS} ms)`
  printTable(title, ['rows', 'found what is meant', 'p50, ms', 'p95, ms', 'goal held'], guesses)
}

async function benchSale({ ms }: Bench): Promise<void> {
  const rows: string[][] = []
  for (const size of SIZES) {
    const { engine, bare } = await ms((page) =>
      page.evaluate(([n, count]) => window.bench.completeSales(`kept-${n}`, n, count), [size, SALES] as const),
    )
    const ratio = median(engine) / median(bare)
    const noisy = `±${Math.round(100 * Math.max(noise(engine), noise(bare)))} %`
    const times = [median(engine), median(bare), quantile(engine, 0.95), quantile(bare, 0.95)].map(inMs)
    rows.push([shown(size), ...times, noisy, `${ratio.toFixed(2)}×`, held(ratio <= 2)])
  }
  const head = ['rows', 'engine p50, ms', 'bare p50, ms', 'engine p95, ms', 'bare p95, ms', 'noise', 'p50 ratio', 'goal held']
  printTable(`Complete Sale, ${SALES} sales of three lines (goal ≤ 2× a bare strict transaction of the same records)`, head, rows)
}

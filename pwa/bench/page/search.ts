import { type Item, items } from '@shop/shared/inventory/schema.ts'
import { quantile } from '../../../sync-server/bench/measure.ts'
import { ItemSearchIndex } from '../../src/sync/search/item-search.ts'
import { misspeltQueries, typicalQueries } from '../goods.ts'
import { openEngine } from './engine.ts'

const QUERIES = 200
const LIMIT = 50
const REPEATS = 15

/** The baseline: indexOf in one lower-case string, and a table of offsets that leads to the rows. */
function bareHaystack(rows: readonly Item[]): (text: string) => Item[] {
  const starts = new Uint32Array(rows.length)
  let length = 0
  const texts = rows.map((row, at) => {
    const text = `${row.itemName}\u0001${row.listingTitle}\u0001${row.barcode1}\u0001${row.barcode2}\u0001${row.location}`.toLowerCase()
    starts[at] = length
    length += text.length + 1
    return text
  })
  const joined = texts.join('\n')
  return (text) => {
    const wanted = text.toLowerCase()
    const found: Item[] = []
    for (let at = joined.indexOf(wanted); at >= 0 && found.length < LIMIT; ) {
      let low = 0
      let high = starts.length - 1
      while (low < high) {
        const middle = (low + high + 1) >>> 1
        if ((starts[middle] as number) <= at) low = middle
        else high = middle - 1
      }
      found.push(rows[low] as Item)
      if (low + 1 >= starts.length) break
      at = joined.indexOf(wanted, starts[low + 1])
    }
    return found
  }
}

/** Percentiles over all queries, each counted with the fastest of its answers. */
export type SearchTimes = { readonly p50: number; readonly p95: number }

type Found = {
  readonly engine: SearchTimes
  readonly bare: SearchTimes
  readonly hits: number
  readonly misspelt: SearchTimes
  readonly meant: number
}

/** Searches the stored rows as the till does and by the baseline, in alternating order; then for misspelt names. `meant`: number of those that find
 *  something. */
export async function search(name: string, size: number): Promise<Found> {
  const engine = await openEngine(name, `/rows-${size}`)
  const { view } = engine.replica
  const index = new ItemSearchIndex(view)
  const rows = view.all(items)
  const bare = bareHaystack(rows)
  const ways = { engine: (text: string) => index.snapshot().search(text, { limit: LIMIT }), bare }
  const best = { engine: [] as number[], bare: [] as number[] }
  const queries = typicalQueries(rows, QUERIES)
  let hits = 0
  for (const text of queries) if (ways.engine(text).length !== ways.bare(text).length) throw new Error(`the answers to "${text}" differ`)
  for (let repeat = 0; repeat < REPEATS; repeat++)
    queries.forEach((text, at) => {
      for (const way of repeat % 2 === 0 ? (['engine', 'bare'] as const) : (['bare', 'engine'] as const)) {
        const startMs = performance.now()
        const found = ways[way](text)
        const ms = performance.now() - startMs
        best[way][at] = Math.min(best[way][at] ?? Number.POSITIVE_INFINITY, ms)
        if (repeat === 0 && way === 'engine' && found.length > 0) hits += 1
      }
    })
  const guessed = await searchMisspelt(index, misspeltQueries(rows, QUERIES))
  engine.stop()
  return { engine: timesOf(best.engine), bare: timesOf(best.bare), hits, ...guessed }
}

const timesOf = (samples: readonly number[]): SearchTimes => ({ p50: quantile(samples, 0.5), p95: quantile(samples, 0.95) })

/** Searches as the till does: for the text as it is, and for what it may mean if nothing has it. */
async function searchMisspelt(index: ItemSearchIndex, queries: readonly string[]): Promise<Pick<Found, 'misspelt' | 'meant'>> {
  await index.loadSimilar()
  const all = index.snapshot()
  const wrong = queries.filter((text) => all.search(text, { limit: 1 }).length === 0)
  const best: number[] = []
  let meant = 0
  for (let repeat = 0; repeat < REPEATS; repeat++)
    wrong.forEach((text, at) => {
      const startMs = performance.now()
      const exact = all.search(text, { limit: LIMIT })
      const found = exact.length > 0 ? exact : all.similar(text, { limit: LIMIT })
      best[at] = Math.min(best[at] ?? Number.POSITIVE_INFINITY, performance.now() - startMs)
      if (repeat === 0 && found.length > 0) meant += 1
    })
  return { misspelt: timesOf(best), meant }
}

import { sql } from 'kysely'
import { buildSearchIndex, containsText } from '../src/inventory/text-search.ts'
import { type BenchPlatform, type Kind, openBenchPlatform } from './databases.ts'
import { inTurns, median, printTable, quantile, timed, told } from './measure.ts'
import { fillShop } from './shop.ts'

const SIZES = [10_000, 100_000] as const
const ROUNDS = 40
const WARM_UP = 5

/** Builds two searches for the first page of items by a part of the name: through the index, and by a scan of all texts. */
function searches({ platform }: BenchPlatform, size: number) {
  const find = (condition: ReturnType<typeof containsText>) =>
    timed(() => sql`select * from items where ${condition} order by created_at_ms desc, id desc limit 51`.execute(platform.db))
  const needle = () => `lamp no. ${Math.floor(Math.random() * size)}`
  return {
    index: () => find(containsText(needle())),
    scan: () => find(sql<boolean>`id in (select id from item_texts where strpos(search_text, ${needle()}) > 0)`),
  }
}

/** Compares the server's text search with a scan of all texts. */
export async function benchSearch(kinds: readonly Kind[]): Promise<void> {
  const rows: string[][] = []
  for (const kind of kinds)
    for (const size of SIZES) {
      const shop = await openBenchPlatform(kind)
      await fillShop(shop.platform, size)
      const builtMs = await timed(() => buildSearchIndex(shop.platform))
      await sql`analyze item_texts`.execute(shop.platform.db)
      const things = searches(shop, size)
      await inTurns(WARM_UP, things)
      const { index, scan } = await inTurns(ROUNDS, things)
      const share = median(index) / median(scan)
      rows.push([
        kind,
        size.toLocaleString('en'),
        builtMs.toFixed(0),
        told(index),
        quantile(index, 0.95).toFixed(2),
        told(scan),
        `${share.toFixed(3)}×`,
      ])
      await shop.dispose()
    }
  printTable(
    'Search for a part of a name (no goal of its own)',
    ['database', 'items', 'index built in, ms', 'p50, ms', 'p95, ms', 'scan of all texts, ms', 'to the scan'],
    rows,
  )
}

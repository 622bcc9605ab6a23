import { type RawBuilder, sql } from '../platform/database/sql.ts'
import { repeated } from '../platform/database/sql-errors.ts'
import type { Platform } from '../platform/platform.ts'

/** Minimum length of a needle that has trigrams. */
const SHORTEST_INDEXED = 3

/** Kilobytes of pending index entries before PostgreSQL merges them. Its default of 4 MB would stop a large import for seconds at a time. */
const PENDING_KB = 256

/** Matches items with `needle` (a `searchKey`, not empty) in their names, titles, barcodes or location. For a needle of one or two characters the
 *  texts of all items are scanned. A longer needle uses the trigram index if there is one. Both ways find the same items. */
export function containsText(needle: string): RawBuilder<boolean> {
  const found =
    [...needle].length < SHORTEST_INDEXED ? sql`strpos(search_text, ${needle}) > 0` : sql`search_text like ${likePattern(needle)}`
  return sql<boolean>`id in (select id from item_texts where ${found} and run_id not in (select id from item_text_runs))`
}

/** Matches items with this text in their location. */
export function isPlacedAt(place: string): RawBuilder<boolean> {
  return sql<boolean>`${containsText(place)} and strpos(search_key(location), ${place}) > 0`
}

const likePattern = (needle: string) => `%${needle.replace(/[\\%_]/g, '\\$&')}%`

/** Creates the search index. A database without the trigram extension is searched without an index, which is slower and finds the same items. */
export async function buildSearchIndex(platform: Platform): Promise<void> {
  try {
    // another server may create the extension or the index at this moment
    await repeated(() => sql`create extension if not exists pg_trgm`.execute(platform.db))
    await repeated(() =>
      sql`create index if not exists item_texts_search on item_texts using gin (search_text gin_trgm_ops)
      with (gin_pending_list_limit = ${sql.raw(String(PENDING_KB))})`.execute(platform.db),
    )
  } catch (error) {
    platform.log.warn({ err: error }, 'searches go without an index: this database does not offer pg_trgm')
  }
}

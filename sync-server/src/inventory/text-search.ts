import { type RawBuilder, sql } from '../platform/database/sql.ts'
import { repeated } from '../platform/database/sql-errors.ts'
import type { Platform } from '../platform/platform.ts'

/** A needle shorter than this has no trigrams to look up. */
const SHORTEST_INDEXED = 3

/** The index takes new texts in as often as this many kilobytes wait: PostgreSQL's own 4 MB would hold a large import up for seconds at a time. */
const PENDING_KB = 256

/** Items with this text in their names, titles, barcodes or location. `needle`: a `searchKey`, not empty. A substring of two letters is looked for in every
 *  item's text, a longer one through the trigram index where there is one; both find the same. */
export function containsText(needle: string): RawBuilder<boolean> {
  const found =
    [...needle].length < SHORTEST_INDEXED ? sql`strpos(search_text, ${needle}) > 0` : sql`search_text like ${likePattern(needle)}`
  return sql<boolean>`id in (select id from item_texts where ${found})`
}

/** Items with this text in their location. */
export function isPlacedAt(place: string): RawBuilder<boolean> {
  return sql<boolean>`${containsText(place)} and strpos(search_key(location), ${place}) > 0`
}

const likePattern = (needle: string) => `%${needle.replace(/[\\%_]/g, '\\$&')}%`

/** Makes the index that searches go through. A database that does not let us have it is searched without: slower, never otherwise. */
export async function buildSearchIndex(platform: Platform): Promise<void> {
  try {
    // another server may be making them at this moment
    await repeated(() => sql`create extension if not exists pg_trgm`.execute(platform.db))
    await repeated(() =>
      sql`create index if not exists item_texts_search on item_texts using gin (search_text gin_trgm_ops)
      with (gin_pending_list_limit = ${sql.raw(String(PENDING_KB))})`.execute(platform.db),
    )
  } catch (error) {
    platform.log.warn({ err: error }, 'searches go without an index: this database does not offer pg_trgm')
  }
}

import type { Row } from '@shop/shared/kernel/define-command.ts'
import { PACKED_PAGE_ROWS, PAGE_BYTES } from '@shop/shared/kernel/limits.ts'
import { packPage } from '@shop/shared/kernel/packed-page.ts'
import type { PackedCollection, PulledRow } from '../store/apply-pull.ts'
import type { BaseRows } from './rows.ts'

/** Number of rows stored one by one (the overlay) above which the leading tab, when idle, folds them into pages. */
const FOLD_ROWS = 2_000
/** A pull that changes at least this many rows of a collection writes the collection as pages, because IndexedDB takes time for each record. */
const PACK_AT_ONCE_ROWS = 5_000

/** Fewest pages that a first sync writes in one transaction while it receives. The rows of a small shop fill fewer pages, and all of these are
 *  written in the transaction that switches over to the new rows. */
const PAGES_AT_ONCE = 16

export type Packing = { readonly foldRows: number; readonly packAtOnceRows: number; readonly pagesAtOnce: number }
export const PACKING: Packing = { foldRows: FOLD_ROWS, packAtOnceRows: PACK_AT_ONCE_ROWS, pagesAtOnce: PAGES_AT_ONCE }

/** Packs rows into one page, or into halves while the page is longer than PAGE_BYTES. */
function pagesOf(rows: readonly Row[]): string[] {
  const page = packPage(rows)
  const half = rows.length >> 1
  return half > 0 && page.length > PAGE_BYTES ? [...pagesOf(rows.slice(0, half)), ...pagesOf(rows.slice(half))] : [page]
}

function packed(collection: string, rows: readonly Row[]): PackedCollection {
  const pages: string[] = []
  for (let from = 0; from < rows.length; from += PACKED_PAGE_ROWS) pages.push(...pagesOf(rows.slice(from, from + PACKED_PAGE_ROWS)))
  return { collection, pages }
}

/** Packs the rows of these collections from memory. */
export function packCollections(base: BaseRows, collections: Iterable<string>): PackedCollection[] {
  return [...collections].map((collection) => packed(collection, base.of(collection).all()))
}

/** Packs each collection in which a pull changes so many rows that single records would take too long. */
export function packLargePull(base: BaseRows, rows: readonly PulledRow[], atOnceRows: number): PackedCollection[] {
  const byCollection = new Map<string, Map<string, Row | null>>()
  for (const { collection, id, row } of rows) {
    const changed = byCollection.get(collection)
    if (changed) changed.set(id, row)
    else byCollection.set(collection, new Map([[id, row]]))
  }
  return [...byCollection]
    .filter(([, changed]) => changed.size >= atOnceRows)
    .map(([collection, changed]) => {
      const before = base.of(collection)
      const kept = before.all().flatMap((row) => changed.get(row.id) ?? (changed.has(row.id) ? [] : row))
      const added = [...changed].flatMap(([id, row]) => (row && !before.has(id) ? row : []))
      return packed(collection, [...kept, ...added])
    })
}

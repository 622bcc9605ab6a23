import type { AnyCollection, Row } from '@shop/shared/kernel/define-command.ts'
import { RowSum } from '@shop/shared/kernel/row-hash.ts'
import type { RowReader } from '@shop/shared/kernel/unit-of-work.ts'

const fieldOf = (row: Row, field: string) => (row as unknown as Record<string, unknown>)[field]

/** Number of look-ups, per row, after which building a map pays off. */
const LOOKUPS_A_ROW = 0.1

/** One collection's rows as the server last sent them, with an index for each field that a query has used. The rows of a first sync arrive sorted by
 *  id, and a binary search finds them. A map takes longer to build than a few searches take. It is built when a row changes, when look-ups become
 *  many, or when the rows are not sorted. */
export class CollectionRows {
  /** Null after a change to the map. */
  private array: Row[] | null = []
  private byId: Map<string, Row> | null = null
  private isSorted = true
  private lookups = 0
  private readonly indexes = new Map<string, Map<unknown, Set<string>>>()

  /** Appends a page to rows that nobody has read yet. */
  fill(rows: readonly Row[]): void {
    const array = (this.array ??= [])
    let last = array.at(-1)?.id ?? ''
    for (const row of rows) {
      if (typeof row?.id !== 'string') continue
      if (!(row.id > last)) this.isSorted = false
      last = row.id
      array.push(row)
    }
  }

  get(id: string): Row | undefined {
    if (this.byId || !this.isSorted || !this.array) return this.map().get(id)
    if (++this.lookups > LOOKUPS_A_ROW * this.array.length) return this.map().get(id)
    return search(this.array, id)
  }

  has(id: string): boolean {
    return this.get(id) !== undefined
  }

  put(row: Row): void {
    this.unindex(row.id)
    this.map().set(row.id, row)
    this.array = null
    for (const [field, index] of this.indexes) enter(index, fieldOf(row, field), row.id)
  }

  remove(id: string): void {
    this.unindex(id)
    this.map().delete(id)
    this.array = null
  }

  all(): readonly Row[] {
    // only a faulty server sends two rows with one id; the later row counts
    if (!this.isSorted) this.map()
    this.array ??= [...this.map().values()]
    return this.array
  }

  *where(field: string, value: unknown): Iterable<Row> {
    let index = this.indexes.get(field)
    if (!index) {
      index = new Map()
      for (const row of this.all()) enter(index, fieldOf(row, field), row.id)
      this.indexes.set(field, index)
    }
    for (const id of index.get(value) ?? []) yield this.get(id) as Row
  }

  private map(): Map<string, Row> {
    if (this.byId) return this.byId
    const rows = this.array ?? []
    this.byId = new Map()
    for (const row of rows) this.byId.set(row.id, row)
    if (this.byId.size < rows.length) this.array = null
    return this.byId
  }

  private unindex(id: string): void {
    if (this.indexes.size === 0) return
    const before = this.get(id)
    if (before) for (const [field, index] of this.indexes) index.get(fieldOf(before, field))?.delete(id)
  }
}

/** Finds a row among rows sorted by id. */
function search(rows: readonly Row[], id: string): Row | undefined {
  let low = 0
  let high = rows.length - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const row = rows[middle] as Row
    if (row.id === id) return row
    if (row.id < id) low = middle + 1
    else high = middle - 1
  }
  return undefined
}

function enter(index: Map<unknown, Set<string>>, value: unknown, id: string): void {
  const ids = index.get(value)
  if (ids) ids.add(id)
  else index.set(value, new Set([id]))
}

/** The server's rows as last sent, in memory. */
export class BaseRows implements RowReader {
  private readonly byCollection = new Map<string, CollectionRows>()

  of(collection: string): CollectionRows {
    let rows = this.byCollection.get(collection)
    if (!rows) this.byCollection.set(collection, (rows = new CollectionRows()))
    return rows
  }

  get names(): Iterable<string> {
    return this.byCollection.keys()
  }

  get(collection: AnyCollection, id: string): Row | undefined {
    return this.byCollection.get(collection.name)?.get(id)
  }

  where(collection: AnyCollection, field: string, value: string): Iterable<Row> {
    return this.of(collection.name).where(field, value)
  }

  set(collection: string, id: string, row: Row | null): void {
    if (row) this.of(collection).put(row)
    else this.of(collection).remove(id)
  }

  /** Count and hash of a collection's rows, to compare with the server's. */
  sum(collection: string): RowSum {
    const sum = new RowSum()
    for (const row of this.of(collection).all()) sum.add(row.id, (row as { $v?: number }).$v ?? 0)
    return sum
  }
}

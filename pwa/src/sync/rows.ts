import type { AnyCollection, Row } from '@shop/shared/kernel/define-command.ts'
import { RowSum } from '@shop/shared/kernel/row-hash.ts'
import type { RowReader } from '@shop/shared/kernel/unit-of-work.ts'

const fieldOf = (row: Row, field: string) => (row as unknown as Record<string, unknown>)[field]

/** Rows of one collection, as the server last said, with an index for each field that was ever asked for. */
export class CollectionRows {
  readonly rows = new Map<string, Row>()
  private readonly indexes = new Map<string, Map<unknown, Set<string>>>()
  private array: readonly Row[] | null = null

  /** Adds rows of a page to rows that nobody has looked at yet. */
  fill(rows: readonly Row[]): void {
    for (const row of rows) if (typeof row?.id === 'string') this.rows.set(row.id, row)
  }

  put(row: Row): void {
    this.unindex(row.id)
    this.rows.set(row.id, row)
    this.array = null
    for (const [field, index] of this.indexes) enter(index, fieldOf(row, field), row.id)
  }

  remove(id: string): void {
    this.unindex(id)
    this.rows.delete(id)
    this.array = null
  }

  all(): readonly Row[] {
    this.array ??= [...this.rows.values()]
    return this.array
  }

  *where(field: string, value: unknown): Iterable<Row> {
    let index = this.indexes.get(field)
    if (!index) {
      index = new Map()
      for (const row of this.rows.values()) enter(index, fieldOf(row, field), row.id)
      this.indexes.set(field, index)
    }
    for (const id of index.get(value) ?? []) yield this.rows.get(id) as Row
  }

  private unindex(id: string): void {
    if (this.indexes.size === 0) return
    const before = this.rows.get(id)
    if (before) for (const [field, index] of this.indexes) index.get(fieldOf(before, field))?.delete(id)
  }
}

function enter(index: Map<unknown, Set<string>>, value: unknown, id: string): void {
  const ids = index.get(value)
  if (ids) ids.add(id)
  else index.set(value, new Set([id]))
}

/** What the server last said, in memory. */
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
    return this.byCollection.get(collection.name)?.rows.get(id)
  }

  where(collection: AnyCollection, field: string, value: string): Iterable<Row> {
    return this.of(collection.name).where(field, value)
  }

  set(collection: string, id: string, row: Row | null): void {
    if (row) this.of(collection).put(row)
    else this.of(collection).remove(id)
  }

  /** Count and hash of a collection, to compare with the server's (design §4 Audiences). */
  sum(collection: string): RowSum {
    const sum = new RowSum()
    for (const row of this.of(collection).rows.values()) sum.add(row.id, (row as { $v?: number }).$v ?? 0)
    return sum
  }
}

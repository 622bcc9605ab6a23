import type { AnyCollection, DirectTouch, Row, Touch } from '@shop/shared/kernel/define-command.ts'
import type { RowReader } from '@shop/shared/kernel/unit-of-work.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Catalog, tableOf } from '../database/catalog.ts'
import { type AnyCollectionTable, columnOf, fieldList } from '../database/collection-table.ts'
import type { Tx } from '../database/database.ts'
import { ReadAgain } from '../database/sql-errors.ts'

/** A row as the transaction found it. */
type Found = { readonly row: Row; readonly audience: readonly string[]; locked: boolean }

/** Ids and field values of one collection that a batch touches. */
type Wanted = { readonly ids: Set<string>; readonly fields: Map<string, Set<string>> }

const newWanted = (): Wanted => ({ ids: new Set(), fields: new Map() })

/** The rows that the commands of a batch name and read. Rows that are named with a lock are also locked. */
export class PrefetchedRows implements RowReader {
  private readonly found = new Map<string, Map<string, Found>>()
  private readonly indexes = new Map<string, Map<unknown, Row[]>>()

  get(collection: AnyCollection, id: string): Row | undefined {
    return this.found.get(collection.name)?.get(id)?.row
  }

  where(collection: AnyCollection, field: string, value: string): Iterable<Row> {
    const key = `${collection.name}.${field}`
    let index = this.indexes.get(key)
    if (!index) {
      index = new Map()
      this.indexes.set(key, index)
      for (const { row } of this.found.get(collection.name)?.values() ?? []) {
        const at = (row as unknown as Record<string, unknown>)[field]
        const rows = index.get(at)
        if (rows) rows.push(row)
        else index.set(at, [row])
      }
    }
    return index.get(value) ?? []
  }

  /** Answers the row as the transaction found it, with the audience of its last write. Undefined when the row was absent or not prefetched. */
  before(collectionName: string, id: string): Readonly<Found> | undefined {
    return this.found.get(collectionName)?.get(id)
  }

  /** Lists the ids of the rows of a collection. */
  idsOf(collectionName: string): Iterable<string> {
    return this.found.get(collectionName)?.keys() ?? []
  }

  add(collectionName: string, found: Found): void {
    const rows = this.found.get(collectionName) ?? new Map<string, Found>()
    this.found.set(collectionName, rows)
    if (!rows.get(found.row.id)?.locked) rows.set(found.row.id, found)
  }
}

/** Reads and locks the rows that the touches name. Locks are taken in one order, by collection and id, so that batches wait for each other
 *  instead of deadlocking. */
export async function prefetch(tx: Tx, catalog: Catalog, touches: Iterable<Touch>): Promise<PrefetchedRows> {
  const named = [...touches]
  const all = await directTouches(tx, catalog, named)
  const locking = wantedBy(all.filter(({ lock }) => lock))
  const looking = wantedBy(all.filter(({ lock }) => !lock))
  const rows = new PrefetchedRows()
  for (const name of [...locking.keys()].sort()) await read(tx, tableOf(catalog, name), locking.get(name) as Wanted, true, rows)
  for (const [name, wanted] of locking) await requireUnchanged(tx, tableOf(catalog, name), wanted, rows)
  for (const [name, wanted] of looking) await read(tx, tableOf(catalog, name), wanted, false, rows)
  await requireReferences(tx, catalog, named, all)
  return rows
}

/** Looks up the references again. Throws ReadAgain when one names another row than before, because the rows then lack that one. */
async function requireReferences(tx: Tx, catalog: Catalog, named: readonly Touch[], before: readonly DirectTouch[]): Promise<void> {
  if (named.some((touch) => 'reference' in touch) && keyOf(await directTouches(tx, catalog, named)) !== keyOf(before))
    throw new ReadAgain('a reference changed while its row was being read')
}

const keyOf = (touches: readonly DirectTouch[]) => JSON.stringify(touches.map((touch) => ('id' in touch ? touch.id : null)))

/** Puts in place of each reference the row that it names now. */
async function directTouches(tx: Tx, catalog: Catalog, touches: readonly Touch[]): Promise<DirectTouch[]> {
  const ids = new Map<string, string>()
  const idsByField = new Map<string, { readonly table: AnyCollectionTable; readonly field: string; readonly ids: Set<string> }>()
  for (const touch of touches) {
    if (!('reference' in touch)) continue
    const { collection, id, field } = touch.reference
    const asked = idsByField.get(`${collection.name}.${field}`) ?? { table: tableOf(catalog, collection.name), field, ids: new Set() }
    idsByField.set(`${collection.name}.${field}`, asked)
    asked.ids.add(id)
  }
  for (const [key, asked] of idsByField) {
    const [id, target] = [columnOf(asked.table, 'id'), columnOf(asked.table, asked.field)]
    const { rows } = await sql<{ id: string; target: string }>`select ${id} as id, ${target} as target from ${sql.table(asked.table.name)}
      where ${id} = any(${[...asked.ids]}::text[]) and ${target} is not null`.execute(tx)
    for (const row of rows) ids.set(`${key}/${row.id}`, row.target)
  }
  return touches.flatMap((touch) => {
    if (!('reference' in touch)) return [touch]
    const { collection, reference, lock } = touch
    const id = ids.get(`${reference.collection.name}.${reference.field}/${reference.id}`)
    return id === undefined ? [] : [{ collection, id, lock }]
  })
}

function wantedBy(touches: readonly DirectTouch[]): Map<string, Wanted> {
  const group = new Map<string, Wanted>()
  for (const touch of touches) {
    // commands cannot read server-only collections
    if (touch.collection.reach === 'server-only') continue
    const wanted = group.get(touch.collection.name) ?? newWanted()
    group.set(touch.collection.name, wanted)
    if ('id' in touch) wanted.ids.add(touch.id)
    else wanted.fields.set(touch.field, (wanted.fields.get(touch.field) ?? new Set()).add(touch.value))
  }
  return group
}

/** Reads the rows that the touches name, and locks none. `sources`: tables whose rows replace those of a collection's own table, by collection. Throws
 *  ReadAgain when a reference changes meanwhile. */
export async function lookUp(
  tx: Tx,
  catalog: Catalog,
  touches: readonly Touch[],
  sources: ReadonlyMap<string, string>,
): Promise<PrefetchedRows> {
  const rows = new PrefetchedRows()
  const all = await directTouches(tx, catalog, touches)
  for (const [name, wanted] of wantedBy(all)) {
    const table = tableOf(catalog, name)
    await read(tx, table, wanted, false, rows)
    const source = sources.get(name)
    const ids = new Set([...wanted.ids, ...rows.idsOf(name)])
    if (source) await read(tx, table, { ...wanted, ids }, false, rows, source)
  }
  await requireReferences(tx, catalog, touches, all)
  return rows
}

/** Reads rows from the table, or from another one with its columns. */
async function read(
  tx: Tx,
  table: AnyCollectionTable,
  wanted: Wanted,
  lock: boolean,
  into: PrefetchedRows,
  source: string = table.name,
): Promise<void> {
  const conditions = conditionsOf(table, wanted)
  if (conditions.length === 0) return
  const { rows } = await sql<
    Row & { $audience: string[] }
  >`select ${fieldList(table)}, audience as "$audience" from ${sql.table(source)} as ${sql.ref(table.name)}
    where ${sql.join(conditions, sql` or `)} order by ${columnOf(table, 'id')} ${lock ? sql`for update` : sql``}`.execute(tx)
  for (const { $audience: audience, ...row } of rows) into.add(table.collection.name, { row, audience, locked: lock })
}

function conditionsOf(table: AnyCollectionTable, wanted: Wanted): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = []
  if (wanted.ids.size > 0) conditions.push(sql`${columnOf(table, 'id')} = any(${[...wanted.ids]}::text[])`)
  for (const [field, values] of wanted.fields) {
    if (!table.collection.indexes.includes(field)) throw new Error(`${table.collection.name} is not indexed by ${field}`)
    conditions.push(sql`${columnOf(table, field)} = any(${[...values]}::text[])`)
  }
  return conditions
}

/** The conditions of the table's rows that the touches lock; none for touches that lock none. */
export function lockConditions(table: AnyCollectionTable, touches: readonly Touch[]): RawBuilder<unknown>[] {
  const locking = touches.filter((touch): touch is DirectTouch => !('reference' in touch) && touch.lock)
  return conditionsOf(table, wantedBy(locking).get(table.collection.name) ?? newWanted())
}

/** Queries again under all locks, because a statement that waited for a lock misses rows that match since then. Throws ReadAgain when there are such
 *  rows. */
async function requireUnchanged(tx: Tx, table: AnyCollectionTable, wanted: Wanted, rows: PrefetchedRows): Promise<void> {
  if (wanted.fields.size === 0) return
  const conditions = conditionsOf(table, { ids: new Set(), fields: wanted.fields })
  const now = await sql<{ id: string }>`select id from ${sql.table(table.name)} where ${sql.join(conditions, sql` or `)}`.execute(tx)
  for (const { id } of now.rows)
    if (!rows.before(table.collection.name, id)?.locked)
      throw new ReadAgain(`${table.name} ${id} came to match while its neighbours were being locked`)
}

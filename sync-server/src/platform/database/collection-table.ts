import type { Collection, Row } from '@shop/shared/kernel/define-collection.ts'
import { type ColumnType, type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from './database.ts'
import { storableJson } from './storable-json.ts'

export type PgType = 'text' | 'integer' | 'bigint' | 'numeric' | 'double precision' | 'boolean' | 'jsonb'

/** The table of a collection, with a typed column for each field. */
export type CollectionTable<R extends Row = Row, Name extends string = string> = {
  readonly collection: Collection<string, R>
  /** Name in the database, in snake_case. */
  readonly name: Name
  /** The column of each field, including `id`. */
  readonly columns: ReadonlyMap<string, { readonly column: string; readonly type: PgType }>
}

// biome-ignore lint/suspicious/noExplicitAny: a list of tables of any row type needs a bivariant bound
export type AnyCollectionTable = CollectionTable<any>

/** The column name of a field: `soldAtMs` becomes `sold_at_ms`. */
type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name

const snakeCase = <const Name extends string>(name: Name) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as SnakeCase<Name>

/** The column type of a field. A text, number or boolean keeps its type; every other field is jsonb, written as JSON text. The column of an optional
 *  field has a default. */
type FieldColumn<Value> = [NonNullable<Value>] extends [string | number | boolean]
  ? ColumnType<Exclude<Value, undefined>, Value, Exclude<Value, undefined>>
  : ColumnType<Exclude<Value, undefined>, string | Extract<Value, null | undefined>, string | Extract<Value, null>>

/** Types of collection tables for queries, by name, with columns derived from the fields. */
export type CollectionTables<Table extends AnyCollectionTable> = {
  [One in Table as One['name']]: One extends CollectionTable<infer R>
    ? { [Field in keyof R & string as SnakeCase<Field>]-?: FieldColumn<R[Field]> }
    : never
}

/** Types of the tables of synced collections, which also have the row's audience and the transaction of its last write, stamped by a trigger. */
export type SyncedTables<Table extends AnyCollectionTable> = {
  [One in Table as One['name']]: CollectionTables<One>[One['name']] & { audience: string[]; changed_xid: ColumnType<string, never, never> }
}

/** Declares the table of a collection by the types of its fields except `id`. A migration creates the table, and a test compares it with this
 *  declaration. */
export function defineTable<const Name extends string, R extends Row>(
  collection: Collection<Name, R>,
  types: { readonly [Field in Exclude<keyof R & string, 'id'>]-?: PgType },
): CollectionTable<R, SnakeCase<Name>> {
  const columns = new Map<string, { column: string; type: PgType }>([['id', { column: 'id', type: 'text' }]])
  for (const [field, type] of Object.entries(types) as [string, PgType][]) columns.set(field, { column: snakeCase(field), type })
  return { collection, name: snakeCase(collection.name), columns }
}

/** The text `column as "field"` of one field, for the builder's `select`. */
type NamedColumn<Table extends string, R extends Row> = {
  [Field in keyof R & string]: `${Table}.${SnakeCase<Field>} as ${Field}`
}[keyof R & string]

/** Lists all columns of a table under their fields' names, for the builder's `select`. */
export const namedColumns = <R extends Row, Name extends string>({ name, columns }: CollectionTable<R, Name>) =>
  [...columns].map(([field, { column }]) => `${name}.${column} as ${field}` as NamedColumn<Name, R>)

/** Answers the column of a field, for a query's conditions. */
export function columnOf(table: AnyCollectionTable, field: string): RawBuilder<unknown> {
  const found = table.columns.get(field)
  if (!found) throw new Error(`${table.name} has no field ${field}`)
  return sql.ref(`${table.name}.${found.column}`)
}

/** Writes `column as "field"` for the named fields (default: all), always with `id`. */
export function fieldList(table: AnyCollectionTable, fields: readonly string[] = [...table.columns.keys()]): RawBuilder<unknown> {
  const wanted = new Set(['id', ...fields])
  return sql.join([...wanted].map((field) => sql`${columnOf(table, field)} as ${sql.ref(field)}`))
}

/** Reads all rows of a table in the form that commands use, for code that treats all tables alike. */
export async function selectRows<R extends Row>(db: Db | Tx, table: CollectionTable<R>): Promise<R[]> {
  return (await sql<R>`select ${fieldList(table)} from ${sql.table(table.name)}`.execute(db)).rows
}

/** Reads a page of the rows whose field has this value, in order of their ids, for code that treats all tables alike. */
export async function selectPage<R extends Row>(
  db: Db | Tx,
  table: CollectionTable<R>,
  { field, value, after, limit }: { field: keyof R & string; value: string; after: string; limit: number },
): Promise<R[]> {
  return (
    await sql<R>`select ${fieldList(table)} from ${sql.table(table.name)}
      where ${columnOf(table, field)} = ${value} and ${columnOf(table, 'id')} > ${after} order by ${columnOf(table, 'id')} limit ${limit}`.execute(
      db,
    )
  ).rows
}

/** A row with the audience to store with it; null for server-only collections. */
export type RowToWrite = { readonly row: Row; readonly audience: readonly string[] | null }

/** Lists the columns that a write sets: all except `changed_xid`, which a trigger of migration 0001 stamps. */
export function writtenColumns(table: AnyCollectionTable): string[] {
  const columns = [...table.columns.values()].map(({ column }) => column)
  return table.collection.reach === 'synced' ? [...columns, 'audience'] : columns
}

/** Writes the rows as a JSON array of database records. The rows are sorted by id, so that batches take index entries in the same order. */
export function recordsOf(table: AnyCollectionTable, rows: readonly RowToWrite[]): string {
  const sorted = [...rows].sort((a, b) => (a.row.id < b.row.id ? -1 : 1))
  return storableJson(
    sorted.map(({ row, audience }) => {
      const record: Record<string, unknown> = audience ? { audience } : {}
      for (const [field, { column }] of table.columns) record[column] = (row as unknown as Record<string, unknown>)[field]
      return record
    }),
  )
}

/** Inserts new rows in one statement. A row that another transaction has already inserted raises 23505, so that this transaction is repeated. */
export async function insertRows(tx: Tx, table: AnyCollectionTable, rows: readonly RowToWrite[]): Promise<void> {
  if (rows.length === 0) return
  const columns = sql.join(writtenColumns(table).map((column) => sql.ref(column)))
  const target = sql.table(table.name)
  await sql`insert into ${target} (${columns}) select ${columns} from jsonb_populate_recordset(null::${target}, ${recordsOf(table, rows)}::jsonb)`.execute(
    tx,
  )
}

/** Replaces rows that this transaction has locked, in one statement. */
export async function updateRows(tx: Tx, table: AnyCollectionTable, rows: readonly RowToWrite[]): Promise<void> {
  if (rows.length === 0) return
  const target = sql.table(table.name)
  const changes = writtenColumns(table).filter((column) => column !== 'id')
  const assignments = sql.join(changes.map((column) => sql`${sql.ref(column)} = written.${sql.ref(column)}`))
  const done = await sql`update ${target} set ${assignments}
    from jsonb_populate_recordset(null::${target}, ${recordsOf(table, rows)}::jsonb) written
    where ${sql.ref(`${table.name}.id`)} = written.id`.execute(tx)
  if (Number(done.numAffectedRows) !== rows.length)
    throw new Error(`updated ${done.numAffectedRows} of ${rows.length} locked rows of ${table.name}`)
}

/** Deletes rows that this transaction has locked. */
export async function deleteRows(tx: Tx, table: AnyCollectionTable, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await sql`delete from ${sql.table(table.name)} where id = any(${[...ids]}::text[])`.execute(tx)
}

import type { Row } from '@shop/shared/kernel/define-collection.ts'
import type { AnyCollection, Touch } from '@shop/shared/kernel/define-command.ts'
import type { Writes } from '@shop/shared/kernel/unit-of-work.ts'
import { sql } from 'kysely'
import { type Catalog, tableOf } from '../database/catalog.ts'
import { type AnyCollectionTable, columnOf, type RowToWrite, recordsOf, writtenColumns } from '../database/collection-table.ts'
import type { Tx } from '../database/database.ts'
import { ReadAgain } from '../database/sql-errors.ts'
import { lockConditions, lookUp, type PrefetchedRows } from './prefetched-rows.ts'

/** Name of the temporary table with the staged rows of a table. */
export const stagedName = ({ name }: Pick<AnyCollectionTable, 'name'>): string => `staged_${name}`

/** A range of parts, both ends included. */
export type PartRange = { readonly first: number; readonly last: number }

/** Rows that are computed and not yet applied, in temporary tables of one session. Nobody else sees them, and they end with the session. */
export class StagedRows {
  private readonly tables: readonly AnyCollectionTable[]
  private readonly sources: ReadonlyMap<string, string>

  constructor(
    private readonly catalog: Catalog,
    collections: readonly AnyCollection[],
  ) {
    this.tables = collections.map(({ name }) => tableOf(catalog, name))
    const readable = this.tables.filter(({ collection }) => collection.reach === 'synced')
    this.sources = new Map(readable.map((table) => [table.collection.name, stagedName(table)]))
  }

  /** Makes the temporary tables, empty. */
  async open(tx: Tx): Promise<void> {
    for (const table of this.tables) {
      const staged = sql.table(stagedName(table))
      await sql`drop table if exists ${staged}`.execute(tx)
      await sql`create temporary table ${staged} (like ${sql.table(table.name)}, part_no integer not null, is_new boolean not null)`.execute(
        tx,
      )
      if (table.collection.reach === 'synced') await sql`alter table ${staged} drop column changed_xid`.execute(tx)
      await sql`create unique index on ${staged} (id)`.execute(tx)
      await sql`create index on ${staged} (part_no)`.execute(tx)
      if (this.sources.has(table.collection.name))
        for (const field of table.collection.indexes)
          await sql`create index on ${staged} (${sql.ref(table.columns.get(field)?.column ?? field)})`.execute(tx)
    }
  }

  async close(tx: Tx): Promise<void> {
    for (const table of this.tables) await sql`drop table if exists ${sql.table(stagedName(table))}`.execute(tx)
  }

  /** Reads the rows that the touches name, with the staged rows in place of those that they replace. */
  read(tx: Tx, touches: readonly Touch[]): Promise<PrefetchedRows> {
    return lookUp(tx, this.catalog, touches, this.sources)
  }

  /** Stages the writes of one part, and answers the audiences to poke. Stages nothing and answers null for writes that cannot be staged. */
  async keep(tx: Tx, partNo: number, writes: Writes, found: PrefetchedRows): Promise<Set<string> | null> {
    const audiences = new Set<string>()
    const plans: { table: AnyCollectionTable; rows: readonly RowToWrite[]; isNew: boolean }[] = []
    for (const [name, rows] of writes) {
      const table = this.tables.find(({ collection }) => collection.name === name)
      const added: RowToWrite[] = []
      const changed: RowToWrite[] = []
      for (const [id, row] of rows) {
        const write = table && row && this.writeOf(table, row, found, audiences)
        if (!write) return null
        ;(found.before(name, id) ? changed : added).push(write)
      }
      if (table) plans.push({ table, rows: added, isNew: true }, { table, rows: changed, isNew: false })
    }
    for (const plan of plans) await this.insert(tx, partNo, plan)
    return audiences
  }

  /** Answers null for a row that leaves an audience, because that needs a tombstone. */
  private writeOf(table: AnyCollectionTable, row: Row, found: PrefetchedRows, audiences: Set<string>): RowToWrite | null {
    const { collection } = table
    if (collection.reach !== 'synced') return { row, audience: null }
    const audience: readonly string[] = collection.audience(row)
    for (const key of audience) audiences.add(key)
    const before = found.before(collection.name, row.id)?.audience ?? []
    return before.every((key) => audience.includes(key)) ? { row, audience } : null
  }

  private async insert(
    tx: Tx,
    partNo: number,
    { table, rows, isNew }: { table: AnyCollectionTable; rows: readonly RowToWrite[]; isNew: boolean },
  ): Promise<void> {
    if (rows.length === 0) return
    const columns = writtenColumns(table)
    const list = sql.join(columns.map((column) => sql.ref(column)))
    const replaced = sql.join([...columns, 'part_no'].map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`))
    // a row that an earlier part has added stays new
    await sql`insert into ${sql.table(stagedName(table))} (${list}, part_no, is_new)
      select ${list}, ${partNo}::integer, ${isNew}::boolean from jsonb_populate_recordset(null::${sql.table(table.name)}, ${recordsOf(table, rows)}::jsonb)
      on conflict (id) do update set ${replaced}`.execute(tx)
  }

  /** Forgets the rows of these parts. */
  async discard(tx: Tx, partNos: readonly number[]): Promise<void> {
    for (const table of this.tables)
      await sql`delete from ${sql.table(stagedName(table))} where part_no = any(${[...partNos]}::integer[])`.execute(tx)
  }

  /** Tells the planner how many rows are staged. */
  async analyze(tx: Tx): Promise<void> {
    for (const table of this.tables) await sql`analyze ${sql.table(stagedName(table))}`.execute(tx)
  }

  /** Locks the rows that staged rows replace and those that the touches lock, all in the order in which commands lock. */
  async lock(tx: Tx, touches: readonly Touch[]): Promise<void> {
    for (const table of this.tables) {
      const conditions = lockConditions(table, touches)
      const named =
        conditions.length === 0
          ? sql``
          : sql`union select ${columnOf(table, 'id')} from ${sql.table(table.name)} where ${sql.join(conditions, sql` or `)}`
      await sql`select count(*) from (select 1 from ${sql.table(table.name)} t
        where t.id in (select id from ${sql.table(stagedName(table))} where not is_new ${named}) order by t.id for update of t) locked`.execute(
        tx,
      )
    }
  }

  /** Keeps rows as they are until the transaction ends. Others may still read and hold them. `ids`: by collection. */
  async hold(tx: Tx, ids: ReadonlyMap<string, ReadonlySet<string>>): Promise<void> {
    for (const [name, those] of [...ids].sort()) {
      const table = tableOf(this.catalog, name)
      const id = columnOf(table, 'id')
      await sql`select ${id} from ${sql.table(table.name)} where ${id} = any(${[...those]}::text[]) order by ${id} for share`.execute(tx)
    }
  }

  /** Writes the staged rows of a range of parts into the tables. Throws ReadAgain when a row to replace is gone. */
  async apply(tx: Tx, { first, last }: PartRange): Promise<void> {
    for (const table of this.tables) {
      const [target, staged] = [sql.table(table.name), sql.table(stagedName(table))]
      const columns = writtenColumns(table)
      const list = sql.join(columns.map((column) => sql.ref(column)))
      const those = sql`part_no between ${first}::integer and ${last}::integer`
      await sql`insert into ${target} (${list}) select ${list} from ${staged} where is_new and ${those} order by id`.execute(tx)
      if (!this.sources.has(table.collection.name)) continue
      const changes = columns.filter((column) => column !== 'id')
      const assignments = sql.join(changes.map((column) => sql`${sql.ref(column)} = s.${sql.ref(column)}`))
      const done = await sql`update ${target} set ${assignments} from ${staged} s
        where ${sql.ref(`${table.name}.id`)} = s.id and not s.is_new and s.${those}`.execute(tx)
      const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${staged} where not is_new and ${those}`.execute(
        tx,
      )
      if (Number(done.numAffectedRows) !== rows[0]?.count) throw new ReadAgain(`rows of ${table.name} went away while they were staged`)
    }
  }
}

/** The key of a row. */
export const rowKey = (collectionName: string, id: string): string => `${collectionName}/${id}`
/** The key of all rows whose field has this value. */
export const fieldKey = (collectionName: string, field: string, value: string): string => `${collectionName}.${field}=${value}`

/** Lists the keys of the rows of a collection that transactions from this one on have written or removed: by id, and by the values of some fields. */
export async function changedSince(tx: Tx, table: AnyCollectionTable, xid: string, fields: readonly string[]): Promise<string[]> {
  const { name } = table.collection
  const values = fields.map((field) => sql`${columnOf(table, field)}::text`)
  const { rows } = await sql<{ id: string; values: (string | null)[] }>`
    select id, array[${sql.join(values)}]::text[] as values from ${sql.table(table.name)} where changed_xid >= ${xid}::xid8
    union all select row_id, '{}'::text[] from removals where collection = ${name} and changed_xid >= ${xid}::xid8`.execute(tx)
  return rows.flatMap(({ id, values }) => [
    rowKey(name, id),
    ...values.flatMap((value, at) => (value === null ? [] : [fieldKey(name, fields[at] as string, value)])),
  ])
}

/** Reads the oldest transaction that is still open; changes since then may be invisible now. */
export async function oldestOpenXid(tx: Tx): Promise<string> {
  const { rows } = await sql<{ xid: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as xid`.execute(tx)
  return (rows[0] as { xid: string }).xid
}

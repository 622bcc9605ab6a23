import type { WireRow } from '@shop/shared/kernel/wire.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Catalog } from './catalog.ts'
import { type AnyCollectionTable, fieldList } from './collection-table.ts'
import type { Tx } from './database.ts'
import { alongIndexes } from './snapshot.ts'

/** Place of a change in the order changes are handed out in. */
export type Position = { readonly xid: number; readonly collection: string; readonly id: string }
/** One change: a row as the viewer may see it, or its removal (`row: null`). */
export type Change = Position & { readonly row: WireRow | null }

/** Which changes are asked for. `wholeRows`: every field, as admins see it. */
export type ChangeQuery = {
  readonly since: number
  readonly after: Position | undefined
  readonly keys: readonly string[]
  readonly wholeRows: boolean
  readonly limit: number
}

const seenFields = (table: AnyCollectionTable, wholeRows: boolean): readonly string[] => {
  const { userFields } = table.collection
  return wholeRows || userFields === 'all' ? [...table.columns.keys()] : [...new Set(['id', ...userFields])]
}

/** Fields of a row as a viewer gets it, `$v` among them. */
export const wireFieldNames = (table: AnyCollectionTable, wholeRows: boolean): readonly string[] => [...seenFields(table, wholeRows), '$v']

/** Select list of these fields. */
export function wireFields(table: AnyCollectionTable, wholeRows: boolean): RawBuilder<unknown> {
  return sql`${fieldList(table, seenFields(table, wholeRows))}, changed_xid::text::bigint as "$v"`
}

/** Changes of all synced collections after a position, in the order (xid, collection, id). Reads only the ends of the `changed_xid` indexes, so the cost follows
 *  what changed, not how much there is. */
export async function changesSince(tx: Tx, catalog: Catalog, query: ChangeQuery): Promise<Change[]> {
  await alongIndexes(tx, true)
  const parts = catalog.synced.flatMap((table) => [putsOf(table, query), removalsOf(table, query)])
  const { rows } =
    await sql<Change>`select c.xid::text::bigint as xid, c.collection, c.id, c.row from (${sql.join(parts, sql` union all `)}) c
    order by c.xid, c.collection collate "C", c.id collate "C" limit ${query.limit}`.execute(tx)
  return rows
}

function putsOf(table: AnyCollectionTable, query: ChangeQuery): RawBuilder<unknown> {
  const { name } = table.collection
  return sql`(select changed_xid as xid, ${sql.lit(name)}::text as collection, id, (select row_to_json(f) from (select ${wireFields(table, query.wholeRows)}) f) as row
    from ${sql.table(table.name)} where ${beyond(name, query, 'id')} and audience && ${[...query.keys]}::text[]
    order by changed_xid, id limit ${query.limit})`
}

/** Removals of rows that no other audience of the viewer shows them. */
function removalsOf(table: AnyCollectionTable, query: ChangeQuery): RawBuilder<unknown> {
  const { name } = table.collection
  const keys = sql`${[...query.keys]}::text[]`
  return sql`(select changed_xid as xid, collection, row_id as id, null::json as row
    from removals r where collection = ${sql.lit(name)} and ${beyond(name, query, 'row_id')} and audience = any(${keys})
      and not exists (select 1 from ${sql.table(table.name)} t where t.id = r.row_id and t.audience && ${keys})
    order by changed_xid, row_id limit ${query.limit})`
}

/** The condition that a row of this collection comes after the query's position. */
function beyond(collection: string, { since, after }: ChangeQuery, idColumn: string): RawBuilder<unknown> {
  if (!after) return sql`changed_xid >= ${String(since)}::xid8`
  const xid = sql`${String(after.xid)}::xid8`
  if (collection < after.collection) return sql`changed_xid > ${xid}`
  if (collection > after.collection) return sql`changed_xid >= ${xid}`
  return sql`(changed_xid, ${sql.ref(idColumn)}) > (${xid}, ${after.id})`
}

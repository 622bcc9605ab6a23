import { PAGE_BYTES } from '@shop/shared/kernel/limits.ts'
import type { WireRow } from '@shop/shared/kernel/wire.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Catalog } from '../database/catalog.ts'
import { type AnyCollectionTable, fieldList } from '../database/collection-table.ts'
import type { Tx } from '../database/database.ts'
import { alongIndexes, type Prepared, prepared, runPrepared } from '../database/planner.ts'

/** The position of a change in the order in which changes are sent. */
export type Position = { readonly xid: number; readonly collection: string; readonly id: string }
/** A row as the viewer may see it, or its tombstone (`row: null`). */
export type Change = Position & { readonly row: WireRow | null }
/** One page of changes, and true when further changes follow. */
export type Changes = { readonly changes: readonly Change[]; readonly more: boolean }

/** A selection of changes. `wholeRows` includes every field, as for admins. */
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

/** Lists the fields of a row that a viewer gets, including `$v`. */
export const wireFieldNames = (table: AnyCollectionTable, wholeRows: boolean): readonly string[] => [...seenFields(table, wholeRows), '$v']

/** Writes the select list of these fields. */
export function wireFields(table: AnyCollectionTable, wholeRows: boolean): RawBuilder<unknown> {
  return sql`${fieldList(table, seenFields(table, wholeRows))}, changed_xid::text::bigint as "$v"`
}

/** Reads a page of the changes of all synced collections after a position, in the order (xid, collection, id): at most `limit` of them and about
 *  PAGE_BYTES. Reads only the ends of the `changed_xid` indexes, so the cost depends on the number of changes and not on the size of the tables. */
export async function changesSince(tx: Tx, catalog: Catalog, query: ChangeQuery): Promise<Changes> {
  await alongIndexes(tx, true)
  const found = await readChanges(tx, catalog, { ...query, limit: query.limit + 1 })
  const changes = found.slice(0, query.limit).filter(({ isBeyond }) => !isBeyond)
  return { changes, more: changes.length < found.length }
}

/** A change, and true when it is beyond the bytes of the page. Such a change shows only that further ones follow. */
type Measured = Change & { readonly isBeyond: boolean }

async function readChanges(tx: Tx, catalog: Catalog, query: ChangeQuery): Promise<readonly Measured[]> {
  const { since, after, keys } = query
  if (!after) return runPrepared<Measured>(tx, firstPage(tx, catalog, query), [sql.lit(String(since)), listed(keys)])
  const range: Range = { ...query, after, since: sql`${String(since)}::xid8`, keys: sql`${[...keys]}::text[]` }
  return (await changesIn(catalog, range).execute(tx)).rows
}

/** Builds the query that nearly every pull runs. It is prepared only once: it mostly finds a few rows, and planning its dozens of parts would cost
 *  more than running them. */
function firstPage(tx: Tx, catalog: Catalog, { wholeRows, limit }: ChangeQuery): Prepared {
  const known = firstPages.get(catalog) ?? new Map<string, Prepared>()
  firstPages.set(catalog, known)
  const key = `${wholeRows} ${limit}`
  const there = known.get(key)
  if (there) return there
  const range: Range = { wholeRows, limit, after: undefined, since: sql.raw('$1'), keys: sql.raw('$2') }
  const made = prepared('xid8, text[]', changesIn(catalog, range).compile(tx).sql)
  known.set(key, made)
  return made
}

const firstPages = new WeakMap<Catalog, Map<string, Prepared>>()

const listed = (keys: readonly string[]) => sql`array[${sql.join(keys.map((key) => sql.lit(key)))}]`

/** The range of a query. In SQL, `since` is an xid8 and `keys` is a text[]. */
type Range = Pick<ChangeQuery, 'after' | 'wholeRows' | 'limit'> & {
  readonly since: RawBuilder<unknown>
  readonly keys: RawBuilder<unknown>
}

/** Selects the changes in their order, up to the page's bytes and one beyond, whose row is left out. */
function changesIn(catalog: Catalog, range: Range): RawBuilder<Measured> {
  const parts = catalog.synced.flatMap((table) => [putsOf(table, range), removalsOf(table, range)])
  const isBeyond = sql`w.place > 1 and w.reached > ${sql.lit(PAGE_BYTES)}`
  return sql<Measured>`select w.xid::text::bigint as xid, w.collection, w.id, case when ${isBeyond} then null else w.row end as row, ${isBeyond} as "isBeyond"
    from (
      select c.*, row_number() over page as place, sum(c.bytes) over page as reached
      from (select u.*, octet_length(u.id) + coalesce(octet_length(u.row::text), 0) as bytes from (${sql.join(parts, sql` union all `)}) u) c
      window page as (order by c.xid, c.collection collate "C", c.id collate "C" rows unbounded preceding)
      order by c.xid, c.collection collate "C", c.id collate "C" limit ${sql.lit(range.limit)}
    ) w
    where w.place <= 2 or w.reached - w.bytes <= ${sql.lit(PAGE_BYTES)} order by w.place`
}

function putsOf(table: AnyCollectionTable, range: Range): RawBuilder<unknown> {
  const { name } = table.collection
  return sql`(select changed_xid as xid, ${sql.lit(name)}::text as collection, id, (select row_to_json(f) from (select ${wireFields(table, range.wholeRows)}) f) as row
    from ${sql.table(table.name)} where ${beyond(name, range, 'id')} and audience && ${range.keys}
    order by changed_xid, id limit ${sql.lit(range.limit)})`
}

/** Selects the tombstones of rows that the viewer sees through no other audience. The planner overestimates the number of rows in a range of
 *  transactions. `|| ''` keeps it from reading all tombstones along the primary key, and `offset 0` keeps it from joining the whole table. */
function removalsOf(table: AnyCollectionTable, range: Range): RawBuilder<unknown> {
  const { name } = table.collection
  return sql`(select changed_xid as xid, collection, row_id as id, null::json as row
    from removals r where collection || '' = ${sql.lit(name)} and ${beyond(name, range, 'row_id')} and audience || '' = any(${range.keys})
      and not exists (select 1 from ${sql.table(table.name)} t where t.id = r.row_id and t.audience && ${range.keys} offset 0)
    order by changed_xid, row_id limit ${sql.lit(range.limit)})`
}

/** Writes the condition that a row of this collection comes after the query's position. */
function beyond(collection: string, { since, after }: Range, idColumn: string): RawBuilder<unknown> {
  if (!after) return sql`changed_xid >= ${since}`
  const xid = sql`${String(after.xid)}::xid8`
  if (collection < after.collection) return sql`changed_xid > ${xid}`
  if (collection > after.collection) return sql`changed_xid >= ${xid}`
  return sql`(changed_xid, ${sql.ref(idColumn)}) > (${xid}, ${after.id})`
}

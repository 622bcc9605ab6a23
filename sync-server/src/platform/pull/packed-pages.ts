import { PACKED_PAGE_ROWS, PAGE_BYTES } from '@shop/shared/kernel/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { AnyCollectionTable } from '../database/collection-table.ts'
import { type Db, inTransaction } from '../database/database.ts'
import { alongIndexes } from '../database/planner.ts'
import { wireFieldNames, wireFields } from './changes.ts'

/** The rows of a table for a first sync. `most`: the view has nearly all rows, so that reading along the primary key is best. */
export type View = { readonly visible: RawBuilder<unknown>; readonly wholeRows: boolean; readonly most: boolean }

/** Counts the rows of a table in a view. */
export async function countOf(db: Db, table: AnyCollectionTable, { visible }: View): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table.name)} where ${visible}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Reads packed pages in the order of ids, as lines `collection TAB JSON`. The database writes the JSON, and the server does not parse it. Each page
 *  has a separate transaction, so that a slow reader keeps none open. */
export async function* packedPages(db: Db, table: AnyCollectionTable, view: View): AsyncGenerator<string> {
  let most = PACKED_PAGE_ROWS
  for (let after = ''; ; ) {
    const { page, last, count, wasCut } = await pageAfter(db, table, view, { after, most })
    if (page === null || last === null) return
    yield `${table.collection.name}\t${page}`
    if (count < most && !wasCut) return
    after = last
    // the database writes the text of all rows it reads, so after a few large rows it reads only a few more
    most = Math.min(PACKED_PAGE_ROWS, 2 * count)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** `wasCut`: further rows did not fit into PAGE_BYTES. */
type Page = { page: string | null; last: string | null; count: number; wasCut: boolean }
/** The id after which a page begins, and the largest number of its rows. */
type Place = { readonly after: string; readonly most: number }

/** Writes the JSON of a page, column by column, from the texts `f` of its rows. */
function pageText(fields: readonly string[]): RawBuilder<unknown> {
  // every column lists the rows in the same order
  const columns = fields.map((field) => {
    const value = sql`f.${sql.ref(field)}`
    const all = sql`'[' || string_agg(${value}, ',') || ']'`
    return field === 'id' ? all : sql`case when min(${value}) = max(${value}) then '{"all":' || min(${value}) || '}' else ${all} end`
  })
  return sql`${`{"fields":${JSON.stringify(fields)},"columns":[`}::text || ${sql.join(columns, sql` || ',' || `)} || ']}'`
}

async function pageAfter(db: Db, table: AnyCollectionTable, { visible, wholeRows, most: isMost }: View, place: Place): Promise<Page> {
  const { after, most } = place
  const fields = wireFieldNames(table, wholeRows)
  // with `offset 0` the database computes each text once, and not at every use
  const texts = fields.map((field) => sql`coalesce(to_json(r.${sql.ref(field)})::text, 'null') collate "C" as ${sql.ref(field)}`)
  const bytes = sql.join(
    fields.map((field) => sql`octet_length(m.${sql.ref(field)})`),
    sql` + `,
  )
  const { rows } = await inTransaction(
    db,
    async (tx) => {
      await alongIndexes(tx, isMost)
      return await sql<Page>`
        select ${pageText(fields)} as page, max(f."$after") as last, count(*)::int as count, coalesce(bool_and(f."$hasNext"), false) as "wasCut"
        from (
          select m.*, row_number() over page as "$place", sum(${bytes}) over page as "$reached", lead(true, 1, false) over page as "$hasNext"
          from (
            select ${sql.join(texts)}, r.id as "$after"
            from (select ${wireFields(table, wholeRows)} from ${sql.table(table.name)} where id > ${after} and ${visible} order by id limit ${most}) r
            offset 0
          ) m
          window page as (order by m."$after" rows unbounded preceding)
        ) f
        where f."$place" = 1 or f."$reached" <= ${PAGE_BYTES}`.execute(tx)
    },
    { access: 'read only' },
  )
  return rows[0] ?? { page: null, last: null, count: 0, wasCut: false }
}

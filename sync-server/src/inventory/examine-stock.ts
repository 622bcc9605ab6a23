import { type ExaminedPage, examineByPages } from '../platform/database/examine-by-pages.ts'
import { type Db, sql } from '../platform/database/sql.ts'
import type { StockMismatch } from '../platform/kernel/examined.ts'

/** Number of items in one statement. */
const PAGE_ITEMS = 2_000

/** Examines the items page by page, and lists those whose stock count is not the signed sum of their movements (law *Stock*). */
export const examineStock = (db: Db) =>
  examineByPages(db, async (tx, after) => {
    const { rows } = await sql<ExaminedPage<StockMismatch>>`
      with ids as (
          select id from (
            (select id from items where id > ${after} order by id limit ${PAGE_ITEMS}) union
            (select distinct item_id as id from stock_movements where item_id > ${after} order by 1 limit ${PAGE_ITEMS})
          ) known order by id limit ${PAGE_ITEMS}),
        compared as (select ids.id, coalesce(i.stock_count, 0) as stock, coalesce(m.count, 0) as moved
          from ids left join items i on i.id = ids.id
          cross join lateral (select sum(delta_count)::bigint as count from stock_movements where item_id = ids.id) m)
      select max(id) as last, count(*)::int as count, coalesce(jsonb_agg(jsonb_build_object('itemId', id, 'stockCount', stock, 'movementsCount', moved))
        filter (where stock <> moved), '[]') as mismatches from compared`.execute(tx)
    return rows[0]
  })

export async function checkStock(db: Db): Promise<readonly StockMismatch[]> {
  return (await examineStock(db)).mismatches
}

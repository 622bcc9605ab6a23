import { OPEN_TRADES, ORDERED_TRADES } from '@shop/shared/trades/rules/pending.ts'
import { type ExaminedPage, examineByPages } from '../platform/database/examine-by-pages.ts'
import { type Db, sql } from '../platform/database/sql.ts'
import type { PromisedMismatch } from '../platform/kernel/examined.ts'

/** Number of items in one statement. Each statement also reads every order that waits. */
const PAGE_ITEMS = 10_000

const WAITING = [...OPEN_TRADES, ...ORDERED_TRADES]

/** Examines the items page by page, and lists those whose promised pieces are not the ones that waiting orders hold of them (see `heldOf`). */
export const examinePromised = (db: Db) =>
  examineByPages(db, async (tx, after) => {
    const { rows } = await sql<ExaminedPage<PromisedMismatch>>`
      with page as (select id, promised_count, created_at_ms from items where id > ${after} order by id limit ${PAGE_ITEMS}),
        held as (select page.id, sum((piece ->> 'quantity')::bigint)::bigint as pieces
          from trades t join offers o on o.trade_id = t.id cross join lateral jsonb_array_elements(o.taken) piece
            join page on page.id = piece ->> 'itemId' and page.created_at_ms <= (o.breakdown ->> 'atMs')::bigint
          where t.status = any(${WAITING}) group by 1),
        compared as (select page.id, promised_count as promised, coalesce(pieces, 0) as pieces from page left join held on held.id = page.id)
      select max(id) as last, count(*)::int as count, coalesce(jsonb_agg(jsonb_build_object('itemId', id, 'promisedCount', promised, 'ordersCount', pieces))
        filter (where promised <> pieces), '[]') as mismatches from compared`.execute(tx)
    return rows[0]
  })

export async function checkPromised(db: Db): Promise<readonly PromisedMismatch[]> {
  return (await examinePromised(db)).mismatches
}

import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from './database/database.ts'
import { alongIndexes } from './pull/snapshot.ts'

/** Mismatches listed by one check at most. */
const CHECK_MAX_LISTED = 100

/** Read by one statement: short enough not to hold up the embedded database, which answers nothing else meanwhile. */
const CHECK_PAGE = { postings: 5_000, balances: 20, items: 2_000 } as const

/** A balance that is not the sum of its ledger entries, or a posting that does not sum to zero. */
export type BooksMismatch =
  | {
      readonly kind: 'balance'
      readonly uid: string
      readonly account: 'consignor_available' | 'consignor_held'
      readonly balanceCents: number
      readonly ledgerCents: number
    }
  | { readonly kind: 'posting'; readonly postingId: string; readonly sumCents: number }

/** An item whose stock is not the sum of its movements; one that was removed holds nothing. */
export type StockMismatch = { readonly itemId: string; readonly stockCount: number; readonly movementsCount: number }

/** What was looked at, and what does not add up. */
export type Checked<Mismatch> = { readonly count: number; readonly mismatches: readonly Mismatch[] }

type Page<Mismatch> = { last: string | null; count: number; mismatches: Mismatch[] }

/** Walks along ids, a page a statement. Each statement sees whole transactions, so that what is compared in it belongs together however much is written meanwhile. */
async function walk<Mismatch>(
  db: Db,
  pageAfter: (tx: Tx, after: string) => Promise<Page<Mismatch> | undefined>,
): Promise<Checked<Mismatch>> {
  const mismatches: Mismatch[] = []
  let count = 0
  let after = ''
  for (;;) {
    const page = await inTransaction(
      db,
      async (tx) => {
        await alongIndexes(tx, true)
        return pageAfter(tx, after)
      },
      { access: 'read only' },
    )
    count += page?.count ?? 0
    mismatches.push(...(page?.mismatches ?? []))
    if (!page || page.last === null || mismatches.length >= CHECK_MAX_LISTED)
      return { count, mismatches: mismatches.slice(0, CHECK_MAX_LISTED) }
    after = page.last
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Whether every posting sums to zero. */
export const examinePostings = (db: Db) =>
  walk(db, async (tx, after) => {
    const { rows } = await sql<Page<BooksMismatch>>`
      with page as (select posting_id, sum(amount_cents)::bigint as cents from ledger_entries where posting_id > ${after}
        group by posting_id order by posting_id limit ${CHECK_PAGE.postings})
      select max(posting_id) as last, count(*)::int as count,
        coalesce(jsonb_agg(jsonb_build_object('kind', 'posting', 'postingId', posting_id, 'sumCents', cents)) filter (where cents <> 0), '[]') as mismatches
      from page`.execute(tx)
    return rows[0]
  })

/** Whether every balance is the sum of its entries. */
export const examineBalances = (db: Db) =>
  walk(db, async (tx, after) => {
    const { rows } = await sql<Page<BooksMismatch>>`
      with people as (
          select id from (
            (select id from balances where id > ${after} order by id limit ${CHECK_PAGE.balances}) union
            (select distinct uid as id from ledger_entries where uid > ${after} order by 1 limit ${CHECK_PAGE.balances})
          ) ids order by id limit ${CHECK_PAGE.balances}),
        summed as (select p.id, coalesce(b.available_cents, 0) as available, coalesce(b.held_cents, 0) as held, e.*
          from people p left join balances b on b.id = p.id cross join lateral (
            select coalesce(sum(amount_cents) filter (where account = 'consignor_available'), 0)::bigint as available_sum,
              coalesce(sum(amount_cents) filter (where account = 'consignor_held'), 0)::bigint as held_sum
            from ledger_entries where uid = p.id) e),
        compared as (select id, account, kept, entries from summed cross join lateral (values
          ('consignor_available', available, available_sum), ('consignor_held', held, held_sum)) a(account, kept, entries))
      select max(id) as last, (count(*) / 2)::int as count, coalesce(jsonb_agg(jsonb_build_object('kind', 'balance', 'uid', id, 'account', account,
        'balanceCents', kept, 'ledgerCents', entries)) filter (where kept <> entries), '[]') as mismatches from compared`.execute(tx)
    return rows[0]
  })

/** Whether each item's stock is the signed sum of its movements. */
export const examineStock = (db: Db) =>
  walk(db, async (tx, after) => {
    const { rows } = await sql<Page<StockMismatch>>`
      with ids as (
          select id from (
            (select id from items where id > ${after} order by id limit ${CHECK_PAGE.items}) union
            (select distinct item_id as id from stock_movements where item_id > ${after} order by 1 limit ${CHECK_PAGE.items})
          ) known order by id limit ${CHECK_PAGE.items}),
        compared as (select ids.id, coalesce(i.stock_count, 0) as stock, coalesce(m.count, 0) as moved
          from ids left join items i on i.id = ids.id
          cross join lateral (select sum(delta_count)::bigint as count from stock_movements where item_id = ids.id) m)
      select max(id) as last, count(*)::int as count, coalesce(jsonb_agg(jsonb_build_object('itemId', id, 'stockCount', stock, 'movementsCount', moved))
        filter (where stock <> moved), '[]') as mismatches from compared`.execute(tx)
    return rows[0]
  })

/** Checks the books (design §5): empty when every balance is the sum of its entries and every posting sums to zero. */
export async function checkBooks(db: Db): Promise<BooksMismatch[]> {
  return [...(await examineBalances(db)).mismatches, ...(await examinePostings(db)).mismatches]
}

/** Checks the stock: empty when each item's count is the signed sum of its movements. */
export async function checkStock(db: Db): Promise<readonly StockMismatch[]> {
  return (await examineStock(db)).mismatches
}

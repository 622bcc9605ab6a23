import { type ExaminedPage, examineByPages } from '../platform/database/examine-by-pages.ts'
import { type Db, sql } from '../platform/database/sql.ts'

/** Number of postings, or of people with a balance, in one statement. */
const PAGE = { postings: 5_000, balances: 20 } as const

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

/** Examines the postings page by page, and lists those that do not sum to zero. */
export const examinePostings = (db: Db) =>
  examineByPages(db, async (tx, after) => {
    const { rows } = await sql<ExaminedPage<BooksMismatch>>`
      with page as (select posting_id, sum(amount_cents)::bigint as cents from ledger_entries where posting_id > ${after}
        group by posting_id order by posting_id limit ${PAGE.postings})
      select max(posting_id) as last, count(*)::int as count,
        coalesce(jsonb_agg(jsonb_build_object('kind', 'posting', 'postingId', posting_id, 'sumCents', cents)) filter (where cents <> 0), '[]') as mismatches
      from page`.execute(tx)
    return rows[0]
  })

/** Examines the balances page by page, and lists those that are not the sum of their entries. */
export const examineBalances = (db: Db) =>
  examineByPages(db, async (tx, after) => {
    const { rows } = await sql<ExaminedPage<BooksMismatch>>`
      with people as (
          select id from (
            (select id from balances where id > ${after} order by id limit ${PAGE.balances}) union
            (select distinct uid as id from ledger_entries where uid > ${after} order by 1 limit ${PAGE.balances})
          ) ids order by id limit ${PAGE.balances}),
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

export async function checkBooks(db: Db): Promise<BooksMismatch[]> {
  return [...(await examineBalances(db)).mismatches, ...(await examinePostings(db)).mismatches]
}

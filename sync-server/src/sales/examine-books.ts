import type { PostingKind } from '@shop/shared/sales/rules/posting-kinds.ts'
import { type ExaminedPage, examineByPages } from '../platform/database/examine-by-pages.ts'
import { anyOf } from '../platform/database/expressions.ts'
import { type Db, type RawBuilder, sql } from '../platform/database/sql.ts'

/** Number of postings, of people with a balance, of POS sales or returns, or of shifts, in one statement. */
const PAGE = { postings: 5_000, balances: 20, sales: 1_000, shifts: 20 } as const

/** A balance that is not the sum of its ledger entries, a posting that does not sum to zero, a POS sale or return whose payments are not the sum
 *  of its lines, or a shift that expects other cash than its facts bring or has other postings of its count. */
export type BooksMismatch =
  | {
      readonly kind: 'balance'
      readonly uid: string
      readonly account: 'consignor_available' | 'consignor_held'
      readonly balanceCents: number
      readonly ledgerCents: number
    }
  | { readonly kind: 'posting'; readonly postingId: string; readonly sumCents: number }
  | { readonly kind: 'clearing'; readonly saleId: string; readonly sumCents: number }
  | {
      readonly kind: 'shift'
      readonly shiftId: string
      readonly factsCents: number
      readonly keptCents: number
    }

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

type Cleared = { readonly kinds: readonly PostingKind[]; readonly ids: RawBuilder<unknown>; readonly sources: RawBuilder<unknown> }

/** Sums page by page what postings of these kinds leave in clearing, and lists the sales or returns where that is not zero. Other kinds do not count:
 *  devices choose ids, so another kind of sale can have the same. */
const examineCleared = (db: Db, clearedAfter: (after: string) => Cleared) =>
  examineByPages(db, async (tx, after) => {
    const { kinds, ids, sources } = clearedAfter(after)
    const { rows } = await sql<ExaminedPage<BooksMismatch>>`
      with page as (${ids} order by id limit ${PAGE.sales}),
        summed as (select p.id, (select coalesce(sum(e.amount_cents), 0)::bigint from ledger_entries e where e.account = 'sales_clearing'
            and e.kind = ${anyOf(kinds)} and e.source_id = any(${sources})) as cents from page p)
      select max(id) as last, count(*)::int as count,
        coalesce(jsonb_agg(jsonb_build_object('kind', 'clearing', 'saleId', id, 'sumCents', cents)) filter (where cents <> 0), '[]') as mismatches
      from summed`.execute(tx)
    return rows[0]
  })

/** Examines the POS sales page by page, and lists those of which the postings of lines and tenders together leave money in clearing. */
const examineSales = (db: Db) =>
  examineCleared(db, (after) => ({
    kinds: ['pos_sale', 'pos_sale_void', 'pos_tender', 'pos_tender_void'],
    ids: sql`select id from pos_sales where id > ${after} and tenders_posted`,
    sources: sql`array(select s.id from sales s where s.pos_sale_id = p.id) || p.id`,
  }))

const examineRefunds = (db: Db) =>
  examineCleared(db, (after) => ({
    kinds: ['refund', 'refund_tender'],
    ids: sql`select id from refunds where id > ${after}`,
    sources: sql`array[p.id]`,
  }))

/** Examines clearing: the payments of each POS sale and of each return equal its lines. */
export async function examineClearing(db: Db) {
  const [ofSales, ofRefunds] = [await examineSales(db), await examineRefunds(db)]
  return { mismatches: [...ofSales.mismatches, ...ofRefunds.mismatches] }
}

/** Examines the shifts page by page: each expects the cash of its facts, and its postings say what the count was over or short of that. */
export const examineShifts = (db: Db) =>
  examineByPages(db, async (tx, after) => {
    const { rows } = await sql<ExaminedPage<BooksMismatch>>`
      with page as (select * from shifts where id > ${after} order by id limit ${PAGE.shifts}),
        summed as (select p.id, p.expected_cents as expected, case when p.closed_at_ms is null then 0 else p.counted_cents - p.expected_cents end as differs,
            (p.opening_cents + ${cashOf('pos_sales')} - ${cashOf('refunds')}
              + (select coalesce(sum(case m.kind when 'in' then m.amount_cents else -m.amount_cents end), 0) from cash_moves m where m.shift_id = p.id)
              - (select coalesce(sum(e.amount_cents), 0) from pos_sales s join ledger_entries e on e.source_id = s.id
                where s.void_shift_id = p.id and e.kind = 'pos_tender_void' and e.account = 'cash_drawer'))::bigint as brought,
            (select coalesce(sum(e.amount_cents), 0)::bigint from ledger_entries e
              where e.source_id = p.id and e.account = 'over_short' and e.kind in ('shift_closed', 'shift_late')) as over
          from page p),
        compared as (select id, facts, kept from summed cross join lateral (values (brought, expected), (differs, over)) a(facts, kept))
      select max(id) as last, (count(*) / 2)::int as count, coalesce(jsonb_agg(jsonb_build_object('kind', 'shift', 'shiftId', id,
        'factsCents', facts, 'keptCents', kept)) filter (where kept <> facts), '[]') as mismatches from compared`.execute(tx)
    return rows[0]
  })

const cashOf = (table: 'pos_sales' | 'refunds') =>
  sql`(select coalesce(sum((t->>'amountCents')::bigint), 0) from ${sql.table(table)} f cross join lateral jsonb_array_elements(f.tenders) t
    where f.shift_id = p.id and t->>'kind' = 'cash')`

export async function checkBooks(db: Db): Promise<BooksMismatch[]> {
  const examined = [await examineBalances(db), await examinePostings(db), await examineClearing(db), await examineShifts(db)]
  return examined.flatMap(({ mismatches }) => mismatches)
}

import { sql } from 'kysely'
import type { Db, Tx } from './database.ts'

/** Mismatches listed by one check at most. */
const CHECK_MAX_LISTED = 100

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

/** Checks the books (design §5): empty when every balance is the sum of its entries and every posting sums to zero. */
export async function checkBooks(db: Db | Tx): Promise<BooksMismatch[]> {
  const balances = await sql<Omit<BooksMismatch & { kind: 'balance' }, 'kind'>>`
    with entries as (select uid, account, sum(amount_cents)::bigint as cents from ledger_entries where account in ('consignor_available', 'consignor_held') group by 1, 2),
      kept as (select id as uid, 'consignor_available' as account, available_cents as cents from balances union all select id, 'consignor_held', held_cents from balances)
    select coalesce(kept.uid, entries.uid) as uid, coalesce(kept.account, entries.account) as account,
      coalesce(kept.cents, 0) as "balanceCents", coalesce(entries.cents, 0) as "ledgerCents"
    from kept full join entries on kept.uid = entries.uid and kept.account = entries.account
    where coalesce(kept.cents, 0) <> coalesce(entries.cents, 0) limit ${CHECK_MAX_LISTED}`.execute(db)
  const postings = await sql<{ postingId: string; sumCents: number }>`
    select posting_id as "postingId", sum(amount_cents)::bigint as "sumCents" from ledger_entries group by 1 having sum(amount_cents) <> 0 limit ${CHECK_MAX_LISTED}`.execute(
    db,
  )
  return [
    ...balances.rows.map((row) => ({ kind: 'balance' as const, ...row })),
    ...postings.rows.map((row) => ({ kind: 'posting' as const, ...row })),
  ]
}

/** An item whose stock is not the sum of its movements. */
export type StockMismatch = { readonly itemId: string; readonly stockCount: number; readonly movementsCount: number }

/** Checks the stock: empty when each item's count is the signed sum of its movements. */
export async function checkStock(db: Db | Tx): Promise<StockMismatch[]> {
  const { rows } = await sql<StockMismatch>`
    with moved as (select item_id, sum(delta_count)::bigint as count from stock_movements group by 1)
    select i.id as "itemId", i.stock_count as "stockCount", coalesce(m.count, 0) as "movementsCount"
    from items i left join moved m on m.item_id = i.id where i.stock_count <> coalesce(m.count, 0) limit ${CHECK_MAX_LISTED}`.execute(db)
  return rows
}

import { type Kysely, sql } from 'kysely'

/** Adds the POS sales of former admins, which wait until an admin settles them. */
export async function up(db: Kysely<never>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(`create table suspended_sales (id text collate "C" primary key, display_id text not null, receipt_number text not null, cart_id text not null,
    lines jsonb not null, tenders jsonb not null, tax_rate_bps integer not null, total_cents bigint not null, subtotal_cents bigint not null,
    tax_cents bigint not null, payout_cents bigint not null, consignor_percentage numeric(5,2) not null, sold_at_ms bigint not null, by_uid text not null,
    settled_at_ms bigint, settled_by_uid text, settlement text, audience text[] not null, changed_xid xid8 not null)`)
  await run('create index suspended_sales_changed_xid on suspended_sales (changed_xid, id)')
  await run('create index suspended_sales_audience on suspended_sales using gin (audience)')
  await run(
    'create trigger suspended_sales_changed before insert or update on suspended_sales for each row execute function stamp_changed_xid()',
  )
}

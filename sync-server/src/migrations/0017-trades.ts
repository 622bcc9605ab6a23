import { type Kysely, sql } from 'kysely'

/** Adds trades between consignors, the offers of a trade, and the price rules of sellers. */
export async function up(db: Kysely<never>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  const id = 'id text collate "C" primary key'
  const synced = 'audience text[] not null, changed_xid xid8 not null'
  await run(`create table trades (${id}, buyer_uid text collate "C" not null, item_name text not null, item_barcode text not null, item_link text not null,
    image_url text not null, requested_quantity integer not null, quantity integer not null, accepted_quantity integer not null,
    price_per_item_cents bigint not null, provides_own_shipping boolean not null, shipping_address jsonb not null, commission_bps integer not null,
    commission_paid_by text not null, status text not null, item_cost_cents bigint not null, shipping_cents bigint not null, commission_cents bigint not null,
    total_cents bigint not null, held_cents bigint not null, offers jsonb not null, versions jsonb not null, tracking_number text not null,
    carrier text not null, label jsonb, cancel_reason text not null, requested_at_ms bigint not null, updated_at_ms bigint not null,
    expires_at_ms bigint not null, fulfilled_at_ms bigint, reminded_of_ms bigint, ${synced})`)
  await run('create index trades_buyer_uid on trades (buyer_uid)')
  await run(`create index trades_expires on trades (expires_at_ms) where status in ('pending', 'partial')`)
  await run('create index trades_status on trades (status, requested_at_ms)')
  await run(`create table offers (${id}, trade_id text collate "C" not null, seller_uid text collate "C" not null, item_name text not null,
    item_barcode text not null, item_link text not null, image_url text not null, quantity integer not null, quantity_offered integer not null,
    price_per_item_cents bigint not null, bid_cents bigint not null, counter_price_cents bigint, last_countered_by text, status text not null,
    history jsonb not null, breakdown jsonb, taken jsonb not null, commission_bps integer not null, commission_paid_by text not null,
    trade_status text not null, tracking_number text not null, carrier text not null, requested_at_ms bigint not null, updated_at_ms bigint not null,
    expires_at_ms bigint not null, ${synced})`)
  await run('create index offers_trade_id on offers (trade_id)')
  await run('create index offers_seller_uid on offers (seller_uid)')
  await run(`create table auto_prices (${id}, uid text collate "C" not null, barcode1 text not null, accept_at_cents bigint, decline_below_cents bigint,
    ${synced})`)
  await run('create index auto_prices_uid on auto_prices (uid)')
  await run('create index auto_prices_barcode1 on auto_prices (barcode1)')
  for (const table of ['trades', 'offers', 'auto_prices']) {
    await run(`create index ${table}_changed_xid on ${table} (changed_xid, id)`)
    await run(`create index ${table}_audience on ${table} using gin (audience)`)
    await run(`create trigger ${table}_changed before insert or update on ${table} for each row execute function stamp_changed_xid()`)
  }
  await run(`create index items_offered on items (barcode1) where stock_count > 0 and consignor_id is not null`)

  // when a trade no longer shows a label, a trigger adds a job that removes the label from the store
  await run(`create function remove_replaced_label() returns trigger language plpgsql as $$
    begin
      insert into jobs (id, kind, payload, max_attempts)
        values (gen_random_uuid()::text, 'images.removeLabel', jsonb_build_object('name', old.label ->> 'name'), 12);
      return null;
    end $$`)
  await run(`create trigger trades_label_replaced after update on trades for each row
    when (old.label is distinct from new.label and old.label is not null) execute function remove_replaced_label()`)
  await run(`create trigger trades_label_deleted after delete on trades for each row
    when (old.label is not null) execute function remove_replaced_label()`)
}

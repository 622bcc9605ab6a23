import { type Kysely, sql } from 'kysely'

/** The last columns of every synced table: the audience of the row, and the transaction that wrote it last. */
const SYNCED = `audience text[] not null, changed_xid xid8 not null`
const ID = `id text collate "C" primary key`

const TABLES: readonly { name: string; columns: string; synced: boolean; indexes?: readonly string[] }[] = [
  {
    name: 'settings',
    synced: true,
    columns: `tax_rate_bps integer not null, commission_bps integer not null, commission_paid_by text not null, trade_shipping_cents bigint not null,
      default_split_percent numeric(5,2) not null, time_zone text not null, offline_days integer not null, shop_name text not null`,
  },
  {
    name: 'users',
    synced: true,
    columns: `email text not null, display_name text not null, username text, role text not null, admin_until_ms bigint, photo_url text not null,
      created_at_ms bigint not null`,
    indexes: [
      'create index users_email on users (email)',
      'create unique index users_username on users (username) where username is not null',
    ],
  },
  { name: 'balances', synced: true, columns: 'available_cents bigint not null, held_cents bigint not null' },
  {
    // a cart's times come from its device unchanged, and may have fractions
    name: 'carts',
    synced: true,
    columns: `status text not null, label text not null, client_id text not null, lines jsonb not null, consignor_percentage numeric(5,2) not null,
      sale_id text, created_at_ms double precision not null, updated_at_ms double precision not null, by_uid text not null`,
  },
  {
    name: 'items',
    synced: true,
    columns: `source text not null, consignor_id text collate "C", item_name text not null, listing_title text not null, barcode1 text not null,
      barcode2 text not null, location text not null, link text not null, image_url text not null, price_cents bigint, stock_count bigint not null,
      recounted_at_ms bigint, created_at_ms bigint not null, updated_at_ms bigint not null`,
    indexes: ['create index items_barcode1 on items (barcode1)', 'create index items_consignor_id on items (consignor_id)'],
  },
  {
    name: 'pos_sales',
    synced: true,
    columns: `display_id text not null, receipt_number text not null, cart_id text not null, lines jsonb not null, tenders jsonb not null,
      tax_rate_bps integer not null, total_cents bigint not null, subtotal_cents bigint not null, tax_cents bigint not null, payout_cents bigint not null,
      consignor_percentage numeric(5,2) not null, sold_at_ms bigint not null, by_uid text not null, voided_at_ms bigint, voided_by_uid text`,
    indexes: [
      'create index pos_sales_cart_id on pos_sales (cart_id)',
      'create index pos_sales_receipt_number on pos_sales (receipt_number)',
      'create index pos_sales_sold_at_ms on pos_sales (sold_at_ms)',
    ],
  },
  {
    name: 'sales',
    synced: true,
    columns: `kind text not null, pos_sale_id text collate "C", display_id text not null, item_id text, item_name text not null, barcode1 text not null,
      image_url text not null, consignor_id text collate "C", sold_quantity integer not null, sale_price_cents bigint not null,
      shipping_cost_cents bigint not null, tax_cents bigint not null, consignor_percentage numeric(5,2) not null, payout_cents bigint not null,
      shop_cents bigint not null, sold_at_ms bigint not null, by_uid text not null, voided_at_ms bigint`,
    indexes: [
      'create index sales_pos_sale_id on sales (pos_sale_id)',
      'create index sales_consignor_id on sales (consignor_id)',
      'create index sales_sold_at_ms on sales (sold_at_ms)',
    ],
  },
  {
    name: 'discrepancies',
    synced: true,
    columns: `kind text not null, item_id text, item_name text not null, sale_id text, line_id text, quantity bigint not null, opened_at_ms bigint not null,
      opened_by_uid text not null, settled_at_ms bigint, settled_by_uid text, settlement text, note text not null`,
    indexes: ['create index discrepancies_sale_id on discrepancies (sale_id)'],
  },
  {
    name: 'audit_entries',
    synced: true,
    columns: `at_ms bigint not null, by_uid text not null, action text not null, subject text not null, before jsonb not null, after jsonb not null`,
  },
  {
    name: 'stock_movements',
    synced: false,
    columns: `item_id text collate "C" not null, delta_count bigint not null, kind text not null, source_id text, command_id text not null,
      at_ms bigint not null, by_uid text not null`,
    indexes: ['create index stock_movements_item_id on stock_movements (item_id)'],
  },
  {
    name: 'ledger_entries',
    synced: false,
    columns: `posting_id text not null, account text not null, uid text, amount_cents bigint not null, kind text not null, source_id text not null,
      command_id text not null, at_ms bigint not null, by_uid text not null`,
    indexes: [
      'create index ledger_entries_posting_id on ledger_entries (posting_id)',
      'create index ledger_entries_uid on ledger_entries (uid)',
      'create index ledger_entries_source_id on ledger_entries (source_id)',
    ],
  },
]

/** Creates the tables of the collections and of the sync engine. */
export async function up(db: Kysely<never>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(`create function stamp_changed_xid() returns trigger language plpgsql as $$
    begin new.changed_xid := pg_current_xact_id(); return new; end $$`)
  const stamp = (table: string) =>
    run(`create trigger ${table}_changed before insert or update on ${table} for each row execute function stamp_changed_xid()`)

  for (const { name, columns, synced, indexes = [] } of TABLES) {
    await run(`create table ${name} (${ID}, ${columns}${synced ? `, ${SYNCED}` : ''})`)
    for (const index of indexes) await run(index)
    if (!synced) continue
    await run(`create index ${name}_changed_xid on ${name} (changed_xid, id)`)
    await run(`create index ${name}_audience on ${name} using gin (audience)`)
    await stamp(name)
  }

  await run(`create table removals (collection text collate "C" not null, row_id text collate "C" not null, audience text not null,
    removed_at timestamptz not null default now(), changed_xid xid8 not null, primary key (collection, row_id, audience))`)
  await run('create index removals_changed_xid on removals (changed_xid, collection, row_id)')
  await stamp('removals')

  await run(`create table command_log (${ID}, uid text not null, client_id text, name text not null, version integer not null, args jsonb, args_hash text not null,
    at_ms double precision not null, received_at timestamptz not null default now(), status text not null, code text, message text, fields jsonb,
    refusal_status integer)`)
  await run('create index command_log_received_at on command_log (received_at)')
  await run(`create table command_acks (client_id text not null, command_id text collate "C" not null references command_log (id), uid text not null,
    acked_at timestamptz not null default now(), changed_xid xid8 not null, primary key (client_id, command_id))`)
  await run('create index command_acks_changed_xid on command_acks (client_id, changed_xid)')
  await stamp('command_acks')

  await run('create table boots (id text primary key, xid xid8 not null, booted_at timestamptz not null default now())')
  await run('create index boots_xid on boots (xid)')
  await run(`create table cluster (one boolean primary key default true check (one), identity text not null, cursor_secret text not null,
    restore_detected_at_ms bigint, restore_confirmed_at_ms bigint)`)

  await run(`create table jobs (id text primary key, kind text not null, payload jsonb not null, schedule_key text unique, repeat_seconds integer,
    run_at timestamptz not null default now(), leased_until timestamptz, attempts integer not null default 0, max_attempts integer not null,
    status text not null default 'waiting', last_error text, created_at timestamptz not null default now())`)
  await run(`create index jobs_run_at on jobs (run_at) where status = 'waiting'`)

  await run(`create table import_chunks (import_id uuid not null, chunk_no integer not null, uid text not null, rows jsonb not null,
    created_at timestamptz not null default now(), primary key (import_id, chunk_no))`)
}

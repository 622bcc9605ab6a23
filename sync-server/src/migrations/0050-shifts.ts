import { type Kysely, sql } from 'kysely'

/** Adds shifts and cash moves, and the shift of each sale, void and return. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run('alter table pos_sales add column shift_id text, add column void_shift_id text')
  await run('alter table suspended_sales add column shift_id text')
  await run('alter table refunds add column shift_id text')
  // until now the books knew of no drawer
  await run(`update ledger_entries set account = 'cash_unassigned' where account = 'cash_drawer'`)
  // few rows: a sale without a shift stands in none of them
  for (const [table, column] of [
    ['pos_sales', 'shift_id'],
    ['pos_sales', 'void_shift_id'],
    ['refunds', 'shift_id'],
  ])
    await run(`create index ${table}_${column} on ${table} (${column}) where ${column} is not null`)
  await run(`create table shifts (id text collate "C" primary key, number integer not null, drawer text not null, client_id text not null,
    opened_at_ms bigint, opened_by_uid text, opening_cents bigint not null, expected_cents bigint not null, closed_at_ms bigint,
    closed_by_uid text, counted_cents bigint, counts jsonb not null, left_cents bigint, note text not null, z jsonb, audience text[] not null,
    changed_xid xid8 not null)`)
  await run(`create table cash_moves (id text collate "C" primary key, shift_id text not null, kind text not null, amount_cents bigint not null,
    reason text not null, at_ms bigint not null, by_uid text not null, audience text[] not null, changed_xid xid8 not null)`)
  await run('create index cash_moves_shift_id on cash_moves (shift_id)')
  for (const table of ['shifts', 'cash_moves']) {
    await run(`create index ${table}_changed_xid on ${table} (changed_xid, id)`)
    await run(`create index ${table}_audience on ${table} using gin (audience)`)
    await run(`create trigger ${table}_changed before insert or update on ${table} for each row execute function stamp_changed_xid()`)
  }
}

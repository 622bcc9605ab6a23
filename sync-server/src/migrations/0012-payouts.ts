import { type Kysely, sql } from 'kysely'

/** Adds payout requests, the payout handles that each consignor used last, and the target of charge links. */
export async function up(db: Kysely<never>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(`alter table settings add column shop_venmo text not null default ''`)
  const synced = 'audience text[] not null, changed_xid xid8 not null'
  await run(`create table payouts (id text collate "C" primary key, uid text collate "C" not null, amount_cents bigint not null, method text not null,
    handle text not null, status text not null, requested_at_ms bigint not null, settled_at_ms bigint, settled_by_uid text, ${synced})`)
  await run('create index payouts_uid on payouts (uid)')
  await run(`create table payment_infos (id text collate "C" primary key, cashtag text not null, venmo_username text not null, ${synced})`)
  for (const table of ['payouts', 'payment_infos']) {
    await run(`create index ${table}_changed_xid on ${table} (changed_xid, id)`)
    await run(`create index ${table}_audience on ${table} using gin (audience)`)
    await run(`create trigger ${table}_changed before insert or update on ${table} for each row execute function stamp_changed_xid()`)
  }
}

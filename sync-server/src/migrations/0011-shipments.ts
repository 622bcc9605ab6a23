import { type Kysely, sql } from 'kysely'

/** Adds the boxes that consignors send to the shop, and the shop's address for them. */
export async function up(db: Kysely<never>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(`alter table settings add column shop_address text not null default ''`)
  await run(`create table shipments (id text collate "C" primary key, uid text collate "C" not null, carrier text not null, tracking_number text not null,
    is_delivered boolean not null, is_processed boolean not null, submitted_at_ms bigint not null, updated_at_ms bigint not null,
    audience text[] not null, changed_xid xid8 not null)`)
  await run('create index shipments_uid on shipments (uid)')
  await run('create index shipments_changed_xid on shipments (changed_xid, id)')
  await run('create index shipments_audience on shipments using gin (audience)')
  await run('create trigger shipments_changed before insert or update on shipments for each row execute function stamp_changed_xid()')
}

import { type Kysely, sql } from 'kysely'

/** Adds the rest of a person's profile, and shipping addresses. */
export async function up(db: Kysely<never>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(`alter table users
    add column discord_id text not null default '', add column discord_username text not null default '', add column discord_linked_at_ms bigint,
    add column discord_notifications_enabled boolean not null default true, add column whop_bypass boolean not null default false,
    add column registered_domain text not null default '', add column migrated_from jsonb, add column closed_at_ms bigint`)
  await run(`create table addresses (id text collate "C" primary key, uid text collate "C" not null, name text not null, street text not null,
    city text not null, state text not null, zip text not null, country text not null, is_default boolean not null, created_at_ms bigint not null,
    audience text[] not null, changed_xid xid8 not null)`)
  await run('create index addresses_uid on addresses (uid)')
  await run('create index addresses_changed_xid on addresses (changed_xid, id)')
  await run('create index addresses_audience on addresses using gin (audience)')
  await run('create trigger addresses_changed before insert or update on addresses for each row execute function stamp_changed_xid()')
}

import { type Kysely, sql } from 'kysely'

/** Adds the categories of goods, and the category and condition of an item. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(`alter table items add column category_id text not null default '', add column condition text not null default ''`)
  await run(`create table categories (id text collate "C" primary key, name text not null, list text not null, audience text[] not null,
    changed_xid xid8 not null)`)
  await run('create index categories_list on categories (list)')
  await run('create index categories_changed_xid on categories (changed_xid, id)')
  await run('create index categories_audience on categories using gin (audience)')
  await run('create trigger categories_changed before insert or update on categories for each row execute function stamp_changed_xid()')
}

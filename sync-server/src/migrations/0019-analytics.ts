import { type Kysely, sql } from 'kysely'

/** Adds views of the shop's pages. Days follow the shop's calendar. Visitors are hashes of ids that browsers invent. They are kept only as long as
 *  they are needed to count nobody twice. */
export async function up(db: Kysely<never>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(`create table analytics_days (
    day text collate "C" primary key,
    views bigint not null default 0,
    visitors bigint not null default 0,
    new_visitors bigint not null default 0
  )`)
  await run('create table analytics_pages (day text collate "C", path text collate "C", views bigint not null, primary key (day, path))')
  await run('create table analytics_day_visitors (day text collate "C", visitor text collate "C", primary key (day, visitor))')
  await run('create table analytics_visitors (id text collate "C" primary key, last_seen_ms bigint not null)')
  await run('create index analytics_visitors_last_seen on analytics_visitors (last_seen_ms)')
  await run('alter table settings add column count_admin_visits boolean not null default false')
}

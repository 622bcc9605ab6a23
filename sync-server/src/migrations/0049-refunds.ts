import { type Kysely, sql } from 'kysely'

/** Adds returns of goods, and what came back of each sold line. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run('alter table sales add column refunded jsonb')
  await run(`create table refunds (id text collate "C" primary key, sale_id text not null, receipt_number text not null, lines jsonb not null,
    tenders jsonb not null, at_ms bigint not null, by_uid text not null, audience text[] not null, changed_xid xid8 not null)`)
  await run('create index refunds_sale_id on refunds (sale_id)')
  await run('create index refunds_changed_xid on refunds (changed_xid, id)')
  await run('create index refunds_audience on refunds using gin (audience)')
  await run('create trigger refunds_changed before insert or update on refunds for each row execute function stamp_changed_xid()')
}

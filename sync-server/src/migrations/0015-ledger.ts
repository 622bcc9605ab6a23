import { type Kysely, sql } from 'kysely'

/** Adds indexes by time, by consignor, and by kind and account, in the order of the pages, so that a page of the ledger is fast with a million
 *  entries. Adds a table for the checks of the books. Removes the two former jobs, because one job now checks books and stock. */
export async function up(db: Kysely<never>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run('alter table ledger_entries alter column posting_id type text collate "C", alter column uid type text collate "C"')
  await run('create index ledger_entries_at on ledger_entries (at_ms, posting_id)')
  await run('drop index ledger_entries_uid')
  await run('create index ledger_entries_uid on ledger_entries (uid, at_ms, posting_id)')
  await run('create index ledger_entries_kind on ledger_entries (kind, account, at_ms, posting_id)')
  await run(`create table books_checks (id text collate "C" primary key, at_ms bigint not null, took_ms bigint not null, by_uid text,
    postings_count bigint not null, balances_count bigint not null, items_count bigint not null, mismatches jsonb not null,
    audience text[] not null, changed_xid xid8 not null)`)
  await run('create index books_checks_changed_xid on books_checks (changed_xid, id)')
  await run('create index books_checks_audience on books_checks using gin (audience)')
  await run('create trigger books_checks_changed before insert or update on books_checks for each row execute function stamp_changed_xid()')
  await run(`delete from jobs where kind in ('platform.checkBooks', 'platform.checkStock')`)
}

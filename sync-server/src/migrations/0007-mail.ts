import { type Kysely, sql } from 'kysely'

/** Adds the mails that the shop wrote, with their outcomes: the queue, and the log that admins read. */
export async function up(db: Kysely<never>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(`create table mails (id text collate "C" primary key, kind text not null, to_address text not null, subject text not null, text text not null,
    html text not null, holds_secret boolean not null, by_uid text collate "C", created_at_ms bigint not null,
    state text not null check (state in ('waiting', 'sent', 'failed', 'kept')), attempts integer not null default 0, last_error text not null default '',
    answer text not null default '', settled_at_ms bigint)`)
  await run('create index mails_created_at on mails (created_at_ms desc, id)')
  await run(`create index mails_waiting on mails (id) where state = 'waiting'`)
}

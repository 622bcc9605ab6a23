import { type Kysely, sql } from 'kysely'

/** Adds the hashes of the tokens of sessions that somebody ended. A trigger writes them. Sessions that ran out are not among them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run('create table ended_sessions (token text primary key, ended_at timestamptz not null default now())')
  await run('create index ended_sessions_ended_at_idx on ended_sessions (ended_at)')
  await run(`create function remember_ended_session() returns trigger language plpgsql as $$
    begin insert into ended_sessions (token) values (old.token) on conflict do nothing; return null; end $$`)
  await run(`create trigger identity_sessions_remembered after delete on identity_sessions for each row
    when (old."expiresAt" > now()) execute function remember_ended_session()`)
}

import { type Kysely, sql } from 'kysely'

/** Adds triggers. At the commit they tell every server that a session ended, or that an account changed its role, was closed, reopened or deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(`create function tell_session_ended() returns trigger language plpgsql as $$
    begin perform pg_notify('shop_people', old."userId"); return null; end $$`)
  await run(`create trigger identity_sessions_ended after delete on identity_sessions for each row execute function tell_session_ended()`)
  await run(`create function tell_access_changed() returns trigger language plpgsql as $$
    begin perform pg_notify('shop_people', old.id); return null; end $$`)
  await run(`create trigger users_access_changed after update of role, closed_at_ms on users for each row
    when (old.role is distinct from new.role or old.closed_at_ms is distinct from new.closed_at_ms) execute function tell_access_changed()`)
  await run('create trigger users_gone after delete on users for each row execute function tell_access_changed()')
}

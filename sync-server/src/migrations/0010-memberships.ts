import { type Kysely, sql } from 'kysely'

/** Adds the membership provider's last answer about each e-mail, and the webhooks that it sent. */
export async function up(db: Kysely<never>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run('create table memberships (email text collate "C" primary key, is_member boolean not null, checked_at_ms bigint not null)')
  await run('create table membership_events (id text collate "C" primary key, received_at_ms bigint not null)')
  await run('create index membership_events_received_at on membership_events (received_at_ms)')
}

import { type Kysely, sql } from 'kysely'

/** Adds the notices that the shop sends, with recipient, channel and outcome, and the devices that get push messages. */
export async function up(db: Kysely<never>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run('alter table users add column email_notifications_enabled boolean not null default false')
  await run(
    `alter table settings add column discord_sales_channels text not null default '', add column discord_payout_channels text not null default ''`,
  )
  // a row with a null target marks that the news about its subject was taken back; later news about the subject is left out
  await run(`create table notices (id text collate "C" primary key, channel text not null, target text, reader text not null, topic text not null,
    subject text not null, lines jsonb not null, line_count integer not null, created_at_ms bigint not null,
    state text not null check (state in ('waiting', 'sent', 'failed', 'dropped')), message_id text, attempts integer not null default 0,
    last_error text not null default '', settled_at_ms bigint)`)
  await run(`create index notices_waiting on notices (channel, target) where state = 'waiting'`)
  await run('create index notices_subject on notices (subject)')
  await run('create index notices_message on notices (message_id)')
  await run('create index notices_created_at on notices (created_at_ms)')
  // a device whose session ends gets no more messages
  await run(`create table push_subscriptions (id text collate "C" primary key, uid text collate "C" not null,
    session_id text not null references identity_sessions (id) on delete cascade, endpoint text not null unique, p256dh text not null, auth text not null,
    public_key text not null, created_at_ms bigint not null)`)
  await run('create index push_subscriptions_uid on push_subscriptions (uid)')
  await run('create index push_subscriptions_session on push_subscriptions (session_id)')
}

import { type Kysely, sql } from 'kysely'

/** Adds one-time secrets and the shop's addresses. Replaces session tokens by hashes. Gives each account at a provider only one owner. */
export async function up(db: Kysely<never>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(`create table tickets (hash text primary key, kind text not null, uid text, payload jsonb not null default '{}',
    expires_at timestamptz not null, created_at timestamptz not null default now())`)
  await run('create index tickets_uid on tickets (uid, kind)')
  await run('create index tickets_expires_at on tickets (expires_at)')
  await run('create table shop_addresses (origin text primary key, seen_at timestamptz not null default now())')
  await run(`update identity_sessions set token = encode(sha256(convert_to(token, 'UTF8')), 'hex')`)
  await run('create unique index identity_accounts_provider on identity_accounts ("providerId", "accountId")')
}

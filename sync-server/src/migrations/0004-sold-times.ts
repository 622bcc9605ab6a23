import { type Kysely, sql } from 'kysely'

/** What an item remembers of its latest changes of stock, for recounts that arrive late. What a call answered under an Idempotency-Key, beside the
 *  command of that id, for the request that comes again. */
export async function up(db: Kysely<never>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(`alter table items add column recent_moves jsonb not null default '[]'`)
  await run('alter table command_log add column request_hash text, add column answer jsonb')
}

import { type Kysely, sql } from 'kysely'

/** Adds a mark for accounts without a sign-in, and an index that finds admins by their role. */
export async function up(db: Kysely<never>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run('alter table users add column is_earlier boolean not null default false')
  await run('create index users_role on users (role)')
}

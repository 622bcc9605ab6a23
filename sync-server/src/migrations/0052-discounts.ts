import { type Kysely, sql } from 'kysely'

/** Adds the discount of a cart, and the reductions of a sold line. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run('alter table carts add column discount jsonb')
  await run('alter table sales add column reductions jsonb')
}

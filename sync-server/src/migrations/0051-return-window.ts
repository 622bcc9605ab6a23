import type { Kysely } from 'kysely'

/** Adds the days in which sold goods may come back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('settings')
    .addColumn('return_window_days', 'integer', (column) => column.notNull().defaultTo(30))
    .execute()
}

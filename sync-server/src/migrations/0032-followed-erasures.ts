import type { Kysely } from 'kysely'

/** The database on which the list of erasures was last followed as a whole. A restored database has another identity, so the list is followed
 *  again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('cluster').addColumn('erasures_followed_on', 'text').execute()
}

import type { Kysely } from 'kysely'

/** Adds the identity of the database on which the whole list of erasures was last obeyed. A restored database has another identity, so the list is
 *  obeyed again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('cluster').addColumn('erasures_followed_on', 'text').execute()
}

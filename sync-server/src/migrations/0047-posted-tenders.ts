import type { Kysely } from 'kysely'

/** Says of each POS sale if the books have a posting of its tenders. Earlier releases posted none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('pos_sales')
    .addColumn('tenders_posted', 'boolean', (column) => column.notNull().defaultTo(false))
    .execute()
}

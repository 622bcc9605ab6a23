import { type Kysely, sql } from 'kysely'

/** Adds a table of the accounts whose password or second factor was changed after the backup that was restored. Their restored password is not
 *  accepted, so they have to set a new one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('password_renewals')
    .addColumn('uid', 'text', (column) => column.primaryKey().references('identity_users.id').onDelete('cascade'))
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute()
}

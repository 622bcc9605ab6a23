import { type Kysely, sql } from 'kysely'

/** Accounts whose password or second factor had been changed since the backup that was restored. The restored password signs nobody in: they have to set
 *  a new one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('password_renewals')
    .addColumn('uid', 'text', (column) => column.primaryKey().references('identity_users.id').onDelete('cascade'))
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute()
}

import { type Kysely, sql } from 'kysely'

/** Passwords that a restore brought back although they had been changed since the backup: none of them signs anybody in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('password_renewals')
    .addColumn('uid', 'text', (column) => column.primaryKey().references('identity_users.id').onDelete('cascade'))
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute()
}

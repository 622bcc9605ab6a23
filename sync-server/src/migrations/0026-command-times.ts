import { type Kysely, sql } from 'kysely'

/** Adds the date and the role of each command; both are null for commands of earlier releases. Adds the time of each till's last contact with an
 *  empty outbox, because later facts cannot be older than this contact. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('command_log').addColumn('dated_at_ms', 'double precision').addColumn('by_role', 'text').execute()
  await db.schema
    .createTable('device_contacts')
    .addColumn('client_id', 'text', (column) => column.primaryKey())
    .addColumn('contact_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('noted_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute()
}

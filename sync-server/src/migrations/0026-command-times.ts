import { type Kysely, sql } from 'kysely'

/** The time with which each command was dated, beside the device's claim and the receipt, and the role with which it ran; both are null for commands
 *  of earlier releases. Also the time of each till's last contact at which nothing was left to send: facts that arrive later cannot be older than
 *  this. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('command_log').addColumn('dated_at_ms', 'double precision').addColumn('by_role', 'text').execute()
  await db.schema
    .createTable('device_contacts')
    .addColumn('client_id', 'text', (column) => column.primaryKey())
    .addColumn('contact_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('noted_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute()
}

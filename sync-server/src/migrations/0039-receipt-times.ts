import type { Kysely } from 'kysely'

/** Adds the time at which the server received a former admin's sale, beside the time that the device claims. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('suspended_sales').addColumn('received_at_ms', 'bigint').execute()
}

import type { Kysely } from 'kysely'

/** Adds a device's report of a restore, which waits for an admin. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('cluster')
    .addColumn('restore_reported_at_ms', 'bigint')
    .addColumn('restore_reported_by', 'text')
    .addColumn('restore_report_settled_at_ms', 'bigint')
    .execute()
}

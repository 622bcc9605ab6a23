import type { Kysely } from 'kysely'

/** Adds the faults of the app that devices report. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('device_faults')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('places', 'jsonb', (column) => column.notNull())
    .addColumn('screen', 'text', (column) => column.notNull())
    .addColumn('browser', 'text', (column) => column.notNull())
    .addColumn('times', 'bigint', (column) => column.notNull())
    .addColumn('first_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('last_at_ms', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('device_faults_newest').on('device_faults').column('last_at_ms').execute()
}

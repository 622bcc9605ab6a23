import { type Kysely, sql } from 'kysely'

/** Adds the commands that the shop accepted before it was restored, and that wait for the work of other devices. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('waiting_replays')
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('uid', 'text', (column) => column.notNull())
    // JSON as text, because jsonb would not keep the arguments as the seal has them
    .addColumn('queued', 'text', (column) => column.notNull())
    .addColumn('accepted_at_ms', sql`double precision`, (column) => column.notNull())
    .addColumn('code', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('fields', 'jsonb')
    .addColumn('refusal_status', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('waiting_replays_pkey', ['client_id', 'id', 'uid'])
    .execute()
}

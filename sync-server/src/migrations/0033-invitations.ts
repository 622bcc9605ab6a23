import { type Kysely, sql } from 'kysely'

/** Adds invitations to create an account, and an index that finds known devices by their hash. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('invitations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('email', 'text')
    .addColumn('is_mailed', 'boolean', (column) => column.notNull())
    .addColumn('by_uid', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .addColumn('revoked_at', 'timestamptz')
    .addColumn('used_at', 'timestamptz')
    .addColumn('used_by', 'text')
    .execute()
  await schema.createIndex('invitations_email').on('invitations').column('email').execute()
  await schema.createIndex('known_devices_hash').on('known_devices').column('hash').execute()
}

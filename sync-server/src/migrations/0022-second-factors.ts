import { type Kysely, sql } from 'kysely'

/** Adds the last proofs of a session, people's second factors, and the demand that admins have one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.alterTable('identity_sessions').addColumn('proved_at', 'timestamptz').addColumn('second_at', 'timestamptz').execute()
  await schema
    .createTable('code_factors')
    .addColumn('uid', 'text', (column) => column.primaryKey().references('identity_users.id').onDelete('cascade'))
    .addColumn('sealed_secret', 'text', (column) => column.notNull())
    .addColumn('last_step', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('confirmed_at', 'timestamptz')
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute()
  await schema
    .createTable('recovery_codes')
    .addColumn('uid', 'text', (column) => column.notNull().references('identity_users.id').onDelete('cascade'))
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addPrimaryKeyConstraint('recovery_codes_pkey', ['uid', 'hash'])
    .execute()
  await schema
    .createTable('passkeys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('uid', 'text', (column) => column.notNull().references('identity_users.id').onDelete('cascade'))
    .addColumn('host', 'text', (column) => column.notNull())
    .addColumn('credential_id', 'text', (column) => column.notNull().unique())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('counter', 'bigint', (column) => column.notNull())
    .addColumn('transports', 'jsonb', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('last_used_at', 'timestamptz')
    .execute()
  await schema.createIndex('passkeys_uid').on('passkeys').column('uid').execute()
  await schema
    .createTable('shop_demands')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('demanded_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute()
}

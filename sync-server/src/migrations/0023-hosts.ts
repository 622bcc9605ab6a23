import { type Kysely, sql } from 'kysely'

/** Adds the hosts under which the shop answers, devices that signed in before, and mails that wait because no address for their links is confirmed.
 *  Addresses that admins used before are accepted, and so are addresses that their old sessions still use. Links in mails use none of these
 *  addresses. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('shop_addresses')
    // `used`: by an admin before this migration; `confirmed`: by an admin or the command line; `removed`: not accepted again
    .addColumn('state', 'text', (column) => column.notNull().defaultTo('used').check(sql`state in ('used', 'confirmed', 'removed')`))
    // the brand whose mails lead here
    .addColumn('brand', 'text', (column) => column.unique())
    .execute()
  await db.schema
    .createTable('host_naming_sessions')
    .addColumn('session_id', 'text', (column) => column.primaryKey().references('identity_sessions.id').onDelete('cascade'))
    .execute()
  await sql`insert into host_naming_sessions (session_id)
    select s.id from identity_sessions s join users u on u.id = s."userId" where u.role = 'admin'`.execute(db)
  await db.schema
    .createTable('known_devices')
    .addColumn('uid', 'text', (column) => column.notNull().references('identity_users.id').onDelete('cascade'))
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('used_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addPrimaryKeyConstraint('known_devices_pkey', ['uid', 'hash'])
    .execute()
  await db.schema
    .alterTable('mails')
    .addColumn('is_held', 'boolean', (column) => column.notNull().defaultTo(false))
    .execute()
}

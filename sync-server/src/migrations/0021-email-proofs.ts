import { type Kysely, sql } from 'kysely'

/** Types of the tables that this migration reads and writes. */
type Before = {
  users: { id: string; email: string; email_proved_at_ms: number | null; is_earlier: boolean; closed_at_ms: number | null }
  identity_users: { id: string; email: string; emailVerified: boolean; updatedAt: Date }
  memberships: { email: string; is_member: boolean }
  members_before_proofs: { uid: string }
}

/** Adds proofs that an e-mail belongs to its account. Sign-ups needed no proof before, so an earlier address counts as proved only if a provider or
 *  a reset link proved it. People who were members by their e-mail stay members. */
export async function up(unknown: Kysely<unknown>): Promise<void> {
  const db = unknown.withTables<Before>()
  await db.schema.alterTable('users').addColumn('email_proved_at_ms', 'bigint').execute()
  await db
    .updateTable('users')
    .from('identity_users')
    .set({ email_proved_at_ms: sql<number>`(extract(epoch from identity_users."updatedAt") * 1000)::bigint` })
    .whereRef('identity_users.id', '=', 'users.id')
    .where('identity_users.emailVerified', '=', true)
    .execute()
  await db.schema
    .createTable('email_proofs')
    .addColumn('uid', 'text', (column) => column.primaryKey().references('identity_users.id').onDelete('cascade'))
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('link_hash', 'text', (column) => column.notNull().unique())
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addColumn('guesses', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('members_before_proofs')
    .addColumn('uid', 'text', (column) => column.primaryKey().references('identity_users.id').onDelete('cascade'))
    .execute()
  await db
    .insertInto('members_before_proofs')
    .columns(['uid'])
    .expression((eb) =>
      eb
        .selectFrom('identity_users')
        .innerJoin('memberships', 'memberships.email', 'identity_users.email')
        .select('identity_users.id')
        .where('memberships.is_member', '=', true)
        .where('identity_users.emailVerified', '=', false),
    )
    .execute()
}

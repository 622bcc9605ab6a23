import type { Kysely } from 'kysely'

/** Marks sessions that began with a sign-in by a provider alone. For somebody who has a password or a second factor, such a sign-in proves nothing. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('identity_sessions')
    .addColumn('by_provider', 'boolean', (column) => column.notNull().defaultTo(false))
    .execute()
}

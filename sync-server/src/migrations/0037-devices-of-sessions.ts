import type { Kysely } from 'kysely'

/** Adds the known device of each session, so that both end together. Earlier sessions have none. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('identity_sessions').addColumn('known_device', 'text').execute()
}

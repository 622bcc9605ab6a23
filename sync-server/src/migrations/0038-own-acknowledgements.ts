import { type Kysely, sql } from 'kysely'

/** A result waits for each person apart, so that nobody who sends a command again takes away the result that its sender waits for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table command_acks drop constraint command_acks_pkey, add primary key (client_id, command_id, uid)').execute(db)
}

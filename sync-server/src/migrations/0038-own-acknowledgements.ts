import { type Kysely, sql } from 'kysely'

/** Keeps the results of each person apart, so that somebody who sends another person's command again does not take that person's result. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table command_acks drop constraint command_acks_pkey, add primary key (client_id, command_id, uid)').execute(db)
}

import { type Kysely, sql } from 'kysely'

/** Adds edits of a sale's record, which keep the values of its posting. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw('alter table sales add column booked jsonb, add column edited_at_ms bigint, add column edited_by_uid text').execute(db)
}

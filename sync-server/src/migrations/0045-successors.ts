import { type Kysely, sql } from 'kysely'

/** Adds to each earlier account the account to which it was migrated. Until now only the successor named its earlier account, and only the latest; the
 *  audit trail names all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column migrated_to text collate "C"`.execute(db)
  await sql`update users set migrated_to = moved.to_uid from (
      select migrated_from->>'uid' as from_uid, id as to_uid from users where migrated_from is not null
      union select before->>'migratedFrom', subject from audit_entries where action = 'accounts.migrate') moved
    where users.id = moved.from_uid and users.closed_at_ms is not null`.execute(db)
}

import { type Kysely, sql } from 'kysely'

/** Adds the time at which the personal data of an account was erased. The security record may now also forget the name of the person's device. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('erased_at_ms', 'bigint').execute()
  await sql`create or replace function keep_security_events() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and new.address is null and new.client in (old.client, '')
        and to_jsonb(new) - 'address' - 'client' = to_jsonb(old) - 'address' - 'client' then
        return new;
      end if;
      raise exception 'entries of the record of security are neither changed nor removed';
    end $$`.execute(db)
}

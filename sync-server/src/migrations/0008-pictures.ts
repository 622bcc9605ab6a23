import { type Kysely, sql } from 'kysely'

/** Adds triggers. When a profile no longer shows a picture of the shop, they add a job that removes the picture from the store. */
export async function up(db: Kysely<never>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(`create function remove_replaced_photo() returns trigger language plpgsql as $$
    begin
      insert into jobs (id, kind, payload, max_attempts)
        values (gen_random_uuid()::text, 'images.remove', jsonb_build_object('url', old.photo_url), 12);
      return null;
    end $$`)
  await run(`create trigger users_photo_replaced after update on users for each row
    when (old.photo_url is distinct from new.photo_url and old.photo_url like '/api/images/%') execute function remove_replaced_photo()`)
  await run(`create trigger users_photo_deleted after delete on users for each row
    when (old.photo_url like '/api/images/%') execute function remove_replaced_photo()`)
}

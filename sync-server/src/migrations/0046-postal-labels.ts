import { type Kysely, sql } from 'kysely'

/** Adds the prepaid postal labels that consignors take, and the count of those that are free. A trigger removes the file of a deleted label. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(`create table postal_labels (id text collate "C" primary key, state text not null, carrier text not null, tracking_number text not null,
    number_key text not null, file jsonb not null, added_at_ms bigint not null, uid text collate "C", shipment_id text collate "C",
    taken_at_ms bigint, audience text[] not null, changed_xid xid8 not null)`)
  await run(
    `create table label_stocks (id text collate "C" primary key, free_count integer not null, audience text[] not null, changed_xid xid8 not null)`,
  )
  for (const table of ['postal_labels', 'label_stocks']) {
    await run(`create index ${table}_changed_xid on ${table} (changed_xid, id)`)
    await run(`create index ${table}_audience on ${table} using gin (audience)`)
    await run(`create trigger ${table}_changed before insert or update on ${table} for each row execute function stamp_changed_xid()`)
  }
  for (const column of ['state', 'number_key', 'uid', 'shipment_id'])
    await run(`create index postal_labels_${column} on postal_labels (${column})`)
  await run(`create function remove_postal_label_file() returns trigger language plpgsql as $$
    begin
      insert into jobs (id, kind, payload, max_attempts)
        values (gen_random_uuid()::text, 'images.removeLabel', jsonb_build_object('name', old.file ->> 'name'), 12);
      return null;
    end $$`)
  await run('create trigger postal_labels_deleted after delete on postal_labels for each row execute function remove_postal_label_file()')
}

import { type Kysely, sql } from 'kysely'

/** Adds thumbnails of the pictures to which items link. A write of an item only records its links. After the commit the server decides which
 *  thumbnails to make or remove. */
export async function up(db: Kysely<never>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  // `id` is the SHA-256 of the link, because a link may be too long for an index
  await run(`create table thumbnails (id text collate "C" primary key, link text not null, host text not null, file text,
    state text not null check (state in ('waiting', 'made', 'none')), tries integer not null default 0, wished_at timestamptz not null,
    due_at timestamptz not null default now(), problem text)`)
  await run(`create index thumbnails_waiting on thumbnails (host, wished_at desc) where state = 'waiting'`)
  await run('create unique index thumbnails_file on thumbnails (file)')
  // `free_at`: no request is sent to the host before this time; `next_at`: no thumbnail of the host is due before this time
  await run(`create table thumbnail_hosts (host text primary key, free_at timestamptz not null default now(), next_at timestamptz not null default now(),
    failures integer not null default 0)`)
  await run(`create index thumbnail_hosts_next_at on thumbnail_hosts (next_at) where next_at < 'infinity'`)
  // no column but the id is unique, so that transactions do not wait for each other when their items show the same picture
  await run(
    'create table thumbnail_touches (id bigint generated always as identity primary key, link text not null, touched_at timestamptz not null default now())',
  )
  await run(`create index items_image_url on items using hash (image_url) where image_url <> ''`)

  await run(`create function touch_thumbnails_of_new_items() returns trigger language plpgsql as $$
    begin
      insert into thumbnail_touches (link) select distinct image_url from added where image_url <> '';
      return null;
    end $$`)
  await run(`create trigger items_picture_added after insert on items referencing new table as added for each statement
    execute function touch_thumbnails_of_new_items()`)
  await run(`create function touch_thumbnails_of_old_items() returns trigger language plpgsql as $$
    begin
      insert into thumbnail_touches (link) select distinct image_url from removed where image_url <> '';
      return null;
    end $$`)
  await run(`create trigger items_picture_removed after delete on items referencing old table as removed for each statement
    execute function touch_thumbnails_of_old_items()`)
  await run(`create function touch_replaced_thumbnails() returns trigger language plpgsql as $$
    begin
      insert into thumbnail_touches (link) select link from unnest(array[old.image_url, new.image_url]) link where link <> '';
      return null;
    end $$`)
  await run(`create trigger items_picture_replaced after update of image_url on items for each row
    when (old.image_url is distinct from new.image_url) execute function touch_replaced_thumbnails()`)

  await run(`insert into thumbnail_touches (link) select distinct image_url from items where image_url <> ''`)
}

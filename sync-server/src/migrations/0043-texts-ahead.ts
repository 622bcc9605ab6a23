import { type Kysely, sql } from 'kysely'

const SEARCHED = ['item_name', 'listing_title', 'barcode1', 'barcode2', 'location']
const columnsOf = (row: string) => SEARCHED.map((column) => `${row}.${column}`).join(', ')

/** Lets an import write the search texts of its items ahead, because indexing them takes most of its time. A text of a run in `item_text_runs` does
 *  not count yet. While a transaction sets `shop.texts_ahead`, the texts of the items that it writes are there already. */
export async function up(db: Kysely<never>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run('create table item_text_runs (id text collate "C" primary key, at timestamptz not null default now())')
  await run(`alter table item_texts add column run_id text collate "C" not null default ''`)
  await run('alter table item_texts drop constraint item_texts_pkey, add primary key (id, run_id)')
  await run(`create index item_texts_ahead on item_texts (run_id) where run_id <> ''`)
  await run(`create function item_search_text(${SEARCHED.map((column) => `${column} text`).join(', ')}) returns text language sql immutable parallel safe
    as $$ select ${SEARCHED.map((column) => `search_key(${column})`).join(` || E'\\n' || `)} $$`)
  await run(`create or replace function keep_item_texts() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        delete from item_texts where id in (select id from old_rows);
      elsif current_setting('shop.texts_ahead', true) = 'on' then
        return null;
      elsif tg_op = 'INSERT' then
        insert into item_texts (id, search_text) select id, item_search_text(${columnsOf('new_rows')}) from new_rows order by id;
      else
        update item_texts set search_text = changed.search_text
          from (select n.id, item_search_text(${columnsOf('n')}) as search_text
            from new_rows n join old_rows o on o.id = n.id where (${columnsOf('n')}) is distinct from (${columnsOf('o')})) changed
          where item_texts.id = changed.id and run_id not in (select id from item_text_runs);
      end if;
      return null;
    end $$`)
}

import { type Kysely, sql } from 'kysely'

const SEARCHED = ['item_name', 'listing_title', 'barcode1', 'barcode2', 'location']
const searchText = SEARCHED.map((column) => `search_key(${column})`).join(` || E'\\n' || `)
const columnsOf = (row: string) => `(${SEARCHED.map((column) => `${row}.${column}`).join(', ')})`

/** Adds the latest stock changes of an item, for recounts that arrive late. Adds the answer of a call under an Idempotency-Key, for repeated
 *  requests. Moves the search texts to a separate table, because a sale rewrites the item's row, and an index over texts in that row would slow each
 *  sale down. */
export async function up(db: Kysely<never>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(`alter table items add column recent_moves jsonb not null default '[]'`)
  await run('alter table command_log add column request_hash text, add column answer jsonb')

  await run('alter table items drop column search_text')
  await run('create table item_texts (id text collate "C" primary key, search_text text collate "C" not null)')
  await run(`insert into item_texts select id, ${searchText} from items`)
  await run(`create function keep_item_texts() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into item_texts select id, ${searchText} from new_rows order by id;
      elsif tg_op = 'UPDATE' then
        update item_texts set search_text = changed.search_text
          from (select n.id, ${searchText.replaceAll('search_key(', 'search_key(n.')} as search_text
            from new_rows n join old_rows o on o.id = n.id where ${columnsOf('n')} is distinct from ${columnsOf('o')}) changed
          where item_texts.id = changed.id;
      else
        delete from item_texts where id in (select id from old_rows);
      end if;
      return null;
    end $$`)
  const keep = (event: string, tables: string) =>
    run(
      `create trigger items_texts_${event} after ${event} on items referencing ${tables} for each statement execute function keep_item_texts()`,
    )
  await keep('insert', 'new table as new_rows')
  await keep('update', 'old table as old_rows new table as new_rows')
  await keep('delete', 'old table as old_rows')
}

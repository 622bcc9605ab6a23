import { type Kysely, sql } from 'kysely'

/** The characters that `normaliseSearchText` drops, as a PostgreSQL character class. NUL cannot occur in a text. */
const INVISIBLE = String.raw`[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]`

/** Adds the texts that a search compares: `searchKey` and `itemHaystack` of shared/, in SQL. A column keeps them, because normalising 100,000 rows
 *  for each search would take longer than the search. A test compares both sides. */
export async function up(db: Kysely<never>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  // names the collation, because with the C locale lower() changes only A to Z
  await run(`create function search_key(value text) returns text language sql immutable strict parallel safe as $$
    select translate(lower(btrim(translate(regexp_replace(normalize(value, NFKC), '${INVISIBLE}', '', 'g'), E'\\t\\n\\r', '   ')) collate "und-x-icu"), 'ς', 'σ') $$`)
  await run(`alter table items add column search_text text collate "C" not null generated always as (
    search_key(item_name) || E'\\n' || search_key(listing_title) || E'\\n' || search_key(barcode1) || E'\\n' || search_key(barcode2) || E'\\n' || search_key(location)
  ) stored`)
  await run('create index if not exists discrepancies_item_id on discrepancies (item_id)')
}

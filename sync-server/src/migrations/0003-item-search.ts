import { type Kysely, sql } from 'kysely'

/** The characters `normaliseSearchText` drops, as a PostgreSQL character class. NUL cannot occur in a text. */
const INVISIBLE = String.raw`[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]`

/** Texts as a search compares them: `searchKey` and `itemHaystack` of shared/, in SQL. Kept in a column, because normalising 100,000 rows for each
 *  search takes longer than searching them. A test compares both sides. */
export async function up(db: Kysely<never>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  // the collation is named: with the C locale, lower() leaves everything but a to z as it is
  await run(`create function search_key(value text) returns text language sql immutable strict parallel safe as $$
    select translate(lower(btrim(translate(regexp_replace(normalize(value, NFKC), '${INVISIBLE}', '', 'g'), E'\\t\\n\\r', '   ')) collate "und-x-icu"), 'ς', 'σ') $$`)
  await run(`alter table items add column search_text text collate "C" not null generated always as (
    search_key(item_name) || E'\\n' || search_key(listing_title) || E'\\n' || search_key(barcode1) || E'\\n' || search_key(barcode2) || E'\\n' || search_key(location)
  ) stored`)
  await run('create index if not exists discrepancies_item_id on discrepancies (item_id)')
}

import { type Kysely, sql } from 'kysely'

/** Adds `product_key`, which is equal for two barcodes if `sameBarcode` of shared/ is true for them: the shortest form of a UPC-A, EAN-13 or GTIN-14,
 *  the UPC-A of a UPC-E, else the barcode itself. It is in SQL because the marketplace groups by it. A test compares both sides. */
export async function up(db: Kysely<never>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(`create function is_gtin(code text) returns boolean language sql immutable strict parallel safe as $$
    select sum(substr(lpad(code, 14, '0'), at, 1)::integer * case when at % 2 = 1 then 3 else 1 end) % 10 = 0 from generate_series(1, 14) at $$`)
  // the letters of `0abcde#k`: # says how the maker and the product are shortened, k is the check digit; each UPC-A has only one valid short form
  await run(`create function expanded_upc_e(code text) returns text language sql immutable strict parallel safe as $$
    select case
      when code ~ '^0[0-9]{5}[0-2]' then substr(code, 1, 3) || substr(code, 7, 1) || '0000' || substr(code, 4, 3) || substr(code, 8)
      when code ~ '^0[0-9]{2}[3-9][0-9]{2}3' then substr(code, 1, 4) || '00000' || substr(code, 5, 2) || substr(code, 8)
      when code ~ '^0[0-9]{3}[1-9][0-9]4' then substr(code, 1, 5) || '00000' || substr(code, 6, 1) || substr(code, 8)
      when code ~ '^0[0-9]{4}[1-9][5-9]' then substr(code, 1, 6) || '0000' || substr(code, 7)
    end $$`)
  // most barcodes do not begin with 0 and cost one comparison; not `strict`, because PostgreSQL puts only such a function into the query itself
  await run(`create function product_key(code text) returns text language sql immutable parallel safe as $$
    select case
      when code !~ '^0([0-9]{7}|[0-9]{12,13})$' then code
      when length(code) = 8 then case when is_gtin(expanded_upc_e(code)) then expanded_upc_e(code) else code end
      when is_gtin(code) then regexp_replace(lpad(code, 14, '0'), '^00?', '')
      else code
    end $$`)
}

/** Removes the extension that a server adds when it starts. Empties each table except the list of migrations, restarts the sequences, and deletes the
 *  statistics of `analyze`. */
export const EMPTY_ALL = `
  do $$
  declare
    filled text[] := '{}';
    name text;
    has_rows boolean;
  begin
    drop extension if exists pg_trgm cascade;
    for name in select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely_%' loop
      execute format('select exists (select from %I)', name) into has_rows;
      if has_rows then filled := filled || quote_ident(name); end if;
    end loop;
    if filled <> '{}' then execute 'truncate ' || array_to_string(filled, ', ') || ' cascade'; end if;
    perform setval(oid::regclass, 1, false) from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S';
    delete from pg_statistic;
  end $$`

/** Catalogs that together show every change of the schema. pg_class is not among them, because emptying a table changes the table's row there. */
const CATALOGS =
  'pg_attribute pg_attrdef pg_constraint pg_index pg_trigger pg_proc pg_type pg_namespace pg_extension pg_rewrite pg_db_role_setting'.split(
    ' ',
  )

/** Reads the count and the latest transaction of the rows that describe the schema. */
export const SCHEMA = [...CATALOGS, 'kysely_migration']
  .map((name) => `select '${name}', count(*), max(xmin::text::bigint) from ${name}`)
  .join(' union all ')

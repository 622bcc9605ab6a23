#!/bin/bash
# Makes the role with which the servers connect. It owns the shop's database, and cannot reach the rest of the cluster. The PostgreSQL image
# runs this once, after creating the database. A second run gives the role the present password, and the objects that an earlier release made as
# superuser.
set -euo pipefail

psql --set=ON_ERROR_STOP=1 --set=password="$SHOP_PASSWORD" --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" <<'SQL'
select set_config('shop.role', 'shop', false), set_config('shop.password', :'password', false);
do $$
declare
  role text := current_setting('shop.role');
  statement text;
begin
  if not exists (select from pg_roles where rolname = role) then execute format('create role %I', role); end if;
  execute format('alter role %I with login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password %L', role,
    current_setting('shop.password'));
  execute format('alter database %I owner to %I', current_database(), role);
  execute format('alter schema public owner to %I', role);
  for statement in
    select format('alter table %s owner to %I', oid::regclass, role) from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
    union all
    select format('alter routine %s owner to %I', oid::regprocedure, role) from pg_proc p
      where pronamespace = 'public'::regnamespace and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
  loop
    execute statement;
  end loop;
end $$;
SQL

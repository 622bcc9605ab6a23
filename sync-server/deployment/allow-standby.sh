#!/bin/bash
# Lets a standby connect, and keeps the write-ahead log until the standby has fetched it. The PostgreSQL image runs this script once, after creating
# the database.
set -euo pipefail

psql --set=ON_ERROR_STOP=1 --set=password="$REPLICATION_PASSWORD" --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" <<'SQL'
create role replicator with replication login password :'password';
select pg_create_physical_replication_slot('standby');
SQL
echo 'host replication replicator all scram-sha-256' >>"$PGDATA/pg_hba.conf"

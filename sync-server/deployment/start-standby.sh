#!/bin/bash
# Runs a hot standby: copies the primary if there is no copy yet, then follows it and answers reads.
set -euo pipefail

if [ ! -d "$PGDATA" ]; then
  export PGPASSWORD="$REPLICATION_PASSWORD"
  # The copy has another name until it is complete, so that an interrupted one never counts as a database.
  copy="$PGDATA.copy"
  until rm -rf "$copy" && pg_basebackup --host="$PRIMARY_HOST" --port="${PRIMARY_PORT:-5432}" --username=replicator --pgdata="$copy" \
    --slot=standby --wal-method=stream --checkpoint=fast --write-recovery-conf; do
    sleep 5
  done
  mv "$copy" "$PGDATA"
fi
exec postgres "$@"

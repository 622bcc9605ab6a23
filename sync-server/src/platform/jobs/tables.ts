import { definePlainTable, integer, jsonb, orNull, text, timestamp, withDefault } from '../database/plain-table.ts'

/** The table of jobs, which run after a commit. */
export const jobsTable = definePlainTable('jobs', {
  id: text(),
  kind: text(),
  payload: jsonb(),
  schedule_key: orNull(text()),
  repeat_seconds: orNull(integer()),
  run_at: withDefault(timestamp()),
  leased_until: orNull(timestamp()),
  attempts: withDefault(integer()),
  max_attempts: integer(),
  status: withDefault(text<'waiting' | 'failed'>()),
  last_error: orNull(text()),
  created_at: withDefault(timestamp()),
})

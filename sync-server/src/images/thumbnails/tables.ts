import { bigint, definePlainTable, integer, orNull, text, timestamp, withDefault } from '../../platform/database/plain-table.ts'

/** Thumbnails, finished and pending. */
export const thumbnailsTable = definePlainTable('thumbnails', {
  id: text(),
  link: text(),
  host: text(),
  file: orNull(text()),
  state: text<'waiting' | 'made' | 'none'>(),
  tries: withDefault(integer()),
  wished_at: timestamp(),
  due_at: withDefault(timestamp()),
  problem: orNull(text()),
})

/** Hosts of pictures, with their pauses. */
export const thumbnailHostsTable = definePlainTable('thumbnail_hosts', {
  host: text(),
  free_at: withDefault(timestamp()),
  next_at: withDefault(timestamp()),
  failures: withDefault(integer()),
})

/** Links that items gained or lost. Triggers write these rows. */
export const thumbnailTouchesTable = definePlainTable('thumbnail_touches', {
  id: withDefault(bigint()),
  link: text(),
  touched_at: withDefault(timestamp()),
})

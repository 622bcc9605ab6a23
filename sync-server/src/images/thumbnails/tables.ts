import { bigint, definePlainTable, integer, orNull, text, timestamp, withDefault } from '../../platform/database/plain-table.ts'

/** Table of thumbnails, those there are and those to be made. */
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

/** Table of the hosts that pictures are fetched from. */
export const thumbnailHostsTable = definePlainTable('thumbnail_hosts', {
  host: text(),
  free_at: withDefault(timestamp()),
  next_at: withDefault(timestamp()),
  failures: withDefault(integer()),
})

/** Table of links whose items changed; triggers write it. */
export const thumbnailTouchesTable = definePlainTable('thumbnail_touches', {
  id: withDefault(bigint()),
  link: text(),
  touched_at: withDefault(timestamp()),
})

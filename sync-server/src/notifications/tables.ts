import type { NoticeChannel, NoticeState } from '@shop/shared/notifications/schema.ts'
import { bigint, definePlainTable, integer, jsonb, orNull, text, withDefault } from '../platform/database/plain-table.ts'
import type { Reader, Topic } from './topics.ts'

/** Notices of the shop. A mark of taken-back news has no channel, target or reader. */
export const noticesTable = definePlainTable('notices', {
  id: text(),
  channel: text<NoticeChannel | ''>(),
  target: orNull(text()),
  reader: text<Reader | ''>(),
  topic: text<Topic>(),
  subject: text(),
  lines: jsonb<readonly string[]>(),
  line_count: integer(),
  created_at_ms: bigint(),
  state: text<NoticeState>(),
  message_id: orNull(text()),
  attempts: withDefault(integer()),
  last_error: withDefault(text()),
  settled_at_ms: orNull(bigint()),
})

/** Devices that get push messages. */
export const pushSubscriptionsTable = definePlainTable('push_subscriptions', {
  id: text(),
  uid: text(),
  session_id: text(),
  endpoint: text(),
  p256dh: text(),
  auth: text(),
  public_key: text(),
  created_at_ms: bigint(),
})

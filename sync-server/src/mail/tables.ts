import type { MailState } from '@shop/shared/mail/schema.ts'
import { bigint, boolean, definePlainTable, integer, orNull, text, withDefault } from '../platform/database/plain-table.ts'

/** The mails that the shop wrote: the queue, and the log that admins read. */
export const mailsTable = definePlainTable('mails', {
  id: text(),
  kind: text(),
  to_address: text(),
  subject: text(),
  text: text(),
  html: text(),
  holds_secret: boolean(),
  by_uid: orNull(text()),
  created_at_ms: bigint(),
  state: text<MailState>(),
  attempts: withDefault(integer()),
  last_error: withDefault(text()),
  answer: withDefault(text()),
  settled_at_ms: orNull(bigint()),
  is_held: withDefault(boolean()),
})

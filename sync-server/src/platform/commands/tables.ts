import type { Actor } from '@shop/shared/kernel/define-command.ts'
import type { CommandResult } from '@shop/shared/kernel/wire.ts'
import { bigint, definePlainTable, double, integer, jsonb, orNull, text, timestamp, withDefault, xid } from '../database/plain-table.ts'

/** The table of commands, with their endings and the answers of their calls. */
export const commandLogTable = definePlainTable('command_log', {
  id: text(),
  uid: text(),
  client_id: orNull(text()),
  name: text(),
  version: integer(),
  args: orNull(jsonb()),
  args_hash: text(),
  at_ms: double(),
  received_at: withDefault(timestamp()),
  dated_at_ms: orNull(double()),
  by_role: orNull(text<Actor['role']>()),
  status: text<CommandResult['status']>(),
  code: orNull(text()),
  message: orNull(text()),
  fields: orNull(jsonb<Record<string, string>>()),
  refusal_status: orNull(integer()),
  request_hash: orNull(text()),
  answer: orNull(jsonb()),
})

/** The table of acknowledgements, which say which results a client's pulls deliver. */
export const commandAcksTable = definePlainTable('command_acks', {
  client_id: text(),
  command_id: text(),
  uid: text(),
  acked_at: withDefault(timestamp()),
  changed_xid: withDefault(xid()),
})

/** The table of commands that the shop accepted before it was restored, and that wait for the work of other devices. */
export const waitingReplaysTable = definePlainTable('waiting_replays', {
  client_id: text(),
  id: text(),
  uid: text(),
  queued: text(),
  accepted_at_ms: double(),
  code: text(),
  message: text(),
  fields: orNull(jsonb<Record<string, string>>()),
  refusal_status: integer(),
})

/** The table of each till's last contact with an empty outbox. */
export const deviceContactsTable = definePlainTable('device_contacts', {
  client_id: text(),
  contact_at_ms: bigint(),
  noted_at: withDefault(timestamp()),
})

/** The table of tombstones, which mark rows that an audience no longer sees. */
export const removalsTable = definePlainTable('removals', {
  collection: text(),
  row_id: text(),
  audience: text(),
  removed_at: withDefault(timestamp()),
  changed_xid: withDefault(xid()),
})

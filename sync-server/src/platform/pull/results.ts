import { JOURNAL_DAYS } from '@shop/shared/kernel/limits.ts'
import type { CommandResult } from '@shop/shared/kernel/wire.ts'
import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'

/** Days after which a fresh start no longer gets a result, because the device no longer keeps the command. */
const RESULT_DAYS = JOURNAL_DAYS + 15

/** Results of a client's commands in this snapshot; `since: null` asks for all that the device may still wait for. `before` holds back
 *  results whose row a paged pull may miss, because an open transaction may move that row to a position already passed. The next pull brings both. */
export async function resultsFor(
  tx: Tx,
  clientId: string,
  uid: string,
  range: { since: number | null; before: number | null },
): Promise<CommandResult[]> {
  const from =
    range.since === null
      ? sql`a.acked_at > now() - make_interval(days => ${RESULT_DAYS})`
      : sql`a.changed_xid >= ${String(range.since)}::xid8`
  const until = range.before === null ? sql`true` : sql`a.changed_xid < ${String(range.before)}::xid8`
  const { rows } = await sql<{
    id: string
    status: CommandResult['status']
    code: string | null
    message: string | null
    fields: Record<string, string> | null
  }>`
    select l.id, l.status, l.code, l.message, l.fields from command_acks a join command_log l on l.id = a.command_id
    where a.client_id = ${clientId} and a.uid = ${uid} and ${from} and ${until} order by a.changed_xid, a.command_id`.execute(tx)
  return rows.map(({ id, status, code, message, fields }) => ({
    id,
    status,
    ...(code === null ? {} : { code }),
    ...(message === null ? {} : { message }),
    ...(fields === null ? {} : { fields }),
  }))
}

import type { Actor } from '@shop/shared/kernel/define-command.ts'
import { JOURNAL_DAYS } from '@shop/shared/kernel/limits.ts'
import type { CommandResult } from '@shop/shared/kernel/wire.ts'
import { sql } from 'kysely'
import { sealOf } from '../commands/seals.ts'
import type { Tx } from '../database/database.ts'

/** Days after which a fresh start no longer gets a result, because the device no longer keeps the command. */
const RESULT_DAYS = JOURNAL_DAYS + 15

/** Results of a client's commands in this snapshot; `since: null` asks for all that the device may still wait for. `before` holds back
 *  results whose row a paged pull may miss, because an open transaction may move that row to a position already passed. The next pull brings both. */
export async function resultsFor(
  tx: Tx,
  secret: string,
  { clientId, uid, ...range }: { clientId: string; uid: string; since: number | null; before: number | null },
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
    sender: string
    args_hash: string
    dated_at_ms: number | null
    by_role: Actor['role'] | null
  }>`
    select l.id, l.status, l.code, l.message, l.fields, l.uid as sender, l.args_hash, l.dated_at_ms, l.by_role from command_acks a join command_log l on l.id = a.command_id
    where a.client_id = ${clientId} and a.uid = ${uid} and ${from} and ${until} order by a.changed_xid, a.command_id`.execute(tx)
  return rows.map(({ id, status, code, message, fields, sender, args_hash: argsHash, dated_at_ms: datedAtMs, by_role: role }) => ({
    id,
    status,
    ...(code === null ? {} : { code }),
    ...(message === null ? {} : { message }),
    ...(fields === null ? {} : { fields }),
    // a command of an earlier release, or of somebody else who sent it first, has no seal
    ...(status === 'done' && sender === uid && datedAtMs !== null && role !== null
      ? { seal: sealOf(secret, { id, uid, argsHash, datedAtMs, role }) }
      : {}),
  }))
}

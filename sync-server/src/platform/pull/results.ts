import type { Actor } from '@shop/shared/kernel/define-command.ts'
import { JOURNAL_DAYS, PAGE_BYTES } from '@shop/shared/kernel/limits.ts'
import type { CommandResult } from '@shop/shared/kernel/wire.ts'
import { sql } from 'kysely'
import { sealOf } from '../commands/seals.ts'
import type { Tx } from '../database/database.ts'

/** Age in days at which a result is no longer sent to a device that starts afresh, because the device no longer keeps the command. */
const RESULT_DAYS = JOURNAL_DAYS + 15

/** Position of the last result sent. */
export type ResultPosition = { readonly xid: number; readonly id: string }

/** A result with its position. */
type Placed = { readonly at: ResultPosition; readonly result: CommandResult }

/** The results to read. `since: null` asks for all results for which the device may still wait. `before` holds back the results of newer
 *  transactions: this paged pull may miss their rows, and the next pull brings these rows and results. `after` continues behind a page. */
export type ResultRange = {
  readonly since: number | null
  readonly before: number | null
  readonly after?: ResultPosition | undefined
  readonly limit: number
}

/** Reads a page of the results of a client's commands in this snapshot, in the order of their acknowledgements: at most `limit` of them and about
 *  PAGE_BYTES. `more`: further results follow. */
export async function resultsFor(
  tx: Tx,
  secret: string,
  { clientId, uid }: { readonly clientId: string; readonly uid: string },
  { since, before, after, limit }: ResultRange,
): Promise<{ placed: Placed[]; more: boolean }> {
  const from =
    since === null ? sql`a.acked_at > now() - make_interval(days => ${RESULT_DAYS})` : sql`a.changed_xid >= ${String(since)}::xid8`
  const until = before === null ? sql`true` : sql`a.changed_xid < ${String(before)}::xid8`
  const behind = after === undefined ? sql`true` : sql`(a.changed_xid, a.command_id) > (${String(after.xid)}::xid8, ${after.id})`
  const { rows } = await sql<{
    id: string
    xid: string
    status: CommandResult['status']
    code: string | null
    message: string | null
    fields: Record<string, string> | null
    sender: string
    args_hash: string
    dated_at_ms: number | null
    received_at: Date
    by_role: Actor['role'] | null
    is_beyond: boolean
  }>`
    select *, place > 1 and reached > ${PAGE_BYTES} as is_beyond from (
      select l.id, a.changed_xid::text as xid, l.status, l.code, l.message, l.fields, l.uid as sender, l.args_hash, l.dated_at_ms, l.received_at, l.by_role,
        row_number() over page as place, octet_length(concat(l.message, l.fields::text)) as bytes,
        sum(octet_length(concat(l.message, l.fields::text))) over page as reached
      from command_acks a join command_log l on l.id = a.command_id
      where a.client_id = ${clientId} and a.uid = ${uid} and ${from} and ${until} and ${behind}
      window page as (order by a.changed_xid, a.command_id rows unbounded preceding)
      order by a.changed_xid, a.command_id limit ${limit + 1}
    ) w where place <= 2 or reached - bytes <= ${PAGE_BYTES} order by place`.execute(tx)
  const shown = rows.slice(0, limit).filter(({ is_beyond: isBeyond }) => !isBeyond)
  const placed = shown.map(({ id, xid, status, code, message, fields, sender, args_hash: argsHash, by_role: role, ...times }) => {
    const receivedAtMs = times.received_at.getTime()
    // an ignored command has no date; its seal makes a restored shop ignore it again
    const sealed = role && { id, uid, argsHash, datedAtMs: times.dated_at_ms ?? receivedAtMs, receivedAtMs, role }
    return {
      at: { xid: Number(xid), id },
      result: {
        id,
        status,
        ...(code === null ? {} : { code }),
        ...(message === null ? {} : { message }),
        ...(fields === null ? {} : { fields }),
        // there is no seal for a command of an earlier release, or for a command that somebody else sent first
        ...(status === 'done' && sender === uid && sealed ? { seal: sealOf(secret, sealed) } : {}),
      },
    }
  })
  return { placed, more: shown.length < rows.length }
}

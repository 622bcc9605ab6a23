import type { Actor } from '@shop/shared/kernel/define-command.ts'
import { kernelRefusals, Refusal, type RefusalStatus, refusal } from '@shop/shared/kernel/errors.ts'
import type { CommandResult, QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'
import { anyOf } from '../database/expressions.ts'
import { fingerprint, storableJson } from '../database/storable-json.ts'
import { wasEverAdmin } from '../kernel/ever-admin.ts'

/** Outcome of a command, as the log stores it. */
export type Ending = { readonly status: 'done' } | { readonly status: 'rejected' | 'failed'; readonly refusal: Refusal }

/** The answer to the sender. `waits`: refused after a restore, and tried again when another device has sent its work. */
export type Answer = Ending | { readonly status: 'waits'; readonly refusal: Refusal }

/** A command and its ending, to be stored. */
export type LogEntry = {
  readonly queued: QueuedCommand
  readonly argsHash: string
  readonly ending: Ending
  /** The date that the server gave the command; null for a command that did not run, or that the shop ignored. */
  readonly datedAtMs: number | null
  readonly receivedAtMs: number
  /** The role that counted. It is `user` when an admin hands in the work of somebody who is none. */
  readonly byRole: Actor['role']
  /** True for a command that came back with the seal of an acknowledgement. */
  readonly isReturned: boolean
}

/** Log entry of a command that ended earlier. `isFromAdmin`: true unless its sender never was an admin. `isIgnored`: true for a former admin's fact
 *  that changed nothing. */
export type Known = Pick<QueuedCommand, 'name' | 'version'> & {
  readonly argsHash: string
  readonly ending: Ending
  readonly uid: string
  readonly isFromAdmin: boolean
  readonly isIgnored: boolean
}

export const hashOf = (queued: QueuedCommand) => fingerprint(queued.name, queued.version, queued.args)

/** The text that stands for the fingerprint of a command that was refused before its arguments were read. */
export const NOT_READ = 'not read'
/** The text that an earlier release stored in place of `NOT_READ`. */
const TOO_DEEP = 'too deep'

/** True when a command is sent again. The arguments are not compared if the first answer did not depend on them. */
export const isRepeat = ({ name, version, argsHash }: Pick<Known, 'name' | 'version' | 'argsHash'>, queued: QueuedCommand): boolean =>
  name === queued.name && version === queued.version && (argsHash === NOT_READ || argsHash === TOO_DEEP || argsHash === hashOf(queued))

/** Compares a stored command with a command that has the same id. Somebody who knows an id can send another command under it first. So, unless
 *  `madeBy` names the sender of the stored command,
 *  - another person's refused, failed or ignored attempt does not count (`unclaimed`);
 *  - somebody who never was an admin gets no answer to another person's done command (`reused`), except in a push if that person ever was an admin;
 *  - an admin may send another person's work, so the same command may come from both. */
export function standingOf(known: Known, queued: QueuedCommand, actor: Actor, isPushed: boolean): 'repeat' | 'reused' | 'unclaimed' {
  if (known.uid !== actor.uid && !queued.madeBy?.includes(known.uid)) {
    if (known.ending.status !== 'done' || known.isIgnored) return 'unclaimed'
    if (!wasEverAdmin(actor) && (!isPushed || !known.isFromAdmin)) return 'reused'
  }
  return isRepeat(known, queued) ? 'repeat' : 'reused'
}

/** Makes the ending of a command whose own code threw. */
export const failedEnding = (): Ending => ({
  status: 'failed',
  refusal: new Refusal(
    'FAILED',
    503,
    'The server could not record this because of an error of its own. Your entry is kept: please try it again later.',
  ),
})

/** Makes the ending of a command whose id already belongs to another command. */
export const idReused = (): Ending => ({ status: 'rejected', refusal: refusal(kernelRefusals, 'ID_REUSED') })

/** Makes the result that a client receives for an answer. A device of an earlier release could not read a status of its own for `waits`. */
export function resultOf(id: string, answer: Answer): CommandResult {
  if (answer.status === 'done') return { id, status: 'done' }
  const { code, message, fields } = answer.refusal
  return { id, status: answer.status === 'waits' ? 'failed' : answer.status, code, message, ...(fields ? { fields } : {}) }
}

/** Reads the log entries of those commands that ended earlier, by id. */
export async function knownCommands(tx: Tx, ids: readonly string[]): Promise<Map<string, Known>> {
  const { rows } = await sql<{
    id: string
    name: string
    version: number
    args_hash: string
    status: Ending['status']
    code: string | null
    message: string | null
    fields: Record<string, string> | null
    refusal_status: number | null
    uid: string
    is_from_admin: boolean
    is_ignored: boolean
  }>`select l.id, l.uid, l.name, l.version, l.args_hash, l.status, l.code, l.message, l.fields, l.refusal_status,
      coalesce(u.role = 'admin' or u.admin_until_ms is not null, true) as is_from_admin,
      l.status = 'done' and l.by_role is not distinct from 'user' and l.dated_at_ms is null as is_ignored
    from command_log l left join users u on u.id = l.uid where l.id = any(${[...ids]}::text[])`.execute(tx)
  return new Map(
    rows.map((row) => {
      const { status } = row
      const ending: Ending =
        status === 'done'
          ? { status }
          : {
              status,
              refusal: new Refusal(
                row.code ?? 'FAILED',
                (row.refusal_status ?? 409) as RefusalStatus,
                row.message ?? '',
                row.fields ?? undefined,
              ),
            }
      const { name, version, uid, is_from_admin: isFromAdmin, is_ignored: isIgnored } = row
      return [row.id, { name, version, argsHash: row.args_hash, ending, uid, isFromAdmin, isIgnored }]
    }),
  )
}

/** Removes the refused, failed and ignored attempts under these ids, with their results for clients. */
export async function removeAttempts(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.deleteFrom('command_acks').where('command_id', '=', anyOf(ids)).execute()
  const attempts = tx.deleteFrom('command_log').where('id', '=', anyOf(ids))
  await attempts.where((eb) => eb.or([eb('status', '<>', 'done'), eb.and({ by_role: 'user' }).and('dated_at_ms', 'is', null)])).execute()
}

/** Stores commands with their endings. The arguments of a refused command are not stored, because nobody reads them. An id that another transaction
 *  has stored first violates uniqueness (23505), so the batch runs again and finds that command known. */
export async function keepCommands(
  tx: Tx,
  { uid }: Pick<Actor, 'uid'>,
  clientId: string | null,
  entries: readonly LogEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const records = entries.map(({ queued, argsHash, ending, datedAtMs, receivedAtMs, byRole }) => ({
    id: queued.id,
    name: queued.name,
    version: queued.version,
    args: ending.status === 'rejected' ? null : (queued.args ?? null),
    args_hash: argsHash,
    at_ms: queued.at,
    dated_at_ms: datedAtMs,
    received_at_ms: receivedAtMs,
    by_role: byRole,
    status: ending.status,
    ...(ending.status === 'done'
      ? {}
      : {
          code: ending.refusal.code,
          message: ending.refusal.message,
          fields: ending.refusal.fields ?? null,
          refusal_status: ending.refusal.status,
        }),
  }))
  await sql`insert into command_log (id, uid, client_id, name, version, args, args_hash, at_ms, received_at, dated_at_ms, by_role, status, code, message, fields,
      refusal_status)
    select id, ${uid}, ${clientId}, name, version, args, args_hash, at_ms, to_timestamp(received_at_ms / 1000), dated_at_ms,
      by_role, status, code, message, fields, refusal_status
    from jsonb_to_recordset(${storableJson(records)}::jsonb) as c(id text, name text, version integer, args jsonb, args_hash text, at_ms double precision,
      dated_at_ms double precision, received_at_ms double precision, by_role text, status text, code text, message text, fields jsonb, refusal_status integer)
    order by id`.execute(tx)
}

/** Queues the results of these commands for a client's next pull, which delivers them in one snapshot with the rows that the commands wrote. The
 *  result of a repeated command is delivered again. */
export async function acknowledge(tx: Tx, uid: string, clientId: string, commandIds: readonly string[]): Promise<void> {
  if (commandIds.length === 0) return
  await sql`insert into command_acks (client_id, command_id, uid)
    select ${clientId}, id, ${uid} from unnest(${[...new Set(commandIds)].sort()}::text[]) as id
    on conflict (client_id, command_id, uid) do update set acked_at = now()`.execute(tx)
}

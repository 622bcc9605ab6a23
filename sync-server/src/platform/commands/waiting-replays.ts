import type { Actor } from '@shop/shared/kernel/define-command.ts'
import { kernelRefusals, Refusal, type RefusalStatus, refusal } from '@shop/shared/kernel/errors.ts'
import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../database/database.ts'
import { anyOf } from '../database/expressions.ts'
import { storableJson } from '../database/storable-json.ts'
import type { JobRequest } from '../jobs/job-store.ts'
import { type Answer, acknowledge, hashOf, keepCommands, knownCommands, type LogEntry } from './command-log.ts'

/** The job that tries the waiting commands again. */
export const RETRY_WAITING = 'replays.retry'

/** Maximum number of commands that wait for one person, and the maximum length of all of them in characters. A tablet that was offline for a week
 *  returns less. What comes beyond that ends with its refusal. */
export const MAX_WAITING = { commands: 2_000, chars: 4_000_000 } as const

/** Names a sealed command that was refused after a restore. */
export type WaitingKey = { readonly uid: string; readonly clientId: string; readonly id: string }

/** The sealed commands of a batch that wait, with their answers by id, and the job for what waited before. */
type Returned = { readonly waiting: ReadonlyMap<string, Answer>; readonly jobs: readonly JobRequest[] }

/** Keeps the refused sealed commands of a batch until an admin confirms the restore, because what comes before them may return from another device
 *  (law *Lost futures*). The others of the batch wait no longer. */
export async function settleReturned(
  tx: Tx,
  { uid }: Pick<Actor, 'uid'>,
  { clientId, commands, isRetry }: { clientId: string | null; commands: readonly QueuedCommand[]; isRetry?: boolean },
  entries: readonly LogEntry[],
): Promise<Returned> {
  const sent = commands.filter(({ replay }) => replay).map(({ id }) => id)
  if (clientId === null || sent.length === 0) return { waiting: new Map(), jobs: [] }
  const returned = entries.filter(({ isReturned }) => isReturned)
  const isOpen = returned.length > 0 && (await restoreIsOpen(tx))
  const mayWait = returned.filter(({ ending }) => ending.status === 'rejected' && ending.refusal.code !== 'ID_REUSED')
  const refused = isOpen ? await thoseThatFit(tx, uid, clientId, mayWait) : []
  const waiting = new Map(
    refused.map(({ queued }): [string, Answer] => [queued.id, { status: 'waits', refusal: refusal(kernelRefusals, 'REPLAY_WAITS') }]),
  )
  await keepWaiting(tx, uid, clientId, refused)
  await tx
    .deleteFrom('waiting_replays')
    .where('client_id', '=', clientId)
    .where('uid', '=', uid)
    .where('id', '=', anyOf(sent.filter((id) => !waiting.has(id))))
    .execute()
  const needsJob = isOpen && !isRetry && !(await retryIsDue(tx))
  return { waiting, jobs: needsJob ? [{ kind: RETRY_WAITING, payload: {} }] : [] }
}

/** The refused commands for which their sender has room beside those that wait already. */
async function thoseThatFit(tx: Tx, uid: string, clientId: string, refused: readonly LogEntry[]): Promise<readonly LogEntry[]> {
  if (refused.length === 0) return []
  const kept = await tx
    .selectFrom('waiting_replays')
    .select((eb) => ['id', 'client_id as clientId', eb.fn<number>('length', ['queued']).as('chars')])
    .where('uid', '=', uid)
    .execute()
  const known = new Set(kept.filter((one) => one.clientId === clientId).map(({ id }) => id))
  let [count, chars] = [kept.length, kept.reduce((sum, one) => sum + one.chars, 0)]
  return refused.filter(({ queued }) => {
    if (known.has(queued.id)) return true
    const length = JSON.stringify(queued).length
    if (count >= MAX_WAITING.commands || chars + length > MAX_WAITING.chars) return false
    count += 1
    chars += length
    return true
  })
}

/** True if a job that nobody has taken will try again. The lock keeps it from beginning before this transaction ends. */
async function retryIsDue(tx: Tx): Promise<boolean> {
  const due = tx.selectFrom('jobs').select('id').where('kind', '=', RETRY_WAITING).where('status', '=', 'waiting')
  return (await due.where('leased_until', 'is', null).limit(1).forUpdate().skipLocked().executeTakeFirst()) !== undefined
}

/** True while an admin has neither confirmed a restore nor answered a device's report of one. The lock makes an admin's answer wait for this
 *  transaction, so that nothing begins to wait after it. */
async function restoreIsOpen(tx: Tx): Promise<boolean> {
  const cluster = await tx
    .selectFrom('cluster')
    .select(['restore_detected_at_ms as detectedAtMs', 'restore_reported_at_ms as reportedAtMs'])
    .forShare()
    .executeTakeFirst()
  return (cluster?.detectedAtMs ?? cluster?.reportedAtMs ?? null) !== null
}

async function keepWaiting(tx: Tx, uid: string, clientId: string, refused: readonly LogEntry[]): Promise<void> {
  const records = refused.flatMap(({ queued, ending, receivedAtMs }) => {
    if (ending.status === 'done') return []
    const { code, message, fields = null, status } = ending.refusal
    return [{ id: queued.id, queued: JSON.stringify(queued), accepted_at_ms: receivedAtMs, code, message, fields, refusal_status: status }]
  })
  if (records.length === 0) return
  await sql`insert into waiting_replays (client_id, uid, id, queued, accepted_at_ms, code, message, fields, refusal_status)
    select ${clientId}, ${uid}, id, queued, accepted_at_ms, code, message, fields, refusal_status
    from jsonb_to_recordset(${storableJson(records)}::jsonb) as r(id text, queued text, accepted_at_ms double precision, code text, message text,
      fields jsonb, refusal_status integer)
    order by id
    on conflict (client_id, id, uid) do update set code = excluded.code, message = excluded.message, fields = excluded.fields,
      refusal_status = excluded.refusal_status`.execute(tx)
}

/** Lists the waiting commands whose senders have an account, in the order in which the shop accepted them before it was restored. */
export async function waitingReplays(db: Db): Promise<readonly WaitingKey[]> {
  return db
    .selectFrom('waiting_replays')
    .innerJoin('users', 'users.id', 'uid')
    .select(['uid', 'client_id as clientId', 'waiting_replays.id as id'])
    .where('closed_at_ms', 'is', null)
    .orderBy('accepted_at_ms')
    .orderBy('waiting_replays.id')
    .execute()
}

/** Reads a waiting command; undefined if it waits no more. */
export async function waitingReplay(db: Db, { uid, clientId, id }: WaitingKey): Promise<QueuedCommand | undefined> {
  const row = await db
    .selectFrom('waiting_replays')
    .select('queued')
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('uid', '=', uid)
    .executeTakeFirst()
  return row && (JSON.parse(row.queued) as QueuedCommand)
}

/** Maximum number of waiting commands that a list names. */
const LISTED = 50

/** The number of waiting commands, and the first ones with their senders, the times at which the shop accepted them, and their last refusals. */
export type WaitingList = {
  readonly count: number
  readonly entries: {
    readonly id: string
    readonly name: string
    readonly byUid: string
    /** The person concerned, if the arguments name one. */
    readonly aboutUid: string | null
    readonly amountCents: number | null
    readonly at: string
    readonly message: string
  }[]
}

/** Reads from a command's arguments whom and which amount it is about. */
function subjectOf(args: unknown): { readonly aboutUid: string | null; readonly amountCents: number | null } {
  const { uid, consignorId, amountCents } = (args ?? {}) as { uid?: unknown; consignorId?: unknown; amountCents?: unknown }
  const about = uid ?? consignorId
  return { aboutUid: typeof about === 'string' ? about : null, amountCents: typeof amountCents === 'number' ? amountCents : null }
}

/** Reads what waits, in the order in which the shop accepted it. */
export async function listWaiting(db: Db): Promise<WaitingList> {
  const { count } = await db
    .selectFrom('waiting_replays')
    .select((eb) => eb.fn.count<string>('id').distinct().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('waiting_replays')
    .select(['id', 'uid', 'queued', 'accepted_at_ms', 'message'])
    .distinctOn(['accepted_at_ms', 'id'])
    .orderBy('accepted_at_ms')
    .orderBy('id')
    .limit(LISTED)
    .execute()
  const entries = rows.map(({ id, uid, queued, accepted_at_ms: acceptedAtMs, message }) => {
    const { name, args } = JSON.parse(queued) as QueuedCommand
    return { id, name, byUid: uid, ...subjectOf(args), at: new Date(acceptedAtMs).toISOString(), message }
  })
  return { count: Number(count), entries }
}

/** Ends all waiting commands with their last refusals, unless an admin has still to answer. Answers the audiences of their senders. */
export async function endWaiting(tx: Tx): Promise<ReadonlySet<string>> {
  if (await restoreIsOpen(tx)) return new Set()
  return end(tx, await tx.deleteFrom('waiting_replays').returningAll().execute())
}

/** Ends the waiting commands that name an erased person. `patterns`: regular expressions that find the person in their JSON. */
export async function endNaming(tx: Tx, patterns: readonly string[]): Promise<ReadonlySet<string>> {
  const naming = tx
    .deleteFrom('waiting_replays')
    .where((eb) => eb.or([eb('queued', '~', anyOf(patterns)), eb('message', '~', anyOf(patterns))]))
  return end(tx, await naming.returningAll().execute())
}

type WaitingRow = {
  readonly client_id: string
  readonly id: string
  readonly uid: string
  readonly queued: string
  readonly accepted_at_ms: number
  readonly code: string
  readonly message: string
  readonly fields: Record<string, string> | null
  readonly refusal_status: number
}

async function end(tx: Tx, rows: readonly WaitingRow[]): Promise<ReadonlySet<string>> {
  const ids = rows.map(({ id }) => id)
  const ended = new Set((await knownCommands(tx, ids)).keys())
  const devices = new Map<string, WaitingRow[]>()
  for (const row of [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const device = `${row.uid} ${row.client_id}`
    devices.set(device, [...(devices.get(device) ?? []), row])
  }
  for (const sent of devices.values()) {
    const [{ uid, client_id: clientId }] = sent as [WaitingRow]
    const entries = sent.filter(({ id }) => !ended.has(id)).map(entryOf)
    await keepCommands(tx, { uid }, clientId, entries)
    for (const { queued } of entries) ended.add(queued.id)
    await acknowledge(
      tx,
      uid,
      clientId,
      sent.map(({ id }) => id),
    )
  }
  return new Set(rows.flatMap(({ uid, client_id: clientId }) => [`user:${uid}`, `client:${clientId}`]))
}

function entryOf(row: WaitingRow): LogEntry {
  const queued = JSON.parse(row.queued) as QueuedCommand
  const refused = new Refusal(row.code, row.refusal_status as RefusalStatus, row.message, row.fields ?? undefined)
  const ending = { status: 'rejected', refusal: refused } as const
  return { queued, argsHash: hashOf(queued), ending, datedAtMs: null, receivedAtMs: row.accepted_at_ms, byRole: 'user', isReturned: true }
}

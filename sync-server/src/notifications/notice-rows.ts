import {
  NOTICE_KEEP_DAYS,
  NOTICE_STALE_HOURS,
  NOTICES_PER_MESSAGE,
  type NoticeChannel,
  type NoticeState,
} from '@shop/shared/notifications/schema.ts'
import { lockNamed } from '../platform/database/expressions.ts'
import { type Db, sql, type Tx } from '../platform/database/sql.ts'
import { storableJson } from '../platform/database/storable-json.ts'
import type { Reader, Topic } from './topics.ts'

/** News for one channel, chat user, device or mailbox. */
export type NewNotice = {
  /** Derived from the command and the target, so that a repeated job adds no second notice. */
  readonly id: string
  readonly channel: NoticeChannel
  readonly target: string
  readonly reader: Reader
  readonly topic: Topic
  readonly subject: string
  readonly lines: readonly string[]
  readonly lineCount: number
}

/** A notice that is part of a message. */
export type ClaimedNotice = Pick<NewNotice, 'id' | 'topic' | 'lines' | 'lineCount'> & { readonly state: NoticeState }

/** Inserts new notices. Answers the ids of those that did not exist before. */
export async function insertNotices(tx: Tx, notices: readonly NewNotice[], nowMs: number): Promise<Set<string>> {
  if (notices.length === 0) return new Set()
  const records = notices.map(({ lineCount, ...notice }) => ({ ...notice, line_count: lineCount }))
  const { rows } = await sql<{
    id: string
  }>`insert into notices (id, channel, target, reader, topic, subject, lines, line_count, created_at_ms, state)
    select id, channel, target, reader, topic, subject, lines, line_count, ${nowMs}, 'waiting' from jsonb_to_recordset(${storableJson(records)}::jsonb)
      as n(id text, channel text, target text, reader text, topic text, subject text, lines jsonb, line_count integer)
    order by id on conflict (id) do nothing returning id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Locks a subject until the transaction ends, so that transactions about it run one after another. */
export async function lockSubject(tx: Tx, subject: string): Promise<void> {
  await tx.selectNoFrom(lockNamed(`notices ${subject}`).as('locked')).execute()
}

const markOf = (subject: string, topic: Topic) => `taken-back:${topic}:${subject}`

/** True when the news of this topic about a subject has been taken back. */
export async function isTakenBack(tx: Tx, subject: string, topic: Topic): Promise<boolean> {
  return (await tx.selectFrom('notices').select('id').where('id', '=', markOf(subject, topic)).executeTakeFirst()) !== undefined
}

/** Drops the news about a subject that no message contains yet, and prevents further news of this topic about it. Answers the targets that may have
 *  received the news. */
export async function takeBack(
  tx: Tx,
  { subject, topic, reader }: { subject: string; topic: Topic; reader: Reader },
  nowMs: number,
): Promise<{ channel: NoticeChannel; target: string }[]> {
  const dropped = { state: 'dropped', settled_at_ms: nowMs } as const
  const nobody = { channel: '', target: null, reader: '', lines: '[]', line_count: 0 } as const
  await tx
    .insertInto('notices')
    .values({ id: markOf(subject, topic), topic, subject, created_at_ms: nowMs, ...nobody, ...dropped })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const untold = tx
    .updateTable('notices')
    .set(dropped)
    .where('subject', '=', subject)
    .where('topic', '=', topic)
    .where('reader', '=', reader)
  // a notice that belongs to a message may already be on its way
  await untold.where('state', '=', 'waiting').where('message_id', 'is', null).execute()
  const told = tx.selectFrom('notices').where('subject', '=', subject).where('topic', '=', topic).where('reader', '=', reader)
  return told
    .select(['channel', 'target'])
    .where('target', 'is not', null)
    .where('state', 'in', ['waiting', 'sent'])
    .$narrowType<{ channel: NoticeChannel; target: string }>()
    .execute()
}

export async function countWaiting(db: Db | Tx): Promise<number> {
  const waiting = db.selectFrom('notices').where('state', '=', 'waiting')
  return (await waiting.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count
}

/** Reads the notices of a message. First drops notices for its target that are too old. The first attempt fills the message with the notices that
 *  wait for the target. Later attempts read the same notices, so that a repeated message has the same words. */
export async function claimMessage(
  tx: Tx,
  { messageId, channel, target }: { messageId: string; channel: NoticeChannel; target: string },
  nowMs: number,
): Promise<ClaimedNotice[]> {
  const staleMs = nowMs - NOTICE_STALE_HOURS * 3_600_000
  const late = tx.updateTable('notices').set({ state: 'dropped', settled_at_ms: nowMs }).where('created_at_ms', '<', staleMs)
  await late.where('channel', '=', channel).where('target', '=', target).where('state', '=', 'waiting').execute()
  const ofMessage = tx
    .selectFrom('notices')
    .select(['id', 'topic', 'lines', 'line_count as lineCount', 'state'])
    .where('message_id', '=', messageId)
    .orderBy('created_at_ms')
    .orderBy('id')
  const claimed = await ofMessage.execute()
  if (claimed.length > 0) return claimed.filter(({ state }) => state === 'waiting')
  const waiting = tx.selectFrom('notices').where('channel', '=', channel).where('target', '=', target).where('state', '=', 'waiting')
  const next = waiting
    .select('id')
    .where('message_id', 'is', null)
    .orderBy('created_at_ms')
    .orderBy('id')
    .limit(NOTICES_PER_MESSAGE)
    .forUpdate()
    .skipLocked()
  await tx.updateTable('notices').set({ message_id: messageId }).where('id', 'in', next).execute()
  return ofMessage.execute()
}

/** Records a failed attempt that will be repeated. */
export async function noteAttempt(db: Db, messageId: string, error: string): Promise<void> {
  await db
    .updateTable('notices')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), last_error: error }))
    .where('message_id', '=', messageId)
    .where('state', '=', 'waiting')
    .execute()
}

export async function settleMessage(
  db: Db,
  messageId: string,
  { state, error = '', nowMs }: { state: 'sent' | 'failed' | 'dropped'; error?: string; nowMs: number },
): Promise<void> {
  await db
    .updateTable('notices')
    .set((eb) => ({ state, attempts: eb('attempts', '+', 1), last_error: error, settled_at_ms: nowMs }))
    .where('message_id', '=', messageId)
    .where('state', '=', 'waiting')
    .execute()
}

export async function purgeNotices(db: Db, nowMs: number): Promise<void> {
  const oldMs = nowMs - NOTICE_KEEP_DAYS * 86_400_000
  await db.deleteFrom('notices').where('created_at_ms', '<', oldMs).execute()
}

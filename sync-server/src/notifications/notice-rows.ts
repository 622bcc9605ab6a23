import {
  NOTICE_KEEP_DAYS,
  NOTICE_STALE_HOURS,
  NOTICES_PER_MESSAGE,
  type NoticeChannel,
  type NoticeState,
} from '@shop/shared/notifications/schema.ts'
import { type Db, sql, type Tx } from '../platform/database/sql.ts'
import { storableJson } from '../platform/database/storable-json.ts'
import type { Reader, Topic } from './topics.ts'

/** One piece of news for one channel, person's chat, device or mailbox. */
export type NewNotice = {
  /** Made of the command and whom it goes to: telling again what was told changes nothing. */
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

/** Keeps new notices. Answers those that were not there before. */
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

/** One at a time says something about a subject, until the transaction ends. */
export async function lockSubject(tx: Tx, subject: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`notices ${subject}`}, 0))`.execute(tx)
}

const markOf = (subject: string, topic: Topic) => `taken-back:${topic}:${subject}`

/** Whether what could be told about a subject was taken back before. */
export async function isTakenBack(tx: Tx, subject: string, topic: Topic): Promise<boolean> {
  const { rows } = await sql`select 1 from notices where id = ${markOf(subject, topic)}`.execute(tx)
  return rows.length > 0
}

/** Drops what was not told yet about a subject, and sees to it that nothing is told any more. Answers whom it may have been told to. */
export async function takeBack(
  tx: Tx,
  { subject, topic, reader }: { subject: string; topic: Topic; reader: Reader },
  nowMs: number,
): Promise<{ channel: NoticeChannel; target: string }[]> {
  await sql`insert into notices (id, channel, target, reader, topic, subject, lines, line_count, created_at_ms, state, settled_at_ms)
    values (${markOf(subject, topic)}, '', null, '', ${topic}, ${subject}, '[]', 0, ${nowMs}, 'dropped', ${nowMs}) on conflict (id) do nothing`.execute(
    tx,
  )
  // what is part of a message is perhaps on its way
  await sql`update notices set state = 'dropped', settled_at_ms = ${nowMs}
    where subject = ${subject} and topic = ${topic} and reader = ${reader} and state = 'waiting' and message_id is null`.execute(tx)
  const { rows } = await sql<{ channel: NoticeChannel; target: string }>`select channel, target from notices
    where subject = ${subject} and topic = ${topic} and reader = ${reader} and target is not null and state in ('waiting', 'sent')`.execute(
    tx,
  )
  return rows
}

/** How many notices wait. */
export async function countWaiting(db: Db | Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from notices where state = 'waiting'`.execute(db)
  return rows[0]?.count ?? 0
}

/** The notices of a message. The first asking makes it of what waits for the target; later ones answer the same, whatever has come since: a message that is
 *  repeated says what it said. What has become old is dropped. */
export async function claimMessage(
  tx: Tx,
  { messageId, channel, target }: { messageId: string; channel: NoticeChannel; target: string },
  nowMs: number,
): Promise<ClaimedNotice[]> {
  await sql`update notices set state = 'dropped', settled_at_ms = ${nowMs}
    where channel = ${channel} and target = ${target} and state = 'waiting' and created_at_ms < ${nowMs - NOTICE_STALE_HOURS * 3_600_000}`.execute(
    tx,
  )
  const ofMessage = () =>
    sql<ClaimedNotice>`select id, topic, lines, line_count as "lineCount", state from notices
    where message_id = ${messageId} order by created_at_ms, id`.execute(tx)
  const { rows } = await ofMessage()
  if (rows.length > 0) return rows.filter(({ state }) => state === 'waiting')
  await sql`update notices set message_id = ${messageId} where id in (select id from notices
    where channel = ${channel} and target = ${target} and state = 'waiting' and message_id is null
    order by created_at_ms, id limit ${NOTICES_PER_MESSAGE} for update skip locked)`.execute(tx)
  return (await ofMessage()).rows
}

/** Notes an attempt that may be made again. */
export async function noteAttempt(db: Db, messageId: string, error: string): Promise<void> {
  await sql`update notices set attempts = attempts + 1, last_error = ${error} where message_id = ${messageId} and state = 'waiting'`.execute(
    db,
  )
}

/** Notes the end of a message. */
export async function settleMessage(
  db: Db,
  messageId: string,
  { state, error = '', nowMs }: { state: 'sent' | 'failed' | 'dropped'; error?: string; nowMs: number },
): Promise<void> {
  await sql`update notices set state = ${state}, attempts = attempts + 1, last_error = ${error}, settled_at_ms = ${nowMs}
    where message_id = ${messageId} and state = 'waiting'`.execute(db)
}

/** Forgets notices older than they are kept. */
export async function purgeNotices(db: Db, nowMs: number): Promise<void> {
  await sql`delete from notices where created_at_ms < ${nowMs - NOTICE_KEEP_DAYS * 86_400_000}`.execute(db)
}

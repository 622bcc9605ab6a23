import { storableText } from '@shop/shared/kernel/text.ts'
import { MAIL_KEEP_DAYS, type MailState } from '@shop/shared/mail/schema.ts'
import { type Db, sql, type Tx } from '../platform/database/sql.ts'

/** A mail as the database keeps it. */
export type MailRow = {
  readonly id: string
  readonly kind: string
  readonly toAddress: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly holdsSecret: boolean
  readonly byUid: string | null
  readonly createdAtMs: number
  readonly state: MailState
  readonly attempts: number
  readonly lastError: string
  readonly answer: string
  readonly settledAtMs: number | null
}

/** A mail before anything happened to it. */
export type NewMail = Omit<MailRow, 'attempts' | 'lastError' | 'answer' | 'settledAtMs'>

const COLUMNS = sql`id, kind, to_address as "toAddress", subject, text, html, holds_secret as "holdsSecret", by_uid as "byUid", created_at_ms as "createdAtMs",
  state, attempts, last_error as "lastError", answer, settled_at_ms as "settledAtMs"`

/** Keeps a new mail. False when one of this id is there already. */
export async function insertMail(tx: Tx, mail: NewMail): Promise<boolean> {
  const { id, kind, toAddress, subject, text, html, holdsSecret, byUid, createdAtMs, state } = mail
  const { rows } =
    await sql`insert into mails (id, kind, to_address, subject, text, html, holds_secret, by_uid, created_at_ms, state, settled_at_ms)
    values (${id}, ${kind}, ${toAddress}, ${subject}, ${text}, ${html}, ${holdsSecret}, ${byUid}, ${createdAtMs}, ${state}, ${state === 'kept' ? createdAtMs : null})
    on conflict (id) do nothing returning id`.execute(tx)
  return rows.length > 0
}

/** One mail; undefined when there is none of this id (any more). */
export async function findMail(db: Db | Tx, id: string): Promise<MailRow | undefined> {
  const { rows } = await sql<MailRow>`select ${COLUMNS} from mails where id = ${id}`.execute(db)
  return rows[0]
}

/** A page of the log, newest first. `recipient` is a part of the address, in lower case. */
export async function findMails(
  db: Db,
  { recipient, state, offset, limit }: { recipient: string; state: MailState | undefined; offset: number; limit: number },
): Promise<MailRow[]> {
  const { rows } = await sql<MailRow>`select ${COLUMNS} from mails
    where (${recipient} = '' or position(${storableText(recipient)} in to_address) > 0) and (${state ?? null}::text is null or state = ${state ?? null})
    order by created_at_ms desc, id desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** How many mails wait to be sent. */
export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from mails where state = 'waiting'`.execute(db)
  return rows[0]?.count ?? 0
}

/** Notes an attempt that may be made again. */
export async function noteAttempt(db: Db, id: string, error: string): Promise<void> {
  await sql`update mails set attempts = attempts + 1, last_error = ${error} where id = ${id} and state = 'waiting'`.execute(db)
}

/** Notes the end: sent or failed by an attempt, or kept because there is no mail server (any more). What was a secret is forgotten with it, unless the
 *  admin has to hand it over. */
export async function settleMail(
  db: Db,
  id: string,
  end: { state: 'sent' | 'failed' | 'kept'; error?: string; answer?: string; nowMs: number },
): Promise<void> {
  const { state, error = '', answer = '', nowMs } = end
  const forgets = sql`holds_secret and ${state !== 'kept'}::boolean`
  await sql`update mails set state = ${state}, attempts = attempts + ${state === 'kept' ? 0 : 1}, last_error = ${error}, answer = ${answer}, settled_at_ms = ${nowMs},
    text = case when ${forgets} then '' else text end, html = case when ${forgets} then '' else html end
    where id = ${id} and state = 'waiting'`.execute(db)
}

/** Puts a mail back in line that did not leave the shop. False when there is none to put. */
export async function requeueMail(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`update mails set state = 'waiting', attempts = 0, last_error = '', settled_at_ms = null
    where id = ${id} and state in ('failed', 'kept') and not holds_secret returning id`.execute(tx)
  return rows.length > 0
}

/** Puts a copy of a mail in line that was sent, as one of its own. False when there is none to copy. */
export async function copySentMail(tx: Tx, id: string, copy: { id: string; byUid: string; nowMs: number }): Promise<boolean> {
  const { rows } = await sql`insert into mails (id, kind, to_address, subject, text, html, holds_secret, by_uid, created_at_ms, state)
    select ${copy.id}, kind, to_address, subject, text, html, false, ${copy.byUid}, ${copy.nowMs}, 'waiting' from mails
    where id = ${id} and state = 'sent' and not holds_secret on conflict (id) do nothing returning id`.execute(tx)
  return rows.length > 0
}

/** Forgets mails older than the log keeps them. */
export async function purgeMails(db: Db, nowMs: number): Promise<void> {
  await sql`delete from mails where created_at_ms < ${nowMs - MAIL_KEEP_DAYS * 86_400_000}`.execute(db)
}

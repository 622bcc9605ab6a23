import { storableText } from '@shop/shared/kernel/text.ts'
import { MAIL_KEEP_DAYS, type MailState } from '@shop/shared/mail/schema.ts'
import type { Db, Tx } from '../platform/database/sql.ts'

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
  /** True when the mail waits for an admin to pass it on, even in a shop with a mail server. */
  readonly isHeld: boolean
}

/** A mail before its first attempt. */
export type NewMail = Omit<MailRow, 'attempts' | 'lastError' | 'answer' | 'settledAtMs'>

const selectMails = (db: Db | Tx) =>
  db
    .selectFrom('mails')
    .select(['id', 'kind', 'to_address as toAddress', 'subject', 'text', 'html', 'holds_secret as holdsSecret', 'by_uid as byUid'])
    .select(['created_at_ms as createdAtMs', 'state', 'attempts', 'last_error as lastError', 'answer', 'settled_at_ms as settledAtMs'])
    .select('is_held as isHeld')

/** Inserts a new mail. False when the id exists already. */
export async function insertMail(tx: Tx, mail: NewMail): Promise<boolean> {
  const { id, kind, toAddress, subject, text, html, holdsSecret, byUid, createdAtMs, state, isHeld } = mail
  const kept = await tx
    .insertInto('mails')
    .values({
      id,
      kind,
      to_address: toAddress,
      subject,
      text,
      html,
      holds_secret: holdsSecret,
      by_uid: byUid,
      created_at_ms: createdAtMs,
      state,
      is_held: isHeld,
      settled_at_ms: state === 'kept' ? createdAtMs : null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return kept !== undefined
}

/** Reads one mail; undefined when none has this id (any more). */
export async function findMail(db: Db | Tx, id: string): Promise<MailRow | undefined> {
  return selectMails(db).where('id', '=', id).executeTakeFirst()
}

/** Reads a page of the log, newest first. `recipient` is part of the address, in lower case. */
export async function findMails(
  db: Db,
  { recipient, state, offset, limit }: { recipient: string; state: MailState | undefined; offset: number; limit: number },
): Promise<MailRow[]> {
  let mails = selectMails(db)
  if (recipient !== '') mails = mails.where((eb) => eb(eb.fn<number>('strpos', ['to_address', eb.val(storableText(recipient))]), '>', 0))
  if (state !== undefined) mails = mails.where('state', '=', state)
  return mails.orderBy('created_at_ms', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).execute()
}

export async function countWaiting(db: Db): Promise<number> {
  const waiting = db.selectFrom('mails').where('state', '=', 'waiting')
  return (await waiting.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count
}

/** Records a failed attempt that will be repeated. */
export async function noteAttempt(db: Db, id: string, error: string): Promise<void> {
  await db
    .updateTable('mails')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), last_error: error }))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

/** Records the outcome: sent, failed, or kept because there is no mail server. Also erases a secret, except from a kept mail, which an admin has to
 *  pass on. */
export async function settleMail(
  db: Db,
  id: string,
  end: { state: 'sent' | 'failed' | 'kept'; error?: string; answer?: string; nowMs: number },
): Promise<void> {
  const { state, error = '', answer = '', nowMs } = end
  const wasTried = state !== 'kept'
  await db
    .updateTable('mails')
    .set((eb) => {
      const unlessSecret = (column: 'text' | 'html') => eb.case().when('holds_secret', '=', true).then('').else(eb.ref(column)).end()
      const forgotten = wasTried ? { text: unlessSecret('text'), html: unlessSecret('html') } : {}
      return { state, attempts: eb('attempts', '+', wasTried ? 1 : 0), last_error: error, answer, settled_at_ms: nowMs, ...forgotten }
    })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

/** Queues a failed or kept mail again. False when no such mail has this id, when the mail had a secret, or when it is held back. */
export async function requeueMail(tx: Tx, id: string): Promise<boolean> {
  const requeued = await tx
    .updateTable('mails')
    .set({ state: 'waiting', attempts: 0, last_error: '', settled_at_ms: null })
    .where('id', '=', id)
    .where('state', 'in', ['failed', 'kept'])
    .where('holds_secret', '=', false)
    .where('is_held', '=', false)
    .returning('id')
    .executeTakeFirst()
  return requeued !== undefined
}

/** Queues a copy of a sent mail as a new mail. False when the mail was not sent or had a secret, or when the copy exists already. */
export async function copySentMail(tx: Tx, id: string, copy: { id: string; byUid: string; nowMs: number }): Promise<boolean> {
  const copied = await tx
    .insertInto('mails')
    .columns(['id', 'by_uid', 'created_at_ms', 'state', 'kind', 'to_address', 'subject', 'text', 'html', 'holds_secret'])
    .expression((eb) =>
      eb
        .selectFrom('mails')
        .select([eb.val(copy.id).as('id'), eb.val(copy.byUid).as('by_uid'), eb.val(copy.nowMs).as('created_at_ms')])
        .select([eb.val('waiting').as('state'), 'kind', 'to_address', 'subject', 'text', 'html', 'holds_secret'])
        .where('id', '=', id)
        .where('state', '=', 'sent')
        .where('holds_secret', '=', false),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return copied !== undefined
}

export async function purgeMails(db: Db, nowMs: number): Promise<void> {
  const oldMs = nowMs - MAIL_KEEP_DAYS * 86_400_000
  await db.deleteFrom('mails').where('created_at_ms', '<', oldMs).execute()
}

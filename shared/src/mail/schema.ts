import * as z from 'zod/mini'

/** State of a mail: `waiting` for its next attempt, `sent` (a mail server accepted it), `failed` for good, or `kept` here because the shop has no
 *  mail server. */
export const mailStateSchema = z.enum(['waiting', 'sent', 'failed', 'kept'])
/** State of a mail. */
export type MailState = z.infer<typeof mailStateSchema>

/** Most characters of a subject. */
export const MAX_MAIL_SUBJECT = 200
/** Most characters of a mail's plain text. */
export const MAX_MAIL_TEXT = 100_000
/** Most characters of a mail's HTML. */
export const MAX_MAIL_HTML = 200_000
/** Most bytes of a call's body with the longest mail, in any script. */
export const MAX_MAIL_BODY_BYTES = 620_000
/** Attempts to send one mail before it is given up; about fifteen hours with the jobs' back-off. */
export const MAIL_MAX_ATTEMPTS = 24
/** Days the log keeps a mail. */
export const MAIL_KEEP_DAYS = 365
/** Most mails that wait to be sent. Beyond this number, new mails are refused until the mail server accepts some. */
export const MAIL_QUEUE_MAX = 10_000

import * as z from 'zod/mini'

/** State of a mail. `waiting`: for its next attempt; `sent`: a mail server accepted it; `failed`: given up; `kept`: not sent,
 *  because the shop has no mail server or no address for the mail's links. */
export const mailStateSchema = z.enum(['waiting', 'sent', 'failed', 'kept'])
/** State of a mail. */
export type MailState = z.infer<typeof mailStateSchema>

/** Maximum length of a subject, in characters. */
export const MAX_MAIL_SUBJECT = 200
/** Maximum length of a mail's plain text, in characters. */
export const MAX_MAIL_TEXT = 100_000
/** Maximum length of a mail's HTML, in characters. */
export const MAX_MAIL_HTML = 200_000
/** Maximum size of a call's body, in bytes. It has room for the longest mail in any script. */
export const MAX_MAIL_BODY_BYTES = 620_000
/** Number of attempts to send a mail. With the jobs' back-off they take about fourteen hours. */
export const MAIL_MAX_ATTEMPTS = 24
/** Days for which the log keeps a mail. */
export const MAIL_KEEP_DAYS = 365
/** Maximum number of mails that wait to be sent. Beyond this number, new mails are refused until the mail server accepts some. */
export const MAIL_QUEUE_MAX = 10_000

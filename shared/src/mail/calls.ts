import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { idSchema } from '../kernel/ids.ts'
import { pageQuery } from '../kernel/page-query.ts'
import { requiredText } from '../kernel/text.ts'
import { mailRefusals } from './errors.ts'
import { FILL_IN_ALL, recipientSchema, subjectSchema } from './rules/mail-form.ts'
import { MAX_MAIL_HTML, mailStateSchema } from './schema.ts'

const { MAIL_NOT_FOUND, MAIL_NOT_RESENDABLE, MAIL_SENT_MEANWHILE } = mailRefusals

/** A mail as the log lists it. */
export const loggedMailSchema = z.object({
  id: z.string(),
  /** What it was for: `mail.written` in the e-mail tool, else the feature's own name for it. */
  kind: z.string(),
  email: z.string(),
  subject: z.string(),
  state: mailStateSchema,
  /** Attempts at sending it so far. */
  attempts: z.int(),
  /** What the mail server said to the last attempt that failed; '' when none did. */
  lastError: z.string(),
  /** What the mail server said when it took the mail; '' before. */
  answer: z.string(),
  createdAt: z.string(),
  /** When it was sent, given up or kept; null while it waits. */
  settledAt: z.nullable(z.string()),
  /** Who wrote it; null for the shop's own mails. */
  byUid: z.nullable(z.string()),
  canResend: z.boolean(),
})
/** A mail as the log lists it. */
export type LoggedMail = z.infer<typeof loggedMailSchema>

/** A mail with its words. */
export const openedMailSchema = z.extend(loggedMailSchema, {
  text: z.string(),
  /** The whole mail as its reader sees it. */
  html: z.string(),
  /** Whether the words are kept from the log: they hold a link for the reader alone. `text` and `html` are '' then. */
  isHidden: z.boolean(),
})
/** A mail with its words. */
export type OpenedMail = z.infer<typeof openedMailSchema>

/** Mails in one page of the log. */
export const MAIL_PAGE_SIZE = 50

/** Sends what an admin wrote. `htmlContent` may come from anywhere: a few tags of text (`a[href]`, `b`, `blockquote`, `br`, `em`, `h1`…`h3`, `hr`, `i`,
 *  `li`, `ol`, `p`, `strong`, `u`, `ul`) pass; every other tag is shown as the text it is, so that nothing disappears unseen, and every other attribute is
 *  left out. `isChanged` says that one of the two happened. Without a mail server the mail is kept and counts as sent (design §9). */
export const sendEmailCall = defineCall({
  name: 'mail.sendEmail',
  method: 'POST',
  path: '/admin/send-email',
  access: 'admin',
  summary: 'Sends an e-mail. A repetition with the same id sends nothing more.',
  body: z.object({
    id: z.optional(idSchema),
    email: recipientSchema,
    subject: subjectSchema,
    htmlContent: requiredText(MAX_MAIL_HTML, FILL_IN_ALL),
  }),
  output: z.object({ success: z.literal(true), mail: loggedMailSchema, isChanged: z.boolean() }),
})

/** The log, newest first. */
export const listMailsCall = defineCall({
  name: 'mail.listMails',
  method: 'GET',
  path: '/admin/mails',
  access: 'admin',
  summary: `Lists the mails of the shop, newest first, ${MAIL_PAGE_SIZE} a page; q is a part of the recipient's address.`,
  query: z.object({
    q: z.optional(z.string().check(z.maxLength(500, 'At most 500 characters'))),
    state: z.optional(mailStateSchema),
    page: pageQuery,
  }),
  /** `hasServer`: whether mails leave the shop; without, they are kept in the log. */
  output: z.object({ mails: z.array(loggedMailSchema), hasMore: z.boolean(), hasServer: z.boolean() }),
})

/** One mail of the log. */
export const openMailCall = defineCall({
  name: 'mail.openMail',
  method: 'GET',
  path: '/admin/mails/{id}',
  access: 'admin',
  summary:
    'Answers one mail of the log with its words, unless these are a secret between the shop and the reader. A secret that nothing else delivers is shown, and the audit log notes to whom.',
  params: z.object({ id: z.string() }),
  output: openedMailSchema,
  refusals: { MAIL_NOT_FOUND },
})

/** Sends a mail again: what failed or was only kept is the same mail, under way again; of one that was sent, the answer is a copy, unless it is to go only
 *  because it did not leave the shop. */
export const resendMailCall = defineCall({
  name: 'mail.resendMail',
  method: 'POST',
  path: '/admin/mails/{id}/resend',
  access: 'admin',
  summary: 'Sends a mail again that failed or was kept while the shop had no mail server, and a copy of one that was sent.',
  params: z.object({ id: z.string() }),
  query: z.object({
    /** `unsent`: no copy of a mail that was sent since it was looked at. */
    only: z.optional(z.literal('unsent')),
  }),
  output: loggedMailSchema,
  refusals: { MAIL_NOT_FOUND, MAIL_NOT_RESENDABLE, MAIL_SENT_MEANWHILE },
})

import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { kernelRefusals } from '../kernel/errors.ts'
import { idSchema } from '../kernel/ids.ts'
import { pageQuery } from '../kernel/page-query.ts'
import { requiredText } from '../kernel/text.ts'
import { mailRefusals } from './errors.ts'
import { FILL_IN_ALL, recipientSchema, subjectSchema } from './rules/mail-form.ts'
import { MAX_MAIL_BODY_BYTES, MAX_MAIL_HTML, mailStateSchema } from './schema.ts'

const { MAIL_NOT_FOUND, MAIL_NOT_RESENDABLE, MAIL_SENT_MEANWHILE } = mailRefusals

/** A mail in the log's list. */
export const loggedMailSchema = z.object({
  id: z.string(),
  /** Purpose of the mail. `mail.written`: an admin wrote it in the e-mail tool; all other names come from the feature that sends the mail. */
  kind: z.string(),
  email: z.string(),
  subject: z.string(),
  state: mailStateSchema,
  /** Number of attempts to send the mail so far. */
  attempts: z.int(),
  /** Reason why the last attempt failed; '' before the first failure and after a success. */
  lastError: z.string(),
  /** The mail server's answer when it accepted the mail; '' before. */
  answer: z.string(),
  createdAt: z.string(),
  /** Time at which the mail was sent, given up or kept; null while it waits. */
  settledAt: z.nullable(z.string()),
  /** Author of the mail; null for the shop's own mails. */
  byUid: z.nullable(z.string()),
  canResend: z.boolean(),
  /** True when an admin has to hand the mail on, because no address for its links is configured or confirmed. */
  isHeld: z.boolean(),
})
/** A mail in the log's list. */
export type LoggedMail = z.infer<typeof loggedMailSchema>

/** A mail with its text. */
export const openedMailSchema = z.extend(loggedMailSchema, {
  text: z.string(),
  /** The whole mail as its reader sees it. */
  html: z.string(),
  /** True when `text` and `html` are '', because the mail contains a secret for its recipient, such as a link. */
  isHidden: z.boolean(),
})
/** A mail with its text. */
export type OpenedMail = z.infer<typeof openedMailSchema>

/** Number of mails on one page of the log. */
export const MAIL_PAGE_SIZE = 50

/** Sends an admin's mail; without a mail server, keeps it. The sanitiser lets only a few tags of `htmlContent` pass, and `isChanged` is true when it
 *  changed anything. */
export const sendEmailCall = defineCall({
  name: 'mail.sendEmail',
  method: 'POST',
  path: '/admin/send-email',
  access: 'admin',
  assurance: 'recent',
  cost: 'mail',
  summary: 'Sends an e-mail. Repeating the call with the same id sends nothing more.',
  body: z.object({
    id: z.optional(idSchema),
    email: recipientSchema,
    subject: subjectSchema,
    htmlContent: requiredText(MAX_MAIL_HTML, FILL_IN_ALL),
  }),
  maxBodyBytes: MAX_MAIL_BODY_BYTES,
  output: z.object({ success: z.literal(true), mail: loggedMailSchema, isChanged: z.boolean() }),
})

/** Lists the log, newest first. */
export const listMailsCall = defineCall({
  name: 'mail.listMails',
  method: 'GET',
  path: '/admin/mails',
  access: 'admin',
  cost: 'search',
  summary: `Lists the mails of the shop, newest first, ${MAIL_PAGE_SIZE} a page; \`q\` matches any part of the recipient’s address.`,
  query: z.object({
    q: z.optional(z.string().check(z.maxLength(500, 'At most 500 characters'))),
    state: z.optional(mailStateSchema),
    page: pageQuery,
  }),
  /** `hasServer`: true when the shop has a mail server. Without one, the log keeps the mails. */
  output: z.object({ mails: z.array(loggedMailSchema), hasMore: z.boolean(), hasServer: z.boolean() }),
})

/** Opens one mail of the log. */
export const openMailCall = defineCall({
  name: 'mail.openMail',
  method: 'GET',
  path: '/admin/mails/{id}',
  access: 'admin',
  summary:
    'Returns one mail of the log. A text with a secret for its recipient is left out if the shop can deliver the mail in another way; otherwise it is returned, and the audit log notes who read it.',
  params: z.object({ id: z.string() }),
  output: openedMailSchema,
  /** PROOF_NEEDED only when the text contains a secret. */
  refusals: { MAIL_NOT_FOUND, PROOF_NEEDED: kernelRefusals.PROOF_NEEDED },
})

/** Sends a failed or kept mail again. For a sent mail, it sends a copy and returns the copy. */
export const resendMailCall = defineCall({
  name: 'mail.resendMail',
  method: 'POST',
  path: '/admin/mails/{id}/resend',
  access: 'admin',
  cost: 'mail',
  summary: 'Sends a mail again that failed or was kept without a mail server; of a sent mail, sends a copy.',
  params: z.object({ id: z.string() }),
  query: z.object({
    /** `unsent`: refuses to send a copy of a mail that was sent already. */
    only: z.optional(z.literal('unsent')),
  }),
  output: loggedMailSchema,
  refusals: { MAIL_NOT_FOUND, MAIL_NOT_RESENDABLE, MAIL_SENT_MEANWHILE },
})

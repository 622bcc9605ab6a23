import * as z from 'zod/mini'
import { emailSchema, MAX_EMAIL } from '../../accounts/rules.ts'
import { oneLine, requiredText } from '../../kernel/text.ts'
import { MAX_MAIL_SUBJECT } from '../schema.ts'

/** Error message for a mail without recipient, subject or message. */
export const FILL_IN_ALL = 'Please fill in all fields'
/** Error message for a message that is too long for a mail. */
export const TOO_LONG = 'This message is too long'
/** Error message for HTML with too deeply nested tags. */
export const TOO_NESTED = 'This message has too many tags inside one another'
/** Error message for a recipient that is not an address. */
export const NOT_AN_ADDRESS = 'Please enter a valid email address'

/** Maximum length of a typed message, in characters. */
export const MAX_MAIL_MESSAGE = 20_000

/** Address of the recipient, trimmed and in lower case. */
export const recipientSchema = z.pipe(
  z.string(FILL_IN_ALL).check(
    z.refine((email) => email.trim() !== '', { message: FILL_IN_ALL, abort: true }),
    z.refine((email) => email.length <= MAX_EMAIL && emailSchema.safeParse(email).success, NOT_AN_ADDRESS),
  ),
  z.transform((email) => email.trim().toLowerCase()),
)

/** A subject: one line of 1…200 characters. */
export const subjectSchema = z
  .pipe(requiredText(MAX_MAIL_SUBJECT, FILL_IN_ALL), z.transform(oneLine))
  .check(z.refine((subject) => subject !== '', FILL_IN_ALL))

/** The form of the e-mail tool. `email`: the custom address if one is typed, otherwise that of the selected user. */
export const mailFormSchema = z.object({
  email: recipientSchema,
  subject: subjectSchema,
  message: requiredText(MAX_MAIL_MESSAGE, FILL_IN_ALL),
})

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for an HTML element or an attribute in quotation marks. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')

/** Converts a typed message to escaped HTML with `<br>` for each line break. */
export const htmlOfMessage = (message: string): string => escapeHtml(message.trim()).replace(/\r\n?|\n/g, '<br>')

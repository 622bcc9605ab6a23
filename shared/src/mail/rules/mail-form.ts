import * as z from 'zod/mini'
import { emailSchema, MAX_EMAIL } from '../../accounts/rules.ts'
import { oneLine, requiredText } from '../../kernel/text.ts'
import { MAX_MAIL_SUBJECT } from '../schema.ts'

/** What is said of a mail without recipient, subject or message (spec §5 Email tool). */
export const FILL_IN_ALL = 'Please fill in all fields'
/** What is said of a message that is longer than a mail may be. */
export const TOO_LONG = 'This message is too long'
/** What is said of HTML whose tags stand inside one another by the hundreds. */
export const TOO_NESTED = 'This message has too many tags inside one another'
/** What is said of a recipient that is not an address (spec §5 Email tool). */
export const NOT_AN_ADDRESS = 'Please enter a valid email address'

/** Most characters of a message as it is typed. */
export const MAX_MAIL_MESSAGE = 20_000

/** The address a mail goes to: trimmed and lower-cased. */
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

/** The form of the e-mail tool. A custom address overrides the selected user (spec §5): `email` is the one that counts. */
export const mailFormSchema = z.object({
  email: recipientSchema,
  subject: subjectSchema,
  message: requiredText(MAX_MAIL_MESSAGE, FILL_IN_ALL),
})

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text as HTML shows it unchanged, in an element or in a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')

/** A typed message as HTML: escaped first, then each line break becomes `<br>` (spec §5 Email tool). */
export const htmlOfMessage = (message: string): string => escapeHtml(message.trim()).replace(/\r\n?|\n/g, '<br>')

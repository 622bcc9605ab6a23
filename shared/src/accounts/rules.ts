import * as z from 'zod/mini'
import { requiredText } from '../kernel/text.ts'

/** Fewest characters of a password (spec §9). */
export const MIN_PASSWORD = 6
/** Most characters of a password, counted as the identity provider counts (UTF-16: most emoji are two): more only costs time to hash. */
export const MAX_PASSWORD = 128
/** Most characters of an e-mail address (RFC 5321). */
export const MAX_EMAIL = 254

const comparableEmail = z.pipe(
  z.string('Invalid email address.').check(z.maxLength(MAX_EMAIL, 'Invalid email address.')),
  z.transform((email) => email.trim().toLowerCase()),
)

/** An e-mail address as it is kept and compared: trimmed, lower-cased. */
export const emailSchema = z.pipe(comparableEmail, z.email('Invalid email address.'))

const TOO_LONG = `Password should be at most ${MAX_PASSWORD} characters.`

const chosenPassword = (tooShort: string) =>
  z.string(tooShort).check(
    z.minLength(MIN_PASSWORD, tooShort),
    z.maxLength(MAX_PASSWORD, TOO_LONG),
    // zod counts code points: what it lets through beyond this, the identity provider would refuse at each sign-in
    z.refine(({ length }) => length <= MAX_PASSWORD, TOO_LONG),
    z.refine((password) => password.isWellFormed() && !password.includes('\u0000'), 'This password has characters that cannot be typed.'),
  )

/** A password somebody chooses. Kept as typed; NUL and lone surrogates, which no keyboard types, are refused. */
export const newPasswordSchema = chosenPassword('Password should be at least 6 characters.')

/** A password set up beside another way of signing in: the same, in the words of spec §5 Backup password. */
export const backupPasswordSchema = chosenPassword('Password must be at least 6 characters')

/** What the second field says when it is not the first one again (spec §5 Backup password). */
export const PASSWORDS_DIFFER = 'Passwords do not match'

/** A password somebody signs in with. */
export const givenPasswordSchema = z
  .string('Please enter your password')
  .check(z.minLength(1, 'Please enter your password'), z.maxLength(1_000, 'Incorrect password.'))

/** How a person wants to be called. */
export const displayNameSchema = requiredText(100, 'Please enter your name')

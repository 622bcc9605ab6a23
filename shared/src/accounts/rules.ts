import * as z from 'zod/mini'
import { KNOWN_DEVICE_TOKENS_MAX } from '../kernel/limits.ts'
import { requiredText } from '../kernel/text.ts'

/** Minimum length of a password. */
export const MIN_PASSWORD = 6
/** Maximum length of a password, because a longer one would only take longer to hash. Counted in UTF-16 units, as the identity provider counts
 *  them, so most emoji count as two. */
export const MAX_PASSWORD = 128
/** Maximum length of an e-mail address (RFC 5321). */
export const MAX_EMAIL = 254

const KNOWN_DEVICE_TOKENS = new RegExp(`^[\\w-]{43}(?: [\\w-]{43}){0,${KNOWN_DEVICE_TOKENS_MAX - 1}}$`)

const comparableEmail = z.pipe(
  z.string('Invalid email address.').check(z.maxLength(MAX_EMAIL, 'Invalid email address.')),
  z.transform((email) => email.trim().toLowerCase()),
)

/** An e-mail address, ready to store and compare: trimmed, in lower case. */
export const emailSchema = z.pipe(comparableEmail, z.email('Invalid email address.'))

const TOO_LONG = `Password should be at most ${MAX_PASSWORD} characters.`

const chosenPassword = (tooShort: string) =>
  z.string(tooShort).check(
    z.minLength(MIN_PASSWORD, tooShort),
    z.maxLength(MAX_PASSWORD, TOO_LONG),
    // zod counts code points: a longer password would pass here, and the identity provider would refuse it at each sign-in
    z.refine(({ length }) => length <= MAX_PASSWORD, TOO_LONG),
    z.refine((password) => password.isWellFormed() && !password.includes('\u0000'), 'This password has characters that cannot be typed.'),
  )

/** A new password, kept as typed. NUL and lone surrogates, which no keyboard types, are refused. */
export const newPasswordSchema = chosenPassword('Password should be at least 6 characters.')

/** A password set up beside another way to sign in: the rules of `newPasswordSchema`, but another message for a short password. */
export const backupPasswordSchema = chosenPassword('Password must be at least 6 characters')

/** Error message for a repeated password that differs. */
export const PASSWORDS_DIFFER = 'Passwords do not match'

/** A password at sign-in. */
export const givenPasswordSchema = z
  .string('Please enter your password')
  .check(z.minLength(1, 'Please enter your password'), z.maxLength(1_000, 'Incorrect password.'))

/** Tokens that sign-ins to one account or several gave this device, separated by spaces. Anything without the form of such tokens counts as none. */
export const knownDeviceSchema = z.pipe(
  z.unknown(),
  z.transform((tokens) => (typeof tokens === 'string' && KNOWN_DEVICE_TOKENS.test(tokens) ? tokens : undefined)),
)

/** A person's display name. */
export const displayNameSchema = requiredText(100, 'Please enter your name')

/** A set-up code as typed: case, spaces and hyphens do not count. */
export const setUpCodeSchema = z.pipe(
  z.string().check(z.maxLength(100)),
  z.transform((code) => code.replace(/[\s-]/g, '').toUpperCase()),
)

/** Number of digits in the mailed code that proves an address. */
export const EMAIL_CODE_DIGITS = 6

const EMAIL_CODE_FORM = `Please enter the ${EMAIL_CODE_DIGITS} digits of the mail`

/** The mailed code as typed or pasted: spaces and hyphens do not count. */
export const emailCodeSchema = z.pipe(
  z.pipe(
    z.string(EMAIL_CODE_FORM).check(z.maxLength(100, EMAIL_CODE_FORM)),
    z.transform((code) => code.replace(/[\s-]/g, '')),
  ),
  z.string().check(z.refine((code) => /^\d+$/.test(code) && code.length === EMAIL_CODE_DIGITS, EMAIL_CODE_FORM)),
)

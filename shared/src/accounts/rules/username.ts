import * as z from 'zod/mini'

/** Fewest and most characters of a username. */
export const USERNAME_LENGTH = { min: 3, max: 20 } as const

/** Error message for an invalid username. */
export const USERNAME_INVALID = 'Username must be 3-20 characters (letters, numbers, hyphens, underscores)'

const USERNAME = new RegExp(`^[A-Za-z0-9_-]{${USERNAME_LENGTH.min},${USERNAME_LENGTH.max}}$`)

/** A username, ready to store: trimmed, with letters a to z in lower case, digits, hyphens, underscores. */
export const usernameSchema = z.pipe(
  // checked before the lower-casing, because a few letters of other alphabets become ASCII in lower case
  z.string(USERNAME_INVALID).check(z.refine((name) => USERNAME.test(name.trim()), USERNAME_INVALID)),
  z.transform((name) => name.trim().toLowerCase()),
)

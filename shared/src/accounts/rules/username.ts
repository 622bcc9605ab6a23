import * as z from 'zod/mini'

/** Fewest and most characters of a username (spec §9). */
export const USERNAME_LENGTH = { min: 3, max: 20 } as const

/** What is said of a name that no username may be (spec §5). */
export const USERNAME_INVALID = 'Username must be 3-20 characters (letters, numbers, hyphens, underscores)'

const USERNAME = new RegExp(`^[A-Za-z0-9_-]{${USERNAME_LENGTH.min},${USERNAME_LENGTH.max}}$`)

/** A username as it is kept: trimmed, letters a to z in lower case, digits, hyphens, underscores. */
export const usernameSchema = z.pipe(
  // looked at before it is lower-cased: a few letters of other alphabets have a lower case among a to z
  z.string(USERNAME_INVALID).check(z.refine((name) => USERNAME.test(name.trim()), USERNAME_INVALID)),
  z.transform((name) => name.trim().toLowerCase()),
)

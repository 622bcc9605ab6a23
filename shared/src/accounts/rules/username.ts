import * as z from 'zod/mini'

/** Minimum and maximum length of a username, in characters. */
export const USERNAME_LENGTH = { min: 3, max: 20 } as const

/** Error message for an invalid username. */
export const USERNAME_INVALID = 'Username must be 3-20 characters (letters, numbers, hyphens, underscores)'

const USERNAME = new RegExp(`^[A-Za-z0-9_-]{${USERNAME_LENGTH.min},${USERNAME_LENGTH.max}}$`)

/** A username of letters a to z, digits, hyphens and underscores, trimmed and in lower case. */
export const usernameSchema = z.pipe(
  // checked before the lower-casing, because a few letters of other alphabets become ASCII in lower case
  z.string(USERNAME_INVALID).check(z.refine((name) => USERNAME.test(name.trim()), USERNAME_INVALID)),
  z.transform((name) => name.trim().toLowerCase()),
)

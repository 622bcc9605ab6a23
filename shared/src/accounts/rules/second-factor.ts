import * as z from 'zod/mini'

/** Number of recovery codes that a person gets together. */
export const RECOVERY_CODES = 10

/** Number of letters and digits in a recovery code. */
export const RECOVERY_CODE_LENGTH = 16

/** Error message for text that cannot be a code of an authenticator app. */
export const SIX_DIGITS = 'Please enter the six digits that your app shows.'

/** A code of an authenticator app as typed. Spaces are ignored. */
export const codeSchema = z.pipe(
  z.pipe(
    z.string(SIX_DIGITS).check(z.maxLength(50, SIX_DIGITS)),
    z.transform((typed) => typed.replace(/\s/g, '')),
  ),
  z.string().check(z.regex(/^\d{6}$/, SIX_DIGITS)),
)

/** Error message for text that cannot be a recovery code. */
export const RECOVERY_CODE_SHAPE = `A recovery code has ${RECOVERY_CODE_LENGTH} letters and digits.`

/** A recovery code as typed. Case, spaces and hyphens are ignored. */
export const recoveryCodeSchema = z.pipe(
  z.pipe(
    z.string(RECOVERY_CODE_SHAPE).check(z.maxLength(100, RECOVERY_CODE_SHAPE)),
    z.transform((typed) => typed.replace(/[\s-]/g, '').toUpperCase()),
  ),
  z.string().check(z.regex(/^[2-9A-HJ-NP-Z]{16}$/, RECOVERY_CODE_SHAPE)),
)

/** Error message for a body with no answer, or with several. */
export const ONE_ANSWER = 'Please send one answer.'

/** Counts the answers that were given. */
export const countGiven = (...answers: readonly unknown[]): number => answers.filter((answer) => answer !== undefined).length

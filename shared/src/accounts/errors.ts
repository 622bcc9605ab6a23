import { defineRefusals } from '../kernel/errors.ts'

/** Refusals of accounts and of signing in. The sentences of sign-in are the spec's (§8 Login). */
export const accountRefusals = defineRefusals({
  EMAIL_IN_USE: { status: 409, message: 'This email is already registered. Try signing in instead.' },
  USER_NOT_FOUND: { status: 401, message: 'No account found with this email.' },
  WRONG_PASSWORD: { status: 401, message: 'Incorrect password.' },
  TOO_MANY_ATTEMPTS: { status: 429, message: 'Too many attempts. Please wait a moment and try again.', retryable: true },
  ACCOUNT_NOT_FOUND: { status: 404, message: 'This user does not exist (any more).' },
  /** Before the first admin exists nobody else can join. */
  SET_UP_NEEDED: { status: 409, message: 'This shop is not set up yet. Please open it in a browser and set it up first.', retryable: true },
  ALREADY_SET_UP: { status: 409, message: 'This shop is already set up. Please sign in.' },
  LAST_ADMIN: { status: 409, message: 'This is the only admin. Make somebody else an admin first.' },
})

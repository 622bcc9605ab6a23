import { defineRefusals } from '../kernel/errors.ts'

/** Refusals of accounts and of signing in. */
export const accountRefusals = defineRefusals({
  EMAIL_IN_USE: { status: 409, message: 'This email is already registered. Try signing in instead.' },
  USER_NOT_FOUND: { status: 401, message: 'No account found with this email.' },
  WRONG_PASSWORD: { status: 401, message: 'Incorrect password.' },
  /** The shop was restored from a backup that is older than this account's password. The server says so before it checks any password. */
  PASSWORD_RENEWAL_NEEDED: {
    status: 403,
    message:
      'The shop was restored from a backup that is older than your password. Please reset it: choose “Forgot password?”, or ask an admin of the shop for a link.',
  },
  TOO_MANY_ATTEMPTS: { status: 429, message: 'Too many attempts. Please wait a moment and try again.', retryable: true },
  PASSWORD_COMMON: { status: 400, message: 'This is one of the commonest passwords, which are tried first. Please choose another one.' },
  PASSWORD_PERSONAL: { status: 400, message: 'Your own e-mail address or name is tried first. Please choose another password.' },
  ACCOUNT_NOT_FOUND: { status: 404, message: 'This user does not exist (any more).' },
  /** Nobody can join before the first admin exists. */
  SET_UP_NEEDED: { status: 409, message: 'This shop is not set up yet. Please open it in a browser and set it up first.', retryable: true },
  ALREADY_SET_UP: { status: 409, message: 'This shop is already set up. Please sign in.' },
  /** Not 401, because nobody can sign in yet. */
  SET_UP_CODE_WRONG: {
    status: 403,
    message: 'This is not the set-up code. The server prints a new one each time it starts, and only the newest works.',
  },
  RESET_LINK_INVALID: { status: 409, message: 'This link has expired or was already used. Please ask for a new one.' },
  /** An earlier account, the role of an admin and a second factor need a confirmed e-mail. */
  EMAIL_NOT_PROVED: {
    status: 409,
    message: 'The e-mail of this account is not confirmed yet. Please ask the person to confirm it, or vouch for them.',
  },
  /** Not 401, because the caller is signed in. */
  CURRENT_PASSWORD_WRONG: { status: 400, message: 'Incorrect password.' },
  EMAIL_HAS_PASSWORD: { status: 409, message: 'This email already has a password set up' },
  PASSWORD_ALREADY_SET: { status: 409, message: 'Password is already set up for this account' },
  SESSION_NOT_FOUND: { status: 404, message: 'This device is signed out already.' },
  PROVIDER_NOT_CONFIGURED: { status: 503, message: 'This way of signing in is not set up in this shop.' },
  PROVIDER_PROVES_NOTHING: { status: 409, message: 'You have a password or a second step here. Please show with it that it is you.' },
  PROVIDER_UNREACHABLE: { status: 503, message: 'The sign-in provider does not answer. Please try again in a moment.', retryable: true },
  SIGN_IN_TOKEN_INVALID: { status: 409, message: 'This sign-in took too long or was completed already. Please try again.' },
  LAST_ADMIN: { status: 409, message: 'This is the only admin. Make somebody else an admin first.' },
})

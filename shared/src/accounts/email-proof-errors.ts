import { defineRefusals } from '../kernel/errors.ts'

// a separate file, because the till loads the other refusals at the start
/** Refusals of proving an e-mail. */
export const emailProofRefusals = defineRefusals({
  EMAIL_CODE_WRONG: { status: 400, message: 'These are not the digits of the newest mail. Please look again.' },
  EMAIL_CODE_OLD: {
    status: 409,
    message: 'These digits do not work any more. Please ask for another mail.',
  },
  EMAIL_LINK_OLD: {
    status: 409,
    message: 'This link is too old, or a newer mail took its place. Please ask for another mail under Profile.',
  },
  /** Not 401, because nobody has to sign in. The password is needed because a person who reads the mail need not be the owner of the account. */
  EMAIL_LINK_NEEDS_PASSWORD: { status: 403, message: 'Please enter the password of this account.' },
  EMAIL_PROVED_ALREADY: { status: 409, message: 'This e-mail is confirmed already.' },
})

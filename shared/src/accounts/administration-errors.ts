import { defineRefusals } from '../kernel/errors.ts'

/** Refusals of user administration. */
export const administrationRefusals = defineRefusals({
  OWN_ACCOUNT: { status: 403, message: 'You cannot delete your own account.' },
  ACCOUNT_CLOSED: { status: 409, message: 'This account is closed.' },
  ACCOUNT_EXISTS: { status: 409, message: 'There is an account with this id already.' },
  EARLIER_ACCOUNT_EXISTS: { status: 409, message: 'There is an account without a sign-in for this e-mail already.' },
  EARLIER_USERNAME_TAKEN: { status: 409, message: 'Username already taken' },
  /** The two are not an earlier account and an open account with the same e-mail, or the earlier one is closed and was not migrated to the other. */
  NOT_MIGRATABLE: { status: 409, message: 'These two accounts do not belong to the same person.' },
  ALREADY_MIGRATED: { status: 409, message: 'The earlier account was migrated already.' },
  NOBODY_SIGNS_IN: { status: 409, message: 'Nobody signs in to this account, so there is nobody to vouch for.' },
  /** A POS sale of the account arrived between the caller's read and the migration. */
  ACCOUNT_CHANGED: { status: 409, message: 'This account has changed meanwhile. Please try again.', retryable: true },
})

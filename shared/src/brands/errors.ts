import { defineRefusals } from '../kernel/errors.ts'

/** Message for a user whose membership does not count yet, because the user has not confirmed the e-mail. */
export const MEMBERSHIP_NEEDS_PROOF = 'Please confirm your e-mail first. Your membership counts from then on.'

/** Refusals of the variants of the product. */
export const brandRefusals = defineRefusals({
  /** A user of the paid variant has no active membership and no bypass. */
  MEMBERSHIP_REQUIRED: { status: 403, message: 'This shop needs a membership. Yours is not active.' },
  /** The user belongs to the other variant. */
  DOMAIN_DENIED: { status: 403, message: 'Domain access denied' },
  /** The user's membership is unknown, and the provider does not answer. */
  MEMBERSHIP_UNKNOWN: {
    status: 503,
    message: 'Your membership cannot be checked right now. Please try again in a moment.',
    retryable: true,
  },
  /** A webhook lacks a valid, fresh signature. */
  SIGNATURE_INVALID: { status: 403, message: 'The signature of this request is missing, wrong or too old.' },
})

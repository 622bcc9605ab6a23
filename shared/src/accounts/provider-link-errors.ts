import { defineRefusals } from '../kernel/errors.ts'

// a separate file, because the till loads the other refusals at the start
/** Refusals of unlinking an account of a provider. */
export const providerLinkRefusals = defineRefusals({
  LINK_NOT_FOUND: { status: 404, message: 'This account is not linked any more.' },
  LAST_WAY_IN: { status: 409, message: 'You have no password here yet. Please set one first, so that you can still sign in.' },
})

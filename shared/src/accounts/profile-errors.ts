import { defineRefusals } from '../kernel/errors.ts'
import { MAX_ADDRESSES } from './rules/address.ts'

/** Refusals of a person's own profile. */
export const profileRefusals = defineRefusals({
  USERNAME_TAKEN: { status: 409, message: 'Username already taken' },
  ADDRESS_NOT_FOUND: { status: 404, message: 'This address does not exist (any more).' },
  ADDRESS_EXISTS: { status: 409, message: 'This address was already added.' },
  TOO_MANY_ADDRESSES: { status: 409, message: `You can keep ${MAX_ADDRESSES} addresses at most. Please delete one first.` },
})

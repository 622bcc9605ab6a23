import type { User } from '@shop/shared/accounts/schema.ts'
import { brandRefusals } from '@shop/shared/brands/errors.ts'
import type { SessionState, SessionUser } from '../ports/contract.ts'
import type { StoredSession } from '../store/device-store.ts'

const DAY_MS = 86_400_000

export const SIGNED_OUT: SessionState = { status: 'signedOut', user: null, lockReason: null, lockCode: null }

/** Nobody is signed in any more, because the server ended the sign-in. */
export const endedBy = (ending: NonNullable<SessionState['ending']>): SessionState => ({ ...SIGNED_OUT, ending })

/** Somebody signed in without the membership that this variant of the product requires. */
export const LACKS_MEMBERSHIP: SessionState = {
  ...SIGNED_OUT,
  lockReason: brandRefusals.MEMBERSHIP_REQUIRED.message,
  lockCode: 'MEMBERSHIP_REQUIRED',
}

/** Codes with which the server closes the shop to a person, on any request and on the profile. */
export const SHUT_OUT: ReadonlySet<string> = new Set(['MEMBERSHIP_REQUIRED', 'DOMAIN_DENIED'] satisfies (keyof typeof brandRefusals)[])

/** Returns the reason why a device that was offline for too long stays closed; null while it may open. A clock that was set back does not close
 *  it. */
export function tooLongAlone({ lastContactAtMs, offlineDays }: StoredSession): string | null {
  if (Date.now() - lastContactAtMs <= offlineDays * DAY_MS) return null
  return `This device has not reached the shop’s server for more than ${offlineDays} days. Connect it to go on; the work on it is kept.`
}

/** The fields of a person that the device keeps. */
export function profileOf({ id, email, displayName, username, role }: User): SessionUser {
  return { uid: id, email, displayName, username, role }
}

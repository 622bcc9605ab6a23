import type { User } from '@shop/shared/accounts/schema.ts'
import { brandRefusals } from '@shop/shared/brands/errors.ts'
import type { SessionState, SessionUser } from '../ports/contract.ts'
import type { StoredSession } from '../store/device-store.ts'

const DAY_MS = 86_400_000

/** Nobody uses this device. */
export const SIGNED_OUT: SessionState = { status: 'signedOut', user: null, lockReason: null, lockCode: null }

/** Somebody signed in who may not use this variant without a membership. */
export const LACKS_MEMBERSHIP: SessionState = {
  ...SIGNED_OUT,
  lockReason: brandRefusals.MEMBERSHIP_REQUIRED.message,
  lockCode: 'MEMBERSHIP_REQUIRED',
}

/** With these the server closes the shop to a person, whatever was asked: the profile says the same. */
export const SHUT_OUT: ReadonlySet<string> = new Set(['MEMBERSHIP_REQUIRED', 'DOMAIN_DENIED'] satisfies (keyof typeof brandRefusals)[])

/** Why a device that was alone for too long stays closed; null while it may open. A clock set back does not close it. */
export function tooLongAlone({ lastContactAtMs, offlineDays }: StoredSession): string | null {
  if (Date.now() - lastContactAtMs <= offlineDays * DAY_MS) return null
  return `This device has not reached the shop’s server for more than ${offlineDays} days. Connect it to go on; the work on it is kept.`
}

/** A person as the device keeps them. */
export function profileOf({ id, email, displayName, username, role }: User): SessionUser {
  return { uid: id, email, displayName, username, role }
}

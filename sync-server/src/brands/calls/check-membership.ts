import { checkMembership } from '@shop/shared/brands/calls.ts'
import { kernelRefusals } from '@shop/shared/kernel/errors.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { RateLimiter } from '../../platform/http/rate-limiter.ts'
import { TooMany } from '../../platform/kernel/too-many.ts'
import type { Admission } from '../admission.ts'

/** Checks of one user: so many at once, and a minute in the long run. */
const CHECKS = 10

/** POST /membership/check. */
export const checkMembershipCall = (admission: Admission) => {
  const checks = new RateLimiter(CHECKS, CHECKS)
  return implementCall(checkMembership, async ({ actor, origin }) => {
    const waitSeconds = checks.take(actor.uid)
    if (waitSeconds > 0) throw new TooMany('TOO_MANY_REQUESTS', kernelRefusals.TOO_MANY_REQUESTS.message, waitSeconds)
    return admission.recheck(actor, origin)
  })
}

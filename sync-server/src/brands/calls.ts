import { checkMembershipCall, getBrandCall } from '@shop/shared/brands/calls.ts'
import { kernelRefusals } from '@shop/shared/kernel/errors.ts'
import { type CallImplementation, implementCall, implementPublicCall } from '../platform/http/implement-call.ts'
import { RateLimiter } from '../platform/http/rate-limiter.ts'
import { TooMany } from '../platform/kernel/too-many.ts'
import type { Admission } from './admission.ts'
import type { Brands } from './brands.ts'
import type { Variants } from './variants.ts'

/** GET /brand. */
export const handleGetBrand = (brands: Brands) => implementPublicCall(getBrandCall, ({ origin }) => brands.pageOf(brands.ofOrigin(origin)))

/** Number of checks that one user may ask for: in a burst, and then per minute. */
const CHECKS = 10

/** POST /membership/check. */
export const handleCheckMembership = (admission: Admission) => {
  const checks = new RateLimiter(CHECKS, CHECKS)
  return implementCall(checkMembershipCall, async ({ actor, origin }) => {
    const waitSeconds = checks.take(actor.uid)
    if (waitSeconds > 0) throw new TooMany('TOO_MANY_REQUESTS', kernelRefusals.TOO_MANY_REQUESTS.message, waitSeconds)
    return admission.recheck(actor, origin)
  })
}

export const brandsCalls = ({ variants }: { variants: Variants }): readonly CallImplementation[] => [
  handleGetBrand(variants.brands),
  handleCheckMembership(variants.admission),
]

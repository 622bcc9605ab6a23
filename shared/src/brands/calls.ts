import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { brandRefusals } from './errors.ts'
import { pageBrandSchema } from './schema.ts'

/** The brand of the host the request is made to. */
export const getBrandCall = defineCall({
  name: 'brands.getBrand',
  method: 'GET',
  path: '/brand',
  access: 'public',
  summary: 'Answers the brand of this host: title, colour, contact, and whether users need a membership.',
  output: pageBrandSchema,
})

/** Looks a membership up at once. */
export const checkMembershipCall = defineCall({
  name: 'brands.checkMembership',
  method: 'POST',
  path: '/membership/check',
  access: 'user',
  admitsOutsiders: true,
  summary: 'Asks the membership provider anew whether the caller is a member. Made after subscribing; at most a few times a minute.',
  output: z.object({
    /** Whether the caller may use this variant now. */
    active: z.boolean(),
    /** The e-mail that a membership is looked up by. */
    email: z.string(),
  }),
  refusals: { DOMAIN_DENIED: brandRefusals.DOMAIN_DENIED, MEMBERSHIP_UNKNOWN: brandRefusals.MEMBERSHIP_UNKNOWN },
})

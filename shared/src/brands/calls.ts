import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { brandRefusals } from './errors.ts'
import { pageBrandSchema } from './schema.ts'

/** Gets the brand of the request's host. */
export const getBrandCall = defineCall({
  name: 'brands.getBrand',
  method: 'GET',
  path: '/brand',
  access: 'public',
  summary: 'Returns the brand of this host: title, colour, contact, and whether users need a membership.',
  output: pageBrandSchema,
})

/** Asks the membership provider again whether the caller is a member. */
export const checkMembershipCall = defineCall({
  name: 'brands.checkMembership',
  method: 'POST',
  path: '/membership/check',
  access: 'user',
  admitsOutsiders: true,
  summary:
    'Asks the membership provider again whether the caller is a member, for example after subscribing. May be called a few times a minute.',
  output: z.object({
    /** True when the caller may use this variant now. */
    active: z.boolean(),
    /** The e-mail used to look up the membership. */
    email: z.string(),
    /** False when the caller has to confirm the e-mail before a membership counts. */
    emailProved: z.optional(z.boolean()),
  }),
  refusals: { DOMAIN_DENIED: brandRefusals.DOMAIN_DENIED, MEMBERSHIP_UNKNOWN: brandRefusals.MEMBERSHIP_UNKNOWN },
})

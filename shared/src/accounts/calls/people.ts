import * as z from 'zod/mini'
import { defineCall } from '../../kernel/define-call.ts'
import { accountRefusals } from '../errors.ts'
import { ownUserSchema, restUserSchema } from './own-user.ts'

/** A user in the lists for admins. */
export const adminUserSchema = z.extend(restUserSchema, {
  /** False for a closed account, and for one that was made for a consignor who has not joined. */
  hasSignIn: z.boolean(),
  /** Time at which the account was closed; null while it is open. */
  closedAt: z.nullable(z.string()),
  /** True when the person proved the e-mail, or an admin vouched for it. */
  emailProved: z.boolean(),
})

/** `closed=true` adds closed accounts to a list. */
export const closedQuerySchema = z.object({ closed: z.optional(z.enum(['true', 'false'], 'Please send true or false')) })

/** Gets one user's profile. */
export const getUserCall = defineCall({
  name: 'accounts.getUser',
  method: 'GET',
  path: '/auth/users/{id}',
  access: { ownerParam: 'id' },
  summary: 'Returns one user with their shipping addresses: admins may read anybody, others only themselves.',
  params: z.object({ id: z.string() }),
  output: ownUserSchema,
  refusals: { ACCOUNT_NOT_FOUND: accountRefusals.ACCOUNT_NOT_FOUND },
})

/** Maximum number of users in one search answer. */
export const USER_SEARCH_LIMIT = 20

/** Finds users for a suggestion list. */
export const searchUsersCall = defineCall({
  name: 'accounts.searchUsers',
  method: 'GET',
  path: '/auth/search',
  access: 'admin',
  cost: 'search',
  summary: `Finds at most ${USER_SEARCH_LIMIT} users by a part of their e-mail, username or display name, among those who have an e-mail.`,
  query: z.extend(closedQuerySchema, { q: z.optional(z.string().check(z.maxLength(500, 'At most 500 characters'))) }),
  output: z.object({ users: z.array(z.pick(restUserSchema, { uid: true, email: true, username: true, displayName: true })) }),
})

/** Maximum number of users in one list. */
export const USER_LIST_LIMIT = 10_000

/** Lists at most `USER_LIST_LIMIT` users for admins; closed accounts only on request. */
export const listUsersCall = defineCall({
  name: 'accounts.listUsers',
  method: 'GET',
  path: '/auth/all-users',
  access: 'admin',
  cost: 'search',
  summary: 'Lists all users; closed=true includes closed accounts.',
  query: closedQuerySchema,
  output: z.object({ users: z.array(adminUserSchema), hasMore: z.boolean() }),
})

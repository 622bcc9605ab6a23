import * as z from 'zod/mini'
import { defineCall } from '../../kernel/define-call.ts'
import { accountRefusals } from '../errors.ts'
import { addressSchema, migratedFromSchema, roleSchema } from '../schema.ts'

/** A user in a REST body. */
export const restUserSchema = z.object({
  uid: z.string(),
  email: z.string(),
  displayName: z.string(),
  username: z.nullable(z.string()),
  role: roleSchema,
  photoURL: z.string(),
  /** Available balance, in dollars. */
  balance: z.number(),
  /** True when the user needs no membership in the paid variant. */
  whopBypass: z.boolean(),
  /** The linked chat account; null for none. */
  discord: z.nullable(z.object({ id: z.string(), username: z.string(), linkedAt: z.nullable(z.string()) })),
  discordNotificationsEnabled: z.boolean(),
  emailNotificationsEnabled: z.boolean(),
  /** Host name of the only variant this user may use; '' for any. */
  registeredDomain: z.string(),
  migratedFrom: z.nullable(migratedFromSchema),
  createdAt: z.string(),
})
/** A user in a REST body. */
export type RestUser = z.infer<typeof restUserSchema>

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

/** A shipping address in a REST body. */
export const restAddressSchema = z.extend(z.omit(addressSchema, { uid: true, createdAtMs: true }), { id: z.string() })
/** A shipping address in a REST body. */
export type RestAddress = z.infer<typeof restAddressSchema>

/** A user in an answer to that user or an admin. The shipping addresses come in the order in which they were added. */
export const ownUserSchema = z.extend(restUserSchema, { addresses: z.array(restAddressSchema) })

/** Gets the caller's own profile. */
export const getMeCall = defineCall({
  name: 'accounts.getMe',
  method: 'GET',
  path: '/auth/me',
  access: 'user',
  summary: 'Returns the signed-in user.',
  /** `offlineDays`: days for which the app works without reaching the server. `sealingKey`: the server's public key for work that stays on a device
   *  after a sign-out, in base64url. */
  output: z.extend(ownUserSchema, { offlineDays: z.int(), sealingKey: z.string() }),
})

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

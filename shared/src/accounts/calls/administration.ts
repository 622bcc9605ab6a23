import * as z from 'zod/mini'
import { defineCall } from '../../kernel/define-call.ts'
import { kernelRefusals } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { optionalText } from '../../kernel/text.ts'
import { administrationRefusals } from '../administration-errors.ts'
import { accountRefusals } from '../errors.ts'
import { domainSchema, userChangesSchema } from '../rules/edited-user.ts'
import { emailSchema } from '../rules.ts'
import { roleSchema } from '../schema.ts'
import { restUserSchema } from './own-user.ts'
import { adminUserSchema, closedQuerySchema } from './people.ts'

const { ACCOUNT_NOT_FOUND, EMAIL_NOT_PROVED } = accountRefusals
const { ACCOUNT_CLOSED, ACCOUNT_EXISTS, EARLIER_ACCOUNT_EXISTS, OWN_ACCOUNT, NOT_MIGRATABLE, ACCOUNT_CHANGED } = administrationRefusals

const idPath = z.object({ id: z.string() })
const messageAnswer = z.object({ message: z.string() })

/** Lists at most `USER_LIST_LIMIT` users for admins; closed accounts only on request. */
export const listAdminUsersCall = defineCall({
  name: 'accounts.listAdminUsers',
  method: 'GET',
  path: '/admin/users',
  access: 'admin',
  cost: 'search',
  summary: 'Lists all users; closed=true includes closed accounts.',
  query: closedQuerySchema,
  output: z.object({ success: z.literal(true), users: z.array(adminUserSchema), hasMore: z.boolean() }),
})

/** Lets an admin create an account without a sign-in. Anybody who names their own uid gets their existing profile. */
export const addUserCall = defineCall({
  name: 'accounts.createUser',
  method: 'POST',
  path: '/auth/users',
  access: 'user',
  summary:
    'Creates an account without a sign-in for a consignor; only admins may do so, and for the role of an admin only with their second factor, or a sign-in or proof, in the last 15 minutes. For the caller’s own uid, returns the existing profile.',
  body: z.object({
    uid: z.optional(idSchema),
    email: z.optional(z.union([z.literal(''), emailSchema], 'Invalid email address.')),
    displayName: optionalText(100),
    /** Role of the new account; user by default. Ignored for the caller's own profile. */
    role: z.optional(roleSchema),
  }),
  output: restUserSchema,
  refusals: { ACCOUNT_EXISTS, EARLIER_ACCOUNT_EXISTS, PROOF_NEEDED: kernelRefusals.PROOF_NEEDED },
})

/** Edits a user's display name or membership bypass. */
export const editUserCall = defineCall({
  name: 'accounts.changeUser',
  method: 'PUT',
  path: '/auth/users/{id}',
  access: 'admin',
  assurance: 'recent',
  summary: 'Changes the given fields of a user: display name or membership bypass.',
  params: idPath,
  body: z.pick(userChangesSchema, { displayName: true, whopBypass: true }),
  output: z.extend(restUserSchema, { message: z.string() }),
  refusals: { ACCOUNT_NOT_FOUND, ACCOUNT_CLOSED },
})

/** Closes somebody's account. */
export const closeAccountCall = defineCall({
  name: 'accounts.deleteUser',
  method: 'DELETE',
  path: '/auth/users/{id}',
  access: 'admin',
  assurance: 'second',
  summary: 'Deletes a user: removes sign-in, addresses, picture and chat link; items, sales and balance stay with the closed account.',
  params: idPath,
  output: messageAnswer,
  refusals: { ACCOUNT_NOT_FOUND, OWN_ACCOUNT },
})

/** Migrates somebody's earlier account. */
export const migrateAccountCall = defineCall({
  name: 'accounts.migrateUser',
  method: 'POST',
  path: '/auth/users/{id}/migrate',
  access: 'admin',
  assurance: 'second',
  summary:
    'Moves items, sales, shipments and balance of the earlier account with the same e-mail to this one, and closes the earlier account.',
  params: idPath,
  output: messageAnswer,
  refusals: { ACCOUNT_NOT_FOUND, ACCOUNT_CLOSED, NOT_MIGRATABLE, EMAIL_NOT_PROVED, ACCOUNT_CHANGED },
})

/** Moves somebody to the paid variant. */
export const migrateDomainCall = defineCall({
  name: 'accounts.migrateUserDomain',
  method: 'POST',
  path: '/auth/users/{id}/migrate-domain',
  access: 'admin',
  assurance: 'second',
  summary: 'Binds a user to the paid variant, named by its domain; no other domain is accepted.',
  params: idPath,
  body: z.object({ targetDomain: domainSchema }),
  output: messageAnswer,
  refusals: { ACCOUNT_NOT_FOUND, ACCOUNT_CLOSED },
})

/** Outcome of one person's migration. */
export const migrationDetailSchema = z.object({
  status: z.enum(['migrated', 'skipped', 'failed']),
  email: z.string(),
  uid: z.string(),
  /** Reason of the failure. */
  error: z.optional(z.string()),
  /** Reason of the skip. */
  reason: z.optional(z.string()),
})
/** Outcome of one person's migration. */
export type MigrationDetail = z.infer<typeof migrationDetailSchema>

/** Outcome of a bulk migration: migrated + skipped + failed = totalUsers. */
export const migrationResultSchema = z.object({
  totalUsers: z.int(),
  migrated: z.int(),
  skipped: z.int(),
  failed: z.int(),
  details: z.array(migrationDetailSchema),
})
/** Outcome of a bulk migration. */
export type MigrationResult = z.infer<typeof migrationResultSchema>

/** Migrates every earlier account whose person has joined and proved the e-mail. */
export const migrateAllAccountsCall = defineCall({
  name: 'accounts.migrateAllUsers',
  method: 'POST',
  path: '/auth/migrate-all',
  access: 'admin',
  assurance: 'second',
  cost: 'check',
  summary: 'Migrates every user who has an earlier account. May be repeated.',
  output: migrationResultSchema,
})

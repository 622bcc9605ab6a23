import * as z from 'zod/mini'
import { defineCall } from '../../kernel/define-call.ts'
import { accountRefusals } from '../errors.ts'
import { backupPasswordSchema, emailSchema, givenPasswordSchema, knownDeviceSchema, newPasswordSchema } from '../rules.ts'

const { USER_NOT_FOUND, TOO_MANY_ATTEMPTS, RESET_LINK_INVALID, CURRENT_PASSWORD_WRONG, EMAIL_HAS_PASSWORD, PASSWORD_ALREADY_SET } =
  accountRefusals
const { PASSWORD_COMMON, PASSWORD_PERSONAL } = accountRefusals

/** Minutes for which a password link is valid. */
export const RESET_LINK_MINUTES = 60

/** Secret in a mailed link. */
const linkTokenSchema = z.string().check(z.minLength(1, RESET_LINK_INVALID.message), z.maxLength(200, RESET_LINK_INVALID.message))
const doneSchema = z.object({ success: z.literal(true) })

/** Mails a link by which the person can set a new password. */
export const requestPasswordResetCall = defineCall({
  name: 'accounts.requestPasswordReset',
  method: 'POST',
  path: '/identity/request-password-reset',
  access: 'public',
  summary: `Mails a link that sets a new password. The link works once, within ${RESET_LINK_MINUTES} minutes. The first link used voids the others.`,
  body: z.object({ email: emailSchema }),
  output: doneSchema,
  refusals: { USER_NOT_FOUND, TOO_MANY_ATTEMPTS },
})

/** Gets the e-mail of the account that a password link is for. The link stays valid. */
export const checkPasswordResetCall = defineCall({
  name: 'accounts.checkPasswordReset',
  method: 'POST',
  path: '/identity/check-password-reset',
  access: 'public',
  summary: 'Returns the e-mail of the account whose password a mailed link sets, without using the link up.',
  body: z.object({ token: linkTokenSchema }),
  output: z.object({ email: z.string() }),
  refusals: { RESET_LINK_INVALID, TOO_MANY_ATTEMPTS },
})

/** Sets a new password through a mailed link. */
export const resetPasswordCall = defineCall({
  name: 'accounts.resetPassword',
  method: 'POST',
  path: '/identity/reset-password',
  access: 'public',
  summary: 'Sets a new password with a mailed link, and ends all sessions of the account.',
  body: z.object({ token: linkTokenSchema, newPassword: newPasswordSchema, knownDevice: z.optional(knownDeviceSchema) }),
  output: z.extend(doneSchema, { knownDevice: z.optional(z.string()) }),
  refusals: { RESET_LINK_INVALID, TOO_MANY_ATTEMPTS, PASSWORD_COMMON, PASSWORD_PERSONAL },
})

/** Changes the caller's own password. */
export const changePasswordCall = defineCall({
  name: 'accounts.changePassword',
  method: 'POST',
  path: '/identity/change-password',
  access: 'user',
  summary: 'Changes the caller’s own password. All other sessions end, and so do links mailed before.',
  body: z.object({
    currentPassword: givenPasswordSchema,
    newPassword: newPasswordSchema,
    /** Ignored. Earlier versions of the app send it, always as true. */
    revokeOtherSessions: z.optional(z.boolean()),
  }),
  output: doneSchema,
  refusals: { CURRENT_PASSWORD_WRONG, TOO_MANY_ATTEMPTS, PASSWORD_COMMON, PASSWORD_PERSONAL },
})

/** Adds a sign-in by e-mail and password to an account made through Google or Discord. */
export const setBackupPasswordCall = defineCall({
  name: 'accounts.setBackupPassword',
  method: 'POST',
  path: '/identity/link-password',
  access: 'user',
  assurance: 'second',
  summary: 'Adds a sign-in by e-mail and password to the caller’s account, which has none yet.',
  body: z.object({ password: backupPasswordSchema }),
  output: doneSchema,
  refusals: { EMAIL_HAS_PASSWORD, PASSWORD_ALREADY_SET, PASSWORD_COMMON, PASSWORD_PERSONAL },
})

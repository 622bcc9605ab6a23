import { resetPassword } from '@shop/shared/accounts/calls/password.ts'
import { implementPublicCall } from '../../platform/http/implement-call.ts'
import type { Accounts } from '../accounts.ts'
import { resetByLink } from '../passwords.ts'

/** POST /identity/reset-password. */
export const resetPasswordCall = ({ identity, sessions, limits }: Accounts) =>
  implementPublicCall(resetPassword, async ({ body, platform, clientAddress }) => {
    limits.passThrough(clientAddress)
    await resetByLink(platform, identity, body.token, body.newPassword)
    sessions.forgetAll()
    return { success: true as const }
  })

import { requestPasswordReset } from '@shop/shared/accounts/calls/password.ts'
import { implementPublicCall } from '../../platform/http/implement-call.ts'
import type { Accounts } from '../accounts.ts'
import { mailResetLink } from '../password-mail.ts'

/** POST /identity/request-password-reset. */
export const requestPasswordResetCall = ({ limits, address, sendMail }: Accounts) =>
  implementPublicCall(requestPasswordReset, async ({ body: { email }, platform, clientAddress, origin }) => {
    limits.resetMail(clientAddress, email)
    await mailResetLink(platform, sendMail, email, await address.ofMail(origin))
    return { success: true as const }
  })

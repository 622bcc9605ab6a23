import { checkPasswordReset } from '@shop/shared/accounts/calls/password.ts'
import { accountRefusals } from '@shop/shared/accounts/errors.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { implementPublicCall } from '../../platform/http/implement-call.ts'
import type { Accounts } from '../accounts.ts'
import { readResetLink } from '../passwords.ts'

/** POST /identity/check-password-reset. */
export const checkPasswordResetCall = ({ limits }: Accounts) =>
  implementPublicCall(checkPasswordReset, async ({ body, platform, clientAddress }) => {
    limits.passThrough(clientAddress)
    const link = await readResetLink(platform.db, body.token)
    if (!link) throw refusal(accountRefusals, 'RESET_LINK_INVALID')
    return { email: link.email }
  })

import { changePassword } from '@shop/shared/accounts/calls/password.ts'
import { accountRefusals } from '@shop/shared/accounts/errors.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import type { Accounts } from '../accounts.ts'
import { hashOfPassword, isPasswordOf, writePassword } from '../passwords.ts'
import { endOtherSessions } from '../session-list.ts'
import { bearerOf } from '../sessions.ts'

/** POST /identity/change-password. */
export const changePasswordCall = ({ identity, sessions, limits }: Accounts) =>
  implementCall(changePassword, async ({ actor, body, platform, request, clientAddress }) => {
    limits.signIn(clientAddress, actor.uid)
    if (!(await isPasswordOf(platform, identity, actor.uid, body.currentPassword))) {
      throw refusal(accountRefusals, 'CURRENT_PASSWORD_WRONG', {
        fields: { currentPassword: accountRefusals.CURRENT_PASSWORD_WRONG.message },
      })
    }
    limits.signedIn(clientAddress, actor.uid)
    const hash = await hashOfPassword(identity, body.newPassword)
    await platform.transaction(async (tx) => {
      await writePassword(tx, actor.uid, hash)
      if (body.revokeOtherSessions) await endOtherSessions(tx, actor.uid, bearerOf(request.headers) ?? '')
    })
    sessions.forgetAll()
    return { success: true as const }
  })

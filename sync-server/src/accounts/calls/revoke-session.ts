import { revokeSession } from '@shop/shared/accounts/calls/sessions.ts'
import { accountRefusals } from '@shop/shared/accounts/errors.ts'
import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import type { Accounts } from '../accounts.ts'
import { endSession } from '../session-list.ts'

/** DELETE /identity/sessions/{id}. */
export const revokeSessionCall = ({ sessions }: Accounts) =>
  implementCall(revokeSession, async ({ actor, params, platform }) => {
    const outcome = await endSession(platform.db, actor.uid, params.id)
    if (outcome === 'foreign') throw refusal(kernelRefusals, 'FORBIDDEN')
    if (outcome === 'none') throw refusal(accountRefusals, 'SESSION_NOT_FOUND')
    sessions.forgetAll()
    return { success: true as const }
  })

import { revokeOtherSessions } from '@shop/shared/accounts/calls/sessions.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import type { Accounts } from '../accounts.ts'
import { endOtherSessions } from '../session-list.ts'
import { bearerOf } from '../sessions.ts'

/** POST /identity/revoke-other-sessions. */
export const revokeOtherSessionsCall = ({ sessions }: Accounts) =>
  implementCall(revokeOtherSessions, async ({ actor, platform, request }) => {
    await endOtherSessions(platform.db, actor.uid, bearerOf(request.headers) ?? '')
    sessions.forgetAll()
    return { status: true as const }
  })

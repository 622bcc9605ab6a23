import { signOut } from '@shop/shared/accounts/calls/sign-in.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import type { Accounts } from '../accounts.ts'
import { endSessionOf } from '../session-list.ts'
import { bearerOf } from '../sessions.ts'

/** POST /identity/sign-out. */
export const signOutCall = ({ sessions }: Accounts) =>
  implementCall(signOut, async ({ platform, request }) => {
    const success = await endSessionOf(platform.db, bearerOf(request.headers) ?? '')
    sessions.forgetAll()
    return { success }
  })

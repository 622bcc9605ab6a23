import { signOut } from '@shop/shared/accounts/calls/sign-in.ts'
import { implementCall } from '../../platform/implement-call.ts'
import type { Accounts } from '../accounts.ts'

/** POST /identity/sign-out. */
export const signOutCall = ({ identity, sessions }: Accounts) =>
  implementCall(signOut, async ({ request }) => {
    const { success } = await identity.api.signOut({ headers: new Headers({ authorization: request.headers.get('authorization') ?? '' }) })
    sessions.forget(request.headers)
    return { success }
  })

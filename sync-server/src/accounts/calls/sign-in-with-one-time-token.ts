import { signInWithOneTimeToken } from '@shop/shared/accounts/calls/providers.ts'
import { implementPublicCall } from '../../platform/http/implement-call.ts'
import type { Accounts } from '../accounts.ts'
import { endedBrowserCookie } from '../providers/browser-cookie.ts'
import { signInAs } from '../signed-in.ts'

/** POST /auth/sign-in-token. */
export const signInWithOneTimeTokenCall = (accounts: Accounts) =>
  implementPublicCall(signInWithOneTimeToken, async ({ body, platform, ...caller }) => {
    accounts.limits.passThrough(caller.clientAddress)
    const uid = await accounts.providers.take(caller.request, body.token)
    const answer = await signInAs(platform, accounts.identity, caller, uid)
    return Response.json(answer, { headers: { 'cache-control': 'no-store', 'set-cookie': endedBrowserCookie } })
  })

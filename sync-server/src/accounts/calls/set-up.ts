import { setUp } from '@shop/shared/accounts/calls/sign-in.ts'
import { implementPublicCall } from '../../platform/http/implement-call.ts'
import type { Accounts } from '../accounts.ts'
import { openShop } from '../shop-opening.ts'
import { signInWithPassword } from '../signed-in.ts'

/** POST /setup. */
export const setUpCall = (accounts: Accounts) =>
  implementPublicCall(setUp, async ({ body, platform, ...caller }) => {
    accounts.limits.signUp(caller.clientAddress)
    await openShop(platform, accounts.identity, body)
    platform.log.info({ email: body.email }, 'the shop was set up')
    return signInWithPassword(platform, accounts, caller, body)
  })

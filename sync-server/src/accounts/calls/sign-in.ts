import { getSetUpCall, setUpShopCall, signInCall, signOutCall, signUpCall } from '@shop/shared/accounts/calls/sign-in.ts'
import { accountRefusals } from '@shop/shared/accounts/errors.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { isAPIError } from 'better-auth/api'
import { implementCall, implementPublicCall } from '../../platform/http/implement-call.ts'
import type { Accounts } from '../accounts.ts'
import { rethrow } from '../identity.ts'
import { hasSignIn } from '../people.ts'
import { endSessionOf } from '../session-list.ts'
import { bearerOf } from '../sessions.ts'
import { isSetUp, openShop } from '../shop-opening.ts'
import { providerHeaders, signedInAnswer, signInWithPassword } from '../signed-in.ts'

/** GET /setup. */
export const handleGetSetUp = implementPublicCall(getSetUpCall, async ({ platform }) => ({ needed: !(await isSetUp(platform.db)) }))

/** POST /setup. */
export const handleSetUpShop = (accounts: Accounts) =>
  implementPublicCall(setUpShopCall, async ({ body, platform, ...caller }) => {
    accounts.limits.signUp(caller.clientAddress)
    await openShop(platform, accounts.identity, body)
    platform.log.info({ email: body.email }, 'the shop was set up')
    return signInWithPassword(platform, accounts, caller, body)
  })

/** POST /identity/sign-up/email. The provider's hook creates the profile, as for every other way to sign up. */
export const handleSignUp = ({ identity, limits }: Accounts) =>
  implementPublicCall(signUpCall, async ({ body, platform, request, clientAddress }) => {
    limits.signUp(clientAddress)
    if (!(await isSetUp(platform.db))) throw refusal(accountRefusals, 'SET_UP_NEEDED')
    try {
      return signedInAnswer(await identity.api.signUpEmail({ body, headers: providerHeaders({ request, clientAddress }) }))
    } catch (error) {
      if (isAPIError(error) && (await hasSignIn(platform.db, body.email))) {
        throw refusal(accountRefusals, 'EMAIL_IN_USE', { fields: { email: accountRefusals.EMAIL_IN_USE.message } })
      }
      return rethrow(platform, error)
    }
  })

/** POST /identity/sign-in/email. */
export const handleSignIn = (accounts: Accounts) =>
  implementPublicCall(signInCall, ({ body, platform, ...caller }) => signInWithPassword(platform, accounts, caller, body))

/** POST /identity/sign-out. */
export const handleSignOut = ({ sessions }: Accounts) =>
  implementCall(signOutCall, async ({ platform, request }) => {
    const success = await endSessionOf(platform.db, bearerOf(request.headers) ?? '')
    sessions.forgetAll()
    return { success }
  })

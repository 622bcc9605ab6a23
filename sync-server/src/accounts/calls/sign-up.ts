import { signUp } from '@shop/shared/accounts/calls/sign-in.ts'
import { accountRefusals } from '@shop/shared/accounts/errors.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { isAPIError } from 'better-auth/api'
import { implementPublicCall } from '../../platform/http/implement-call.ts'
import type { Accounts } from '../accounts.ts'
import { rethrow } from '../identity.ts'
import { hasSignIn } from '../people.ts'
import { isSetUp } from '../shop-opening.ts'
import { providerHeaders, signedInAnswer } from '../signed-in.ts'

/** POST /identity/sign-up/email. The profile follows by the provider's own hook, as with every other way of signing up. */
export const signUpCall = ({ identity, limits }: Accounts) =>
  implementPublicCall(signUp, async ({ body, platform, request, clientAddress }) => {
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

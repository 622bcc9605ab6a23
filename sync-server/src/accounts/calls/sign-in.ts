import { signIn } from '@shop/shared/accounts/calls/sign-in.ts'
import { implementPublicCall } from '../../platform/http/implement-call.ts'
import type { Accounts } from '../accounts.ts'
import { signInWithPassword } from '../signed-in.ts'

/** POST /identity/sign-in/email. */
export const signInCall = (accounts: Accounts) =>
  implementPublicCall(signIn, ({ body, platform, ...caller }) => signInWithPassword(platform, accounts, caller, body))

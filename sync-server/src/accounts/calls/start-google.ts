import { startGoogle } from '@shop/shared/accounts/calls/providers.ts'
import { implementPublicCall } from '../../platform/http/implement-call.ts'
import type { Accounts } from '../accounts.ts'

/** GET /auth/google/state. */
export const startGoogleCall = ({ providers, limits }: Accounts) =>
  implementPublicCall(startGoogle, ({ clientAddress, ...caller }) => {
    limits.passThrough(clientAddress)
    return providers.start('google', caller, { pkce: true, link: null })
  })

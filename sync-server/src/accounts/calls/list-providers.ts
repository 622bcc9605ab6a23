import { listProviders } from '@shop/shared/accounts/calls/providers.ts'
import { implementPublicCall } from '../../platform/http/implement-call.ts'
import type { Accounts } from '../accounts.ts'

/** GET /auth/providers. */
export const listProvidersCall = ({ providers, hasMailServer }: Accounts) =>
  implementPublicCall(listProviders, () => ({
    google: providers.has('google'),
    discord: providers.has('discord'),
    mail: hasMailServer,
  }))

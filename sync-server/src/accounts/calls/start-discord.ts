import { startDiscord } from '@shop/shared/accounts/calls/providers.ts'
import { implementPublicCall } from '../../platform/http/implement-call.ts'
import type { Accounts } from '../accounts.ts'

/** GET /auth/discord/state. */
export const startDiscordCall = ({ providers, limits }: Accounts) =>
  implementPublicCall(startDiscord, ({ query, clientAddress, ...caller }) => {
    limits.passThrough(clientAddress)
    return providers.start('discord', caller, { pkce: query.pkce ?? false, link: null })
  })

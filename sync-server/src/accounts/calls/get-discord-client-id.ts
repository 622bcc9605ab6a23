import { getDiscordClientId } from '@shop/shared/accounts/calls/providers.ts'
import { implementPublicCall } from '../../platform/http/implement-call.ts'
import type { Accounts } from '../accounts.ts'

/** GET /auth/discord/client-id. */
export const getDiscordClientIdCall = ({ providers }: Accounts) =>
  implementPublicCall(getDiscordClientId, () => new Response(providers.demand('discord').clientId))

import { linkDiscord } from '@shop/shared/accounts/calls/providers.ts'
import { implementCall } from '../../platform/implement-call.ts'
import type { Accounts } from '../accounts.ts'

/** POST /auth/discord/link. */
export const linkDiscordCall = ({ providers, limits }: Accounts) =>
  implementCall(linkDiscord, ({ actor, clientAddress, ...caller }) => {
    limits.passThrough(clientAddress)
    return providers.start('discord', caller, { pkce: true, linkUid: actor.uid })
  })

import { linkDiscord } from '@shop/shared/accounts/calls/providers.ts'
import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import type { Accounts } from '../accounts.ts'

/** POST /auth/discord/link. */
export const linkDiscordCall = ({ providers, limits, sessions }: Accounts) =>
  implementCall(linkDiscord, async ({ actor, clientAddress, ...caller }) => {
    limits.passThrough(clientAddress)
    const sessionId = await sessions.idOf(caller.request)
    if (sessionId === null) throw refusal(kernelRefusals, 'SIGN_IN_REQUIRED')
    return providers.start('discord', caller, { pkce: true, link: { uid: actor.uid, sessionId } })
  })

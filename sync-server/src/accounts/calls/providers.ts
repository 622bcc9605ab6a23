import {
  finishDiscord,
  finishGoogle,
  getDiscordClientId,
  linkDiscord,
  listProviders,
  signInWithOneTimeToken,
  startDiscord,
  startGoogle,
} from '@shop/shared/accounts/calls/providers.ts'
import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { implementCall, implementPublicCall } from '../../platform/http/implement-call.ts'
import type { Accounts } from '../accounts.ts'
import { endedBrowserCookie } from '../providers/browser-cookie.ts'
import { signInAs } from '../signed-in.ts'

/** GET /auth/providers. */
export const listProvidersCall = ({ providers, hasMailServer }: Accounts) =>
  implementPublicCall(listProviders, () => ({
    google: providers.has('google'),
    discord: providers.has('discord'),
    mail: hasMailServer,
  }))

/** GET /auth/discord/state. */
export const startDiscordCall = ({ providers, limits }: Accounts) =>
  implementPublicCall(startDiscord, ({ query, clientAddress, ...caller }) => {
    limits.passThrough(clientAddress)
    return providers.start('discord', caller, { pkce: query.pkce ?? false, link: null })
  })

/** GET /auth/discord/client-id. */
export const getDiscordClientIdCall = ({ providers }: Accounts) =>
  implementPublicCall(getDiscordClientId, () => new Response(providers.demand('discord').clientId))

/** POST /auth/discord/link. */
export const linkDiscordCall = ({ providers, limits, sessions }: Accounts) =>
  implementCall(linkDiscord, async ({ actor, clientAddress, ...caller }) => {
    limits.passThrough(clientAddress)
    const sessionId = await sessions.idOf(caller.request)
    if (sessionId === null) throw refusal(kernelRefusals, 'SIGN_IN_REQUIRED')
    return providers.start('discord', caller, { pkce: true, link: { uid: actor.uid, sessionId } })
  })

/** GET /auth/discord/callback. */
export const finishDiscordCall = ({ providers }: Accounts) =>
  implementPublicCall(finishDiscord, ({ query, ...caller }) => providers.finish('discord', caller, query))

/** GET /auth/google/callback. */
export const finishGoogleCall = ({ providers }: Accounts) =>
  implementPublicCall(finishGoogle, ({ query, ...caller }) => providers.finish('google', caller, query))

/** GET /auth/google/state. */
export const startGoogleCall = ({ providers, limits }: Accounts) =>
  implementPublicCall(startGoogle, ({ clientAddress, ...caller }) => {
    limits.passThrough(clientAddress)
    return providers.start('google', caller, { pkce: true, link: null })
  })

/** POST /auth/sign-in-token. */
export const signInWithOneTimeTokenCall = (accounts: Accounts) =>
  implementPublicCall(signInWithOneTimeToken, async ({ body, platform, ...caller }) => {
    accounts.limits.passThrough(caller.clientAddress)
    const uid = await accounts.providers.take(caller.request, body.token)
    const answer = await signInAs(platform, accounts.identity, caller, uid)
    return Response.json(answer, { headers: { 'cache-control': 'no-store', 'set-cookie': endedBrowserCookie } })
  })

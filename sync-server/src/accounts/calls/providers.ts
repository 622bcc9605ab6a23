import {
  finishDiscordCall,
  finishGoogleCall,
  getDiscordClientIdCall,
  linkDiscordCall,
  listProvidersCall,
  signInWithOneTimeTokenCall,
  startDiscordCall,
  startGoogleCall,
  unlinkProviderCall,
} from '@shop/shared/accounts/calls/providers.ts'
import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { implementCall, implementPublicCall } from '../../platform/http/implement-call.ts'
import type { Accounts } from '../accounts.ts'
import { noteSignInByProvider } from '../proofs.ts'
import { unlink } from '../providers/provider-accounts.ts'
import { secondStepNeeded } from '../second-step.ts'
import { noteSignInChange } from '../sign-in-mail.ts'
import { signUpRuleOf } from '../sign-up-rule.ts'
import { signInAs } from '../signed-in.ts'

/** GET /auth/providers. */
export const handleListProviders = ({ providers, address, hasMailServer }: Accounts) =>
  implementPublicCall(listProvidersCall, async ({ origin, platform }) => ({
    google: providers.has('google'),
    discord: providers.has('discord'),
    mail: hasMailServer && (await address.ofMail(origin)).isConfirmed,
    signUp: await signUpRuleOf(platform.db),
  }))

/** GET /auth/discord/state. */
export const handleStartDiscord = ({ providers, limits }: Accounts) =>
  implementPublicCall(startDiscordCall, ({ query, clientAddress, ...caller }) => {
    limits.passThrough(clientAddress, 'provider')
    return providers.start('discord', caller, { pkce: query.pkce ?? false, invitation: query.invitation })
  })

/** GET /auth/discord/client-id. */
export const handleGetDiscordClientId = ({ providers }: Accounts) =>
  implementPublicCall(getDiscordClientIdCall, () => new Response(providers.demand('discord').clientId))

/** POST /auth/discord/link. */
export const handleLinkDiscord = ({ providers, limits, sessions }: Accounts) =>
  implementCall(linkDiscordCall, async ({ actor, clientAddress, ...caller }) => {
    limits.passThrough(clientAddress, actor.uid)
    const sessionId = await sessions.idOf(caller.request)
    if (sessionId === null) throw refusal(kernelRefusals, 'SIGN_IN_REQUIRED')
    return providers.start('discord', caller, { pkce: true, link: { uid: actor.uid, sessionId } })
  })

/** DELETE /auth/providers/{provider}. */
export const handleUnlinkProvider = ({ providers, recordSecurity }: Accounts) =>
  implementCall(unlinkProviderCall, async ({ actor: { uid }, params: { provider }, platform, ...caller }) => {
    const noteUnlink = noteSignInChange(platform, recordSecurity, { uid, change: 'providerUnlinked', provider, caller })
    await unlink(platform, { uid, provider, has: (id) => providers.has(id), noteUnlink })
    platform.jobs.wake()
    return { success: true as const }
  })

/** GET /auth/discord/callback. */
export const handleFinishDiscord = ({ providers }: Accounts) =>
  implementPublicCall(finishDiscordCall, ({ query, ...caller }) => providers.finish('discord', caller, query))

/** GET /auth/google/callback. */
export const handleFinishGoogle = ({ providers }: Accounts) =>
  implementPublicCall(finishGoogleCall, ({ query, ...caller }) => providers.finish('google', caller, query))

/** GET /auth/google/state. */
export const handleStartGoogle = ({ providers, limits }: Accounts) =>
  implementPublicCall(startGoogleCall, ({ query, clientAddress, ...caller }) => {
    limits.passThrough(clientAddress, 'provider')
    return providers.start('google', caller, { pkce: true, invitation: query.invitation })
  })

/** POST /auth/sign-in-token. */
export const handleSignInWithOneTimeToken = (accounts: Accounts) =>
  implementPublicCall(signInWithOneTimeTokenCall, async ({ body, platform, ...caller }) => {
    accounts.limits.passThrough(caller.clientAddress, 'one-time token')
    const { uid, first, setCookie } = await accounts.providers.take(caller, body.token)
    const factors = await accounts.factors.of(uid)
    if (factors.hasSecond) throw await secondStepNeeded(platform.db, uid, first, factors)
    await accounts.providers.join(uid, first, caller)
    const answer = await signInAs(platform, accounts, caller, { uid, by: first.by, first, knownDevice: body.knownDevice })
    await noteSignInByProvider(platform.db, answer.token)
    return Response.json(answer, { headers: { 'cache-control': 'no-store', 'set-cookie': setCookie } })
  })

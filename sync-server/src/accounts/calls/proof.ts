import { getProofWaysCall, proveIdentityCall, startProviderProofCall } from '@shop/shared/accounts/calls/proof.ts'
import { accountRefusals } from '@shop/shared/accounts/errors.ts'
import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Accounts } from '../accounts.ts'
import { hasPassword, isPasswordOf } from '../passwords.ts'
import { noteProof, readProof } from '../proofs.ts'
import { linkedProviders } from '../providers/provider-accounts.ts'
import { recordWrongAnswer } from '../record/wrong-answers.ts'
import { takeSecondAnswer } from '../second-step.ts'
import { sessionHashOf } from '../sessions.ts'

/** GET /identity/proof. */
export const handleGetProofWays = ({ providers, factors, passkeys, address }: Accounts) =>
  implementCall(getProofWaysCall, async ({ actor, platform, request, origin }) => {
    const at = new URL(address.ofBrowser(origin)).hostname
    const linked = await linkedProviders(platform.db, actor.uid)
    const { recentAgesMs, secondAgesMs, hasSecond } = await readProof(platform.db, request)
    const password = await hasPassword(platform.db, actor.uid)
    const isByProviders = !password && !hasSecond
    return {
      isRecent: recentAgesMs.length > 0,
      isSecond: secondAgesMs.length > 0,
      hasSecond,
      password,
      codes: (await factors.of(actor.uid)).hasCodes,
      passkey: (await passkeys.of(actor.uid)).some(({ host }) => host === at),
      google: isByProviders && linked.has('google') && providers.has('google'),
      discord: isByProviders && linked.has('discord') && providers.has('discord'),
    }
  })

/** POST /identity/proof. */
export const handleProveIdentity = (accounts: Accounts) =>
  implementCall(proveIdentityCall, async ({ actor: { uid }, body: { password, ...second }, platform, ...caller }) => {
    await recordWrongAnswer(accounts.recordSecurity, { kind: 'identityProved', uid, caller }, () =>
      password === undefined
        ? takeSecondAnswer(accounts, caller, { uid, purpose: 'proving', session: sessionHashOf(caller.request) }, second)
        : requirePassword(platform, accounts, caller, uid, password),
    )
    await noteProof(platform.db, caller.request, password === undefined ? 'second' : 'recent')
    return { success: true as const }
  })

async function requirePassword(
  platform: Platform,
  { identity, limits }: Accounts,
  { request, clientAddress }: { readonly request: Request; readonly clientAddress: string },
  uid: string,
  password: string,
): Promise<void> {
  const attempt = { address: clientAddress, account: uid, session: sessionHashOf(request) }
  limits.signIn(attempt)
  if (!(await isPasswordOf(platform, identity, uid, password))) {
    throw refusal(accountRefusals, 'CURRENT_PASSWORD_WRONG', { fields: { password: accountRefusals.CURRENT_PASSWORD_WRONG.message } })
  }
  limits.signedIn(attempt)
}

/** POST /auth/{provider}/proof. */
export const handleStartProviderProof = ({ providers, limits, sessions }: Accounts) =>
  implementCall(startProviderProofCall, async ({ actor, params, clientAddress, ...caller }) => {
    limits.passThrough(clientAddress, actor.uid)
    if (!(await providers.isBelievedAbout(actor.uid))) throw refusal(accountRefusals, 'PROVIDER_PROVES_NOTHING')
    const sessionId = await sessions.idOf(caller.request)
    if (sessionId === null) throw refusal(kernelRefusals, 'SIGN_IN_REQUIRED')
    return providers.start(params.provider, caller, { pkce: true, proof: { uid: actor.uid, sessionId } })
  })

import { createHmac } from 'node:crypto'
import type { ProviderError, ReturnedQuery } from '@shop/shared/accounts/calls/providers.ts'
import { accountRefusals } from '@shop/shared/accounts/errors.ts'
import type { ProviderId } from '@shop/shared/accounts/rules/providers.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { storableText } from '@shop/shared/kernel/text.ts'
import { z } from 'zod'
import type { Platform } from '../../platform/platform.ts'
import type { AttemptLimits } from '../attempt-limits.ts'
import type { FirstStep } from '../first-step.ts'
import { hasPassword } from '../passwords.ts'
import { noteProofOfSession } from '../proofs.ts'
import type { RecordSecurity } from '../record/security-record.ts'
import type { ShopAddress } from '../shop-address.ts'
import { noteSignInChange } from '../sign-in-mail.ts'
import { issueTicket, takeTicket } from '../tickets.ts'
import { hashOf } from '../token-hash.ts'
import { type BrowserCaller, browserCookie, browserSecretOf, endedBrowserCookie, newBrowserSecret } from './browser-cookie.ts'
import { CLOCK_SKEW_MS, type Consent, type Provider, ProviderFailure, type ProviderProfile } from './provider.ts'
import { accountOf, joinAfterSecondStep, type Linking, linkedTo, linkTo, type NoteLink, showDiscord } from './provider-accounts.ts'

/** Seconds for which a person may stay on the provider's page. */
const CONSENT_SECONDS = 600
/** Seconds for which a one-time token is valid. The callback screen redeems it immediately. */
const ONE_TIME_SECONDS = 120

/** Payload kept while the browser is at the provider. `browser`: hash of the cookie's secret; `link`: the user to whom the account is to be linked,
 *  and their session; `invitation`: hash of the secret of an invitation's link; `proof`: the user who proves their identity, their session, and the
 *  start of the proof. */
const underWaySchema = z.object({
  provider: z.enum(['discord', 'google']),
  browser: z.string(),
  redirectUri: z.string(),
  pkce: z.boolean(),
  invitation: z.string().nullish(),
  link: z.object({ uid: z.string(), sessionId: z.string() }).nullable(),
  proof: z.object({ uid: z.string(), sessionId: z.string(), startedAtMs: z.number() }).nullish(),
})
type UnderWay = z.infer<typeof underWaySchema>

/** Purpose of a consent: to link an account, to prove the user's identity, or to sign in, perhaps with the secret of an invitation's link. */
type Start = {
  readonly pkce: boolean
  readonly link?: Linking | null
  readonly proof?: Linking | null
  readonly invitation?: string | undefined
}

type ByProvider = Extract<FirstStep, { readonly by: ProviderId }>

/** Payload of a one-time token. `browser`: hash of the cookie's secret. */
type SignInPayload = { readonly browser: string; readonly first: ByProvider }

/** A redeemed one-time token: the user, the account at the provider, and the header that ends the browser's cookie. */
type Redeemed = { readonly uid: string; readonly first: ByProvider; readonly setCookie: string }

type ReturningCaller = BrowserCaller & { readonly clientAddress: string }

type Parts = {
  readonly platform: Platform
  readonly recordSecurity: RecordSecurity
  readonly limits: Pick<AttemptLimits, 'newAccount'>
  readonly address: ShopAddress
  /** The only domain that somebody who signs up at this origin may use; '' for all domains. */
  readonly domainOfSignUp: (origin: string) => string
  readonly hasSecond: (uid: string) => Promise<boolean>
  /** Has to be called after sessions have ended. */
  readonly forgetSessions: () => void
  readonly providers: Partial<Record<ProviderId, Provider>>
  /** Derives PKCE verifiers and nonces, so that none has to be stored. */
  readonly secret: string
}

/** Signs people in by Google and Discord. Sends the browser to the provider with a state that works once and only in this browser. Checks the code
 *  with which the browser returns, and gives the callback screen a one-time token. */
export class ProviderFlow {
  constructor(private readonly parts: Parts) {}

  has(id: ProviderId): boolean {
    return this.parts.providers[id] !== undefined
  }

  /** Refuses PROVIDER_NOT_CONFIGURED. */
  demand(id: ProviderId): Provider {
    const provider = this.parts.providers[id]
    if (!provider) throw refusal(accountRefusals, 'PROVIDER_NOT_CONFIGURED')
    return provider
  }

  /** Starts a sign-in, a link or a proof: answers the state and the provider's address, and sets the browser's cookie. Refuses
   *  PROVIDER_NOT_CONFIGURED and PROVIDER_UNREACHABLE. */
  async start(id: ProviderId, caller: BrowserCaller, { pkce, link = null, proof = null, invitation }: Start): Promise<Response> {
    const provider = this.demand(id)
    const { platform, address } = this.parts
    const shop = address.ofBrowser(caller.origin)
    const browser = browserSecretOf(caller.request, shop) ?? newBrowserSecret()
    const redirectUri = `${shop}/api/auth/${id}/callback`
    const payload: UnderWay = {
      provider: id,
      browser: hashOf(browser),
      redirectUri,
      pkce,
      link,
      proof: proof && { ...proof, startedAtMs: platform.nowMs() },
      ...(invitation !== undefined && { invitation: hashOf(invitation) }),
    }
    const state = await issueTicket(platform.db, {
      kind: 'provider',
      seconds: CONSENT_SECONDS,
      payload,
      ...((link ?? proof) && { uid: (link ?? proof)?.uid ?? '' }),
    })
    const url = await provider.authorizeUrl(this.consentOf(state, payload)).catch((error: unknown) => {
      throw error instanceof ProviderFailure ? this.unreachable(id, error) : error
    })
    const headers = { 'cache-control': 'no-store', 'set-cookie': browserCookie(browser, shop) }
    return Response.json({ state, url }, { headers })
  }

  /** Finishes a sign-in, a link or a proof: redirects the browser to a screen with the result or the reason of the failure. */
  async finish(id: ProviderId, caller: ReturningCaller, query: ReturnedQuery): Promise<Response> {
    const { platform } = this.parts
    let underWay: UnderWay | undefined
    try {
      underWay = await this.takeUnderWay(id, caller.request, query.state)
      const returned = new URL(caller.request.url).searchParams
      const profile = await this.demand(id).profileOf(returned, this.consentOf(query.state as string, underWay))
      if (underWay.proof) return await this.prove(id, underWay.proof, profile)
      return underWay.link === null ? await this.hand(id, underWay, profile, caller) : await this.link(id, underWay.link, profile, caller)
    } catch (error) {
      const reason: ProviderError = error instanceof ProviderFailure ? error.reason : 'failed'
      if (error instanceof ProviderFailure)
        platform.log.warn({ provider: id, reason, detail: error.detail }, 'a sign-in by a provider failed')
      else platform.log.error({ err: error, provider: id }, 'a sign-in by a provider failed')
      return leadTo(`/${id}-callback`, {
        error: reason,
        ...(underWay?.link ? { intent: 'link' } : underWay?.proof ? { intent: 'proof' } : {}),
      })
    }
  }

  /** True when a provider can prove this user's identity, because the user has neither a password nor a second factor here. */
  async isBelievedAbout(uid: string): Promise<boolean> {
    return !(await this.parts.hasSecond(uid)) && !(await hasPassword(this.parts.platform.db, uid))
  }

  /** Redeems a one-time token. Refuses SIGN_IN_TOKEN_INVALID. */
  async take({ request, origin }: BrowserCaller, token: string): Promise<Redeemed> {
    const shop = this.parts.address.ofBrowser(origin)
    const ticket = await takeTicket(this.parts.platform.db, 'signIn', token)
    const payload = ticket?.payload as SignInPayload | undefined
    const secret = browserSecretOf(request, shop)
    if (!ticket?.uid || secret === undefined || payload?.browser !== hashOf(secret)) throw refusal(accountRefusals, 'SIGN_IN_TOKEN_INVALID')
    return { uid: ticket.uid, first: payload.first, setCookie: endedBrowserCookie(shop) }
  }

  /** Links a provider's account after the second step for which the link waited. Refuses SIGN_IN_TOKEN_INVALID when the link is no longer possible,
   *  such as after somebody else was linked. */
  async join(uid: string, first: FirstStep, caller: ReturningCaller): Promise<void> {
    if (first.by === 'password' || !first.awaited) return
    const { platform } = this.parts
    const { by: provider, awaited: profile } = first
    await joinAfterSecondStep(platform, uid, { provider, profile, noteLink: this.noteLink(provider, caller) }).catch((error: unknown) => {
      throw error instanceof ProviderFailure ? refusal(accountRefusals, 'SIGN_IN_TOKEN_INVALID') : error
    })
    platform.jobs.wake()
  }

  /** Makes the function that records a new link, and queues the mail about it. */
  private noteLink(provider: ProviderId, caller: ReturningCaller): NoteLink {
    const { platform, recordSecurity } = this.parts
    return (tx, uid) => noteSignInChange(platform, recordSecurity, { uid, change: 'providerLinked', provider, caller })(tx)
  }

  private async takeUnderWay(id: ProviderId, request: Request, state: string | undefined): Promise<UnderWay> {
    const ticket = state ? await takeTicket(this.parts.platform.db, 'provider', state) : undefined
    const underWay = underWaySchema.safeParse(ticket?.payload)
    if (!underWay.success || underWay.data.provider !== id) throw new ProviderFailure('state', 'the state is unknown, used or too old')
    const secret = browserSecretOf(request, underWay.data.redirectUri)
    if (secret === undefined || hashOf(secret) !== underWay.data.browser)
      throw new ProviderFailure('state', 'the state is another browser’s')
    return underWay.data
  }

  private async hand(id: ProviderId, underWay: UnderWay, profile: ProviderProfile, caller: ReturningCaller): Promise<Response> {
    const { platform, recordSecurity, limits, domainOfSignUp, forgetSessions, hasSecond } = this.parts
    const registeredDomain = domainOfSignUp(new URL(underWay.redirectUri).origin)
    const invitation = underWay.invitation ?? undefined
    const found = await accountOf(platform, {
      provider: id,
      profile,
      registeredDomain,
      invitation,
      hasSecond,
      noteLink: this.noteLink(id, caller),
      newAccount: (make) => limits.newAccount(caller.clientAddress, make),
    })
    platform.jobs.wake()
    const { uid, isNew, awaitsSecond, invitationId } = found
    if (found.wasTakenOver) {
      forgetSessions()
      await recordSecurity({ kind: 'emailProved', uid, caller, detail: { by: id } })
    }
    if (isNew)
      await recordSecurity({
        kind: 'signUp',
        uid,
        caller,
        detail: { by: id, ...(invitationId !== undefined && { invitation: invitationId }) },
      })
    if (id === 'discord' && !awaitsSecond) await showDiscord(platform, uid, profile)
    const payload: SignInPayload = {
      browser: underWay.browser,
      first: { by: id, accountId: profile.id, ...(awaitsSecond && { awaited: storable(profile) }) },
    }
    const token = await issueTicket(platform.db, { kind: 'signIn', uid, payload, seconds: ONE_TIME_SECONDS })
    return leadTo(`/${id}-callback`, { token, isNew: String(isNew) })
  }

  private async link(id: ProviderId, link: Linking, profile: ProviderProfile, caller: ReturningCaller): Promise<Response> {
    const { platform } = this.parts
    await linkTo(platform, link, { provider: id, profile, noteLink: this.noteLink(id, caller) })
    platform.jobs.wake()
    return leadTo(`/${id}-success`, {})
  }

  /** Records in the session that the person proved their identity by their linked account at the provider. */
  private async prove(
    id: ProviderId,
    { uid, sessionId, startedAtMs }: Linking & { readonly startedAtMs: number },
    profile: ProviderProfile,
  ): Promise<Response> {
    const { db } = this.parts.platform
    if (!(await this.isBelievedAbout(uid))) throw new ProviderFailure('failed', 'the person has a password or a second factor')
    if (profile.shownAtMs !== undefined && profile.shownAtMs < startedAtMs - CLOCK_SKEW_MS)
      throw new ProviderFailure('stale', 'the provider did not ask who is there')
    if ((await linkedTo(db, id, profile.id)) !== uid) throw new ProviderFailure('taken', 'the account is not the person’s own')
    await noteProofOfSession(db, uid, sessionId)
    return leadTo(`/${id}-callback`, { intent: 'proof' })
  }

  private consentOf(state: string, { redirectUri, pkce, proof }: UnderWay): Consent {
    const derived = (text: string) => createHmac('sha256', this.parts.secret).update(text).digest('base64url')
    return { state, redirectUri, verifier: pkce ? derived(state) : undefined, nonce: derived(`nonce ${state}`), isProof: !!proof }
  }

  private unreachable(provider: ProviderId, error: ProviderFailure): Error {
    this.parts.platform.log.warn({ provider, detail: error.detail }, 'a provider cannot be reached')
    return refusal(accountRefusals, 'PROVIDER_UNREACHABLE')
  }
}

/** Removes the name from a profile, because only new accounts use it, and the characters that JSON in the database cannot hold. */
const storable = ({ username, ...profile }: ProviderProfile): ProviderProfile => ({
  ...profile,
  name: '',
  email: storableText(profile.email),
  username: storableText(username),
})

/** Redirects the browser to a screen of the app, relative to the address of the request. */
function leadTo(path: string, query: Readonly<Record<string, string>>): Response {
  const search = new URLSearchParams(query).toString()
  return new Response(null, {
    status: 302,
    headers: { location: search ? `${path}?${search}` : path, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  })
}

import type { ProviderError } from '@shop/shared/accounts/calls/providers.ts'
import type { ProviderId } from '@shop/shared/accounts/rules/providers.ts'

/** Difference allowed between a provider's clock and this server's. */
export const CLOCK_SKEW_MS = 5 * 60_000

/** An account at a provider, as the provider describes it. */
export type ProviderProfile = {
  /** The provider's id of the account, which is never reused or changed. */
  readonly id: string
  /** The e-mail; empty when the provider sends none. */
  readonly email: string
  readonly isEmailVerified: boolean
  readonly name: string
  /** The account's own name, if it has one. */
  readonly username: string
  /** The time at which the person last signed in at the provider, if the provider tells it. */
  readonly shownAtMs?: number | undefined
}

/** One round trip through a provider's page. `verifier`: the PKCE verifier, when the address carried its challenge; `nonce`: must come back in the ID
 *  token; `isProof`: the provider is told to ask the person to sign in or to consent again. */
export type Consent = {
  readonly state: string
  readonly redirectUri: string
  readonly verifier: string | undefined
  readonly nonce: string
  readonly isProof: boolean
}

export type Provider = {
  readonly id: ProviderId
  readonly clientId: string
  /** Address of the page on which a person consents. */
  authorizeUrl(consent: Consent): Promise<string>
  /** Fetches the profile of the person who consented, from the parameters the browser brought back. Throws ProviderFailure. */
  profileOf(returned: URLSearchParams, consent: Consent): Promise<ProviderProfile>
}

/** Address of a provider, and the shop's credentials there. */
export type ProviderAccess = {
  readonly clientId: string
  readonly clientSecret: string
  /** Base URL, without a slash at the end. */
  readonly url: string
  readonly timeoutMs: number
}

/** A failed sign-in by a provider. `detail` is for the log and contains no secret. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  constructor(
    readonly reason: ProviderError,
    readonly detail: string,
  ) {
    super(`${reason}: ${detail}`)
  }
}

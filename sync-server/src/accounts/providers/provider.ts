import type { ProviderError } from '@shop/shared/accounts/calls/providers.ts'

/** The providers people can sign in with. */
export type ProviderId = 'discord' | 'google'

/** What a provider vouches for. */
export type ProviderProfile = {
  /** The provider's own id of the account: never reused, never changed. */
  readonly id: string
  /** '' when the provider tells none. */
  readonly email: string
  readonly isEmailVerified: boolean
  /** How the person is called. */
  readonly name: string
  /** The account's own name, where it has one. */
  readonly username: string
}

/** One way through a provider's page. `verifier`: PKCE, when the address was made with its challenge. `nonce`: what an ID token must repeat. */
export type Consent = {
  readonly state: string
  readonly redirectUri: string
  readonly verifier: string | undefined
  readonly nonce: string
}

/** A provider that speaks OAuth 2. */
export type Provider = {
  readonly id: ProviderId
  readonly clientId: string
  /** The page on which a person consents. */
  authorizeUrl(consent: Consent): Promise<string>
  /** Who consented, by what the browser brought back. Throws ProviderFailure. */
  profileOf(returned: URLSearchParams, consent: Consent): Promise<ProviderProfile>
}

/** How a provider is reached, and known to it. */
export type ProviderAccess = {
  readonly clientId: string
  readonly clientSecret: string
  /** Where it lives, without a slash at the end. */
  readonly url: string
  readonly timeoutMs: number
}

/** A sign-in by a provider that came to nothing. `detail` is for the log and tells no secret. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  constructor(
    readonly reason: ProviderError,
    readonly detail: string,
  ) {
    super(`${reason}: ${detail}`)
  }
}

import {
  AuthorizationResponseError,
  type AuthorizationServer,
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  type Client,
  ClientSecretPost,
  calculatePKCECodeChallenge,
  clockTolerance,
  customFetch,
  discoveryRequest,
  getValidatedIdTokenClaims,
  JWT_TIMESTAMP_CHECK,
  nopkce,
  OperationProcessingError,
  processAuthorizationCodeResponse,
  processDiscoveryResponse,
  processUserInfoResponse,
  protectedResourceRequest,
  skipSubjectCheck,
  type TokenEndpointResponse,
  userInfoRequest,
  validateAuthResponse,
} from 'oauth4webapi'
import type { z } from 'zod'
import { readAnswer } from '../../platform/http/read-answer.ts'
import { withinTime } from '../../platform/http/within-time.ts'
import { CLOCK_SKEW_MS, type Consent, type ProviderAccess, ProviderFailure } from './provider.ts'

const MAX_ANSWER_BYTES = 200_000

/** Speaks OAuth 2 and OpenID Connect with one provider. The package oauth4webapi makes the requests and checks the answers; this class adds limits
 *  and the reasons of failures. Throws ProviderFailure: `unreachable` without a usable answer in time, `denied` without consent, `clock` when the provider's clock and this
 *  server's differ too much, else `failed`. */
export class ProviderProtocol {
  private readonly client: Client
  private readonly issuer: URL
  private readonly options

  constructor(private readonly access: ProviderAccess) {
    this.client = { client_id: access.clientId, [clockTolerance]: CLOCK_SKEW_MS / 1_000 }
    this.issuer = new URL(access.url)
    this.options = {
      // an address without https is for test providers on the same machine
      [allowInsecureRequests]: this.issuer.protocol !== 'https:',
      [customFetch]: (url: string, init: RequestInit) => fetchAnswer(url, init, access.timeoutMs),
    }
  }

  discover<T>(schema: z.ZodType<T>): Promise<AuthorizationServer & T> {
    return withReason('discovery', async () => {
      const server = await processDiscoveryResponse(this.issuer, await discoveryRequest(this.issuer, this.options))
      return { ...server, ...wellFormed(server, schema) }
    })
  }

  /** Answers the address of the consent page, with the parameters that every provider expects. */
  async pageOf(page: string, scope: string, { state, redirectUri, verifier }: Consent): Promise<URL> {
    const url = new URL(page)
    const parts = { response_type: 'code', client_id: this.access.clientId, scope, state, redirect_uri: redirectUri }
    for (const [name, value] of Object.entries(parts)) url.searchParams.set(name, value)
    if (verifier !== undefined) {
      url.searchParams.set('code_challenge', await calculatePKCECodeChallenge(verifier))
      url.searchParams.set('code_challenge_method', 'S256')
    }
    return url
  }

  /** Exchanges the returned code for tokens. With a `nonce` the tokens include an ID token issued for this sign-in at this shop. */
  tokensFor(server: AuthorizationServer, returned: URLSearchParams, consent: Consent, nonce?: string): Promise<TokenEndpointResponse> {
    return withReason('code', async () => {
      const { client, options } = this
      const callback = validateAuthResponse(server, client, returned, consent.state)
      const secret = ClientSecretPost(this.access.clientSecret)
      const verifier = consent.verifier ?? nopkce
      const response = await authorizationCodeGrantRequest(server, client, secret, callback, consent.redirectUri, verifier, options)
      const tokens = await processAuthorizationCodeResponse(server, client, response, { expectedNonce: nonce })
      requireSameTime(tokens)
      return tokens
    })
  }

  /** The time at which the person last signed in at the issuer, if the ID token tells it. */
  shownAtMs(tokens: TokenEndpointResponse): number | undefined {
    const seconds = getValidatedIdTokenClaims(tokens)?.auth_time
    return seconds === undefined ? undefined : seconds * 1_000
  }

  /** Fetches the issuer's profile of the person whom the ID token names. */
  userInfo<T>(server: AuthorizationServer, tokens: TokenEndpointResponse, schema: z.ZodType<T>): Promise<T> {
    return withReason('user info', async () => {
      const subject = getValidatedIdTokenClaims(tokens)?.sub ?? skipSubjectCheck
      const response = await userInfoRequest(server, this.client, tokens.access_token, this.options)
      return wellFormed(await processUserInfoResponse(server, this.client, subject, response), schema)
    })
  }

  /** Fetches a resource of the provider with the person's access token. */
  resource<T>(url: string, tokens: TokenEndpointResponse, schema: z.ZodType<T>): Promise<T> {
    return withReason('profile', async () => {
      const headers = new Headers({ accept: 'application/json' })
      const response = await protectedResourceRequest(tokens.access_token, 'GET', new URL(url), headers, null, this.options)
      if (!response.ok) throw new Error(String(response.status))
      // a parser's message would bring the beginning of the text into the log
      return wellFormed(await response.json().catch(() => undefined), schema)
    })
  }
}

/** Fetches a provider's whole answer, within time and size limits and without following redirects. */
async function fetchAnswer(url: string, init: RequestInit, timeoutMs: number): Promise<Response> {
  const { pathname } = new URL(url)
  const { status, headers, text } = await withinTime(timeoutMs, async (signal) => {
    const response = await fetch(url, { ...init, redirect: 'error', signal })
    return { status: response.status, headers: response.headers, text: await readAnswer(response, MAX_ANSWER_BYTES) }
  }).catch((error: unknown) => {
    throw new ProviderFailure('unreachable', `${pathname}: ${error instanceof Error ? error.name : 'no answer'}`)
  })
  if (status >= 500 || status === 429) throw new ProviderFailure('unreachable', `${pathname}: ${status}`)
  return new Response(text === '' ? null : text, { status, headers })
}

function wellFormed<T>(answer: unknown, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(answer)
  if (!parsed.success) throw new Error('unexpected shape')
  return parsed.data
}

/** Refuses an ID token that was not issued just now. The provider has just issued it, so one of the two clocks is wrong, and no time that the token
 *  names can be trusted. */
function requireSameTime(tokens: TokenEndpointResponse): void {
  const issuedAt = getValidatedIdTokenClaims(tokens)?.iat
  if (issuedAt === undefined) return
  const secondsAhead = Math.round(issuedAt - Date.now() / 1_000)
  if (Math.abs(secondsAhead) * 1_000 > CLOCK_SKEW_MS)
    throw new ProviderFailure('clock', `the provider’s clock is ${secondsAhead} s ahead of this server’s`)
}

/** Rewords the failure of a step. The messages of oauth4webapi name claims and parameters, never their values. */
async function withReason<T>(step: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ProviderFailure) throw error
    const isDenied = error instanceof AuthorizationResponseError && error.error === 'access_denied'
    const isOfAnotherTime = error instanceof OperationProcessingError && error.code === JWT_TIMESTAMP_CHECK
    throw new ProviderFailure(
      isDenied ? 'denied' : isOfAnotherTime ? 'clock' : 'failed',
      `${step}: ${error instanceof Error ? error.message : 'no reason'}`,
    )
  }
}

import { createHash } from 'node:crypto'
import type { ProviderError } from '@shop/shared/accounts/calls/providers.ts'
import { z } from 'zod'
import { readAnswer } from '../../platform/http/read-answer.ts'

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

/** One way through a provider's page. `verifier`: PKCE, when the address was made with its challenge. */
export type Consent = { readonly state: string; readonly redirectUri: string; readonly verifier: string | undefined }

/** A provider that speaks OAuth 2. */
export type Provider = {
  readonly id: ProviderId
  readonly clientId: string
  /** The page on which a person consents. */
  authorizeUrl(consent: Consent): Promise<string>
  /** Who consented. Throws ProviderFailure. */
  profileOf(code: string, consent: Consent): Promise<ProviderProfile>
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

const MAX_ANSWER_BYTES = 200_000

/** Asks a provider for JSON. Throws ProviderFailure: `unreachable` without a sane answer in time, `failed` when it says no. */
export async function askProvider<T>(url: string, init: RequestInit, schema: z.ZodType<T>, timeoutMs: number): Promise<T> {
  const { pathname } = new URL(url)
  let status: number
  let text: string
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    status = response.status
    text = await readAnswer(response, MAX_ANSWER_BYTES)
  } catch (error) {
    throw new ProviderFailure('unreachable', `${pathname}: ${error instanceof Error ? error.name : 'no answer'}`)
  }
  if (status >= 500 || status === 429) throw new ProviderFailure('unreachable', `${pathname}: ${status}`)
  if (status >= 400) throw new ProviderFailure('failed', `${pathname}: ${status}`)
  const parsed = schema.safeParse(jsonOf(text))
  if (!parsed.success) throw new ProviderFailure('failed', `${pathname}: not the answer it should be`)
  return parsed.data
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const tokenSchema = z.object({ access_token: z.string().min(1) })

/** Exchanges a code for an access token, with the secret and the PKCE verifier. */
export async function exchangeCode(
  tokenUrl: string,
  { clientId, clientSecret, timeoutMs }: ProviderAccess,
  code: string,
  { redirectUri, verifier }: Consent,
): Promise<string> {
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    client_id: clientId,
    client_secret: clientSecret,
    ...(verifier === undefined ? {} : { code_verifier: verifier }),
  })
  const answer = await askProvider(
    tokenUrl,
    { method: 'POST', headers: { accept: 'application/json' }, body: form },
    tokenSchema,
    timeoutMs,
  )
  return answer.access_token
}

/** The page of consent, with everything both providers want to be told. */
export function consentUrl(page: string, clientId: string, scope: string, { state, redirectUri, verifier }: Consent): URL {
  const url = new URL(page)
  const parts = { response_type: 'code', client_id: clientId, scope, state, redirect_uri: redirectUri }
  for (const [name, value] of Object.entries(parts)) url.searchParams.set(name, value)
  if (verifier !== undefined) {
    url.searchParams.set('code_challenge', createHash('sha256').update(verifier).digest('base64url'))
    url.searchParams.set('code_challenge_method', 'S256')
  }
  return url
}

import { type ProviderError, providerErrorSchema } from '@shop/shared/accounts/calls/providers.ts'

/** The providers' names. */
export type ProviderName = 'Google' | 'Discord'

/** Said of a sign-in that fails after the provider has said yes. */
export const NOT_COMPLETED: Readonly<Record<ProviderName, string>> = {
  Discord: 'Failed to complete Discord sign-in. Please try again.',
  Google: 'Failed to sign in with Google',
}

/** Said of a sign-in that the provider or the shop refused. */
const FAILED: Readonly<Record<ProviderName, string>> = {
  Discord: 'Discord authentication failed. Please try again.',
  Google: 'Failed to sign in with Google',
}

/** The cause and the way out, where there is more to say than that it failed. */
const REASONS: Readonly<Record<ProviderError, ((provider: ProviderName) => string) | null>> = {
  denied: (provider) => `${provider} was not allowed to share who you are.`,
  state: () => 'The sign-in took too long, or was begun in another browser.',
  unreachable: (provider) => `${provider} does not answer at the moment.`,
  failed: null,
  unverified: (provider) => `Your ${provider} account has no verified e-mail address. Verify it there first.`,
  email: (provider) =>
    provider === 'Discord'
      ? 'This email is already registered. Sign in with your password, then link Discord in your profile.'
      : 'This email is already registered. Sign in with your password.',
  taken: (provider) => `This ${provider} account is linked to another user.`,
  closed: () => 'This account was closed. Please ask the shop.',
  setup: () => 'This shop is not set up yet.',
}

/** The sentence for an `error` in the address, and the reason where it is known. */
export function failureWords(provider: ProviderName, error: string): { readonly sentence: string; readonly reason: string | null } {
  const known = providerErrorSchema.safeParse(error)
  return { sentence: FAILED[provider], reason: known.success ? (REASONS[known.data]?.(provider) ?? null) : null }
}

import { type ProviderError, providerErrorSchema } from '@shop/shared/accounts/calls/providers.ts'
import { signUpRefusals } from '@shop/shared/accounts/sign-up-errors.ts'

export type ProviderName = 'Google' | 'Discord'

/** Shown when a sign-in fails after the provider accepted it. */
export const NOT_COMPLETED: Readonly<Record<ProviderName, string>> = {
  Discord: 'Failed to complete Discord sign-in. Please try again.',
  Google: 'Failed to sign in with Google',
}

/** Shown when the provider or the shop refused the sign-in. */
const FAILED: Readonly<Record<ProviderName, string>> = {
  Discord: 'Discord authentication failed. Please try again.',
  Google: 'Failed to sign in with Google',
}

/** The cause of an error, and its remedy if there is one. */
const REASONS: Readonly<Record<ProviderError, ((provider: ProviderName) => string) | null>> = {
  denied: (provider) => `${provider} was not allowed to share who you are.`,
  state: () => 'The sign-in took too long, or was begun in another browser.',
  unreachable: (provider) => `${provider} does not answer at the moment.`,
  failed: null,
  stale: (provider) => `${provider} did not ask for your password. Please sign out of ${provider} in this browser, then try again.`,
  clock: (provider) =>
    `The clock of the shop’s server and that of ${provider} differ by more than five minutes. Please ask the shop to set its clock.`,
  unverified: (provider) => `Your ${provider} account has no verified e-mail address. Verify it there first.`,
  taken: (provider) => `This ${provider} account is linked to another user.`,
  closed: () => 'This account was closed. Please ask the shop.',
  setup: () => 'This shop is not set up yet.',
  signUpOff: () => signUpRefusals.SIGN_UP_OFF.message,
  invitationNeeded: () => signUpRefusals.INVITATION_NEEDED.message,
  invitationUnknown: () => signUpRefusals.INVITATION_UNKNOWN.message,
  invitationUsed: () => signUpRefusals.INVITATION_USED.message,
  invitationOld: () => signUpRefusals.INVITATION_OLD.message,
  invitationRevoked: () => signUpRefusals.INVITATION_REVOKED.message,
  tooManySignUps: () => 'Many accounts were made here just now. Please wait a few minutes and try again.',
  invitationOtherEmail: (provider) => `This invitation is for another e-mail address than that of your ${provider} account.`,
}

/** Returns the sentence for the `error` parameter of the address, and the reason if it is known. */
export function failureWords(provider: ProviderName, error: string): { readonly sentence: string; readonly reason: string | null } {
  const known = providerErrorSchema.safeParse(error)
  return { sentence: FAILED[provider], reason: known.success ? (REASONS[known.data]?.(provider) ?? null) : null }
}

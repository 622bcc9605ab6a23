import * as z from 'zod/mini'

/** A provider by which people sign in. */
export const providerSchema = z.enum(['google', 'discord'], 'Please name google or discord')
/** A provider by which people sign in. */
export type ProviderId = z.infer<typeof providerSchema>

/** Every provider, in the order of the sign-in screen. */
export const PROVIDERS: readonly ProviderId[] = providerSchema.options

/** Name of each provider. */
export const PROVIDER_NAMES = { google: 'Google', discord: 'Discord' } as const satisfies Readonly<Record<ProviderId, string>>

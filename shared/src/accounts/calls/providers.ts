import * as z from 'zod/mini'
import { defineCall } from '../../kernel/define-call.ts'
import { accountRefusals } from '../errors.ts'
import { providerLinkRefusals } from '../provider-link-errors.ts'
import { providerSchema } from '../rules/providers.ts'
import { invitationTokenSchema, signUpRuleSchema } from '../rules/sign-up.ts'
import { knownDeviceSchema } from '../rules.ts'
import { secondFactorRefusals } from '../second-factor-errors.ts'
import { signedInSchema } from './sign-in.ts'

const { SECOND_STEP_NEEDED } = secondFactorRefusals
const { PROVIDER_NOT_CONFIGURED, PROVIDER_UNREACHABLE, TOO_MANY_ATTEMPTS, SIGN_IN_TOKEN_INVALID } = accountRefusals
const { LINK_NOT_FOUND, LAST_WAY_IN } = providerLinkRefusals

/** A started sign-in at a provider. The provider sends the state back; a cookie ties the state to the browser. */
export const startedSchema = z.object({
  state: z.string(),
  /** Address of the provider's page. */
  url: z.string(),
})

/** Lists the providers to sign in with, and tells who may create an account and whether the shop sends mails. */
export const listProvidersCall = defineCall({
  name: 'accounts.listProviders',
  method: 'GET',
  path: '/auth/providers',
  access: 'public',
  summary: 'Says which providers people can sign in with, who may create an account, and whether the shop has a mail server.',
  /** `mail`: true when the shop has a mail server. Without one, the shop keeps mails for its admins. */
  output: z.object({ google: z.boolean(), discord: z.boolean(), mail: z.boolean(), signUp: signUpRuleSchema }),
})

/** Starts a sign-in through Discord. */
export const startDiscordCall = defineCall({
  name: 'accounts.startDiscord',
  method: 'GET',
  path: '/auth/discord/state',
  access: 'public',
  summary:
    'Begins a sign-in by Discord: returns the state (single use, for this browser) and the address to open. Leave `pkce` out to build the address yourself.',
  query: z.object({ pkce: z.optional(z.stringbool()), invitation: z.optional(invitationTokenSchema) }),
  output: startedSchema,
  usesCookie: true,
  refusals: { PROVIDER_NOT_CONFIGURED, TOO_MANY_ATTEMPTS },
})

/** Gets the shop's public client id at Discord. */
export const getDiscordClientIdCall = defineCall({
  name: 'accounts.getDiscordClientId',
  method: 'GET',
  path: '/auth/discord/client-id',
  access: 'public',
  summary: 'Returns the shop’s client id at Discord, as text.',
  output: z.string(),
  refusals: { PROVIDER_NOT_CONFIGURED },
})

/** Starts to link a Discord account to the signed-in user. */
export const linkDiscordCall = defineCall({
  name: 'accounts.linkDiscord',
  method: 'POST',
  path: '/auth/discord/link',
  access: 'user',
  assurance: 'second',
  summary: 'Begins to link a Discord account to the caller. The browser ends at /discord-success.',
  output: startedSchema,
  usesCookie: true,
  refusals: { PROVIDER_NOT_CONFIGURED, TOO_MANY_ATTEMPTS },
})

/** Removes one link to a provider. */
export const unlinkProviderCall = defineCall({
  name: 'accounts.unlinkProvider',
  method: 'DELETE',
  path: '/auth/providers/{provider}',
  access: 'user',
  assurance: 'second',
  summary: 'Removes the caller’s link to Google or Discord, unless the caller could then sign in by no password and no other provider.',
  params: z.object({ provider: providerSchema }),
  output: z.object({ success: z.literal(true) }),
  refusals: { LINK_NOT_FOUND, LAST_WAY_IN },
})

/** Starts a sign-in through Google. */
export const startGoogleCall = defineCall({
  name: 'accounts.startGoogle',
  method: 'GET',
  path: '/auth/google/state',
  access: 'public',
  summary: 'Begins a sign-in by Google: returns the state (single use, for this browser) and the address to open.',
  query: z.object({ invitation: z.optional(invitationTokenSchema) }),
  output: startedSchema,
  usesCookie: true,
  refusals: { PROVIDER_NOT_CONFIGURED, PROVIDER_UNREACHABLE, TOO_MANY_ATTEMPTS },
})

/** Query with which a provider sends the browser back. */
const returnedSchema = z.object({ code: z.optional(z.string()), state: z.optional(z.string()), error: z.optional(z.string()) })
/** Query with which a provider sends the browser back. */
export type ReturnedQuery = z.infer<typeof returnedSchema>

const finish = (name: string, provider: string) =>
  defineCall({
    name,
    method: 'GET',
    path: `/auth/${provider}/callback`,
    access: 'public',
    summary: `Receives the browser back from the provider and redirects it to /${provider}-callback with \`token\` and \`isNew\`, or \`error\`.`,
    query: returnedSchema,
    output: z.string(),
    usesCookie: true,
  })

/** Finishes a sign-in or a link through Discord. */
export const finishDiscordCall = finish('accounts.finishDiscord', 'discord')
/** Finishes a sign-in through Google. */
export const finishGoogleCall = finish('accounts.finishGoogle', 'google')

/** Reason why a provider's sign-in failed. `denied`: no consent; `state`: another browser, or too late; `unreachable`: the provider did not answer;
 *  `unverified`: the provider vouches for no e-mail; `taken`: another account has this chat account; `closed`: the account is closed; `setup`: the
 *  shop has no admin yet; `stale`: the person signed in at the provider long ago. The reasons from `signUpOff` on refuse a new account. */
export const providerErrorSchema = z.enum([
  'denied',
  'state',
  'unreachable',
  'failed',
  'stale',
  'clock',
  'unverified',
  'taken',
  'closed',
  'setup',
  'signUpOff',
  'invitationNeeded',
  'invitationUnknown',
  'invitationUsed',
  'invitationOld',
  'invitationRevoked',
  'invitationOtherEmail',
  'tooManySignUps',
])
/** Reason why a provider's sign-in failed. */
export type ProviderError = z.infer<typeof providerErrorSchema>

/** Exchanges the one-time token of the callback screen for a session. */
export const signInWithOneTimeTokenCall = defineCall({
  name: 'accounts.signInWithOneTimeToken',
  method: 'POST',
  path: '/auth/sign-in-token',
  access: 'public',
  summary: 'Signs in with the one-time token a provider’s callback handed out, in the browser that began the sign-in.',
  body: z.object({
    token: z.string().check(z.minLength(1, SIGN_IN_TOKEN_INVALID.message), z.maxLength(200, SIGN_IN_TOKEN_INVALID.message)),
    knownDevice: z.optional(knownDeviceSchema),
  }),
  output: signedInSchema,
  usesCookie: true,
  refusals: { SIGN_IN_TOKEN_INVALID, TOO_MANY_ATTEMPTS, SECOND_STEP_NEEDED },
})

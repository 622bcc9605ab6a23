import * as z from 'zod/mini'
import { defineCall, PROOF_MINUTES } from '../../kernel/define-call.ts'
import { accountRefusals } from '../errors.ts'
import { passkeyAnswerSchema } from '../rules/passkeys.ts'
import { providerSchema } from '../rules/providers.ts'
import { codeSchema, countGiven, ONE_ANSWER, recoveryCodeSchema } from '../rules/second-factor.ts'
import { givenPasswordSchema } from '../rules.ts'
import { secondFactorRefusals } from '../second-factor-errors.ts'

import { startedSchema } from './providers.ts'

const { CODE_WRONG, CODE_USED, CODE_CLOCK_OFF, RECOVERY_CODE_WRONG, PASSKEY_WRONG, PASSKEY_UNKNOWN } = secondFactorRefusals
const { CURRENT_PASSWORD_WRONG, TOO_MANY_ATTEMPTS, PROVIDER_NOT_CONFIGURED, PROVIDER_PROVES_NOTHING, PROVIDER_UNREACHABLE } =
  accountRefusals

/** Gets the ways in which the caller can prove their identity. */
export const getProofWaysCall = defineCall({
  name: 'accounts.getProofWays',
  method: 'GET',
  path: '/identity/proof',
  access: 'user',
  admitsOutsiders: true,
  summary: `Says how the caller can prove their identity again, and what their session has proved in the last ${PROOF_MINUTES} minutes.`,
  output: z.object({
    /** True when the session has a recent sign-in or proof. A sign-in by a provider counts only if the caller has neither a password nor a second
     *  factor. */
    isRecent: z.boolean(),
    /** True when the session has a recent proof with the second factor. */
    isSecond: z.boolean(),
    /** True when the caller has a second factor; calls with assurance `second` then require it. */
    hasSecond: z.boolean(),
    password: z.boolean(),
    /** True when the caller has codes of an authenticator app. */
    codes: z.boolean(),
    /** True when the caller has a passkey for the address of the request. */
    passkey: z.boolean(),
    /** True when the caller can prove their identity at Google: the account is linked, and the caller has neither a password nor a second factor. */
    google: z.boolean(),
    /** True when the caller can prove their identity at Discord, under the same conditions. */
    discord: z.boolean(),
  }),
})

/** Proves that the caller is the person who signed in. */
export const proveIdentityCall = defineCall({
  name: 'accounts.proveIdentity',
  method: 'POST',
  path: '/identity/proof',
  access: 'user',
  admitsOutsiders: true,
  summary: `Proves again that the caller is the person who signed in; the proof counts for ${PROOF_MINUTES} minutes, and only for this session.`,
  body: z
    .object({
      password: z.optional(givenPasswordSchema),
      code: z.optional(codeSchema),
      recoveryCode: z.optional(recoveryCodeSchema),
      passkey: z.optional(passkeyAnswerSchema),
    })
    .check(z.refine((given) => countGiven(given.password, given.code, given.recoveryCode, given.passkey) === 1, ONE_ANSWER)),
  output: z.object({ success: z.literal(true) }),
  refusals: {
    CURRENT_PASSWORD_WRONG,
    CODE_WRONG,
    CODE_USED,
    CODE_CLOCK_OFF,
    RECOVERY_CODE_WRONG,
    PASSKEY_WRONG,
    PASSKEY_UNKNOWN,
    TOO_MANY_ATTEMPTS,
  },
})

/** Starts a proof at a provider whose account the caller has linked. */
export const startProviderProofCall = defineCall({
  name: 'accounts.startProviderProof',
  method: 'POST',
  path: '/auth/{provider}/proof',
  access: 'user',
  admitsOutsiders: true,
  summary:
    'Starts to prove the caller’s identity at Google or Discord, if the caller has neither a password nor a second factor: returns the address to open in the same browser. The proof ends at /google-callback or /discord-callback.',
  params: z.object({ provider: providerSchema }),
  output: startedSchema,
  usesCookie: true,
  refusals: { PROVIDER_NOT_CONFIGURED, PROVIDER_PROVES_NOTHING, PROVIDER_UNREACHABLE, TOO_MANY_ATTEMPTS },
})

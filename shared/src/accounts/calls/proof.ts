import * as z from 'zod/mini'
import { defineCall, PROOF_MINUTES } from '../../kernel/define-call.ts'
import { accountRefusals } from '../errors.ts'
import { givenPasswordSchema } from '../rules.ts'

const { CURRENT_PASSWORD_WRONG, TOO_MANY_ATTEMPTS } = accountRefusals

/** Gets the ways in which the caller can prove to be themselves. */
export const getProofWaysCall = defineCall({
  name: 'accounts.getProofWays',
  method: 'GET',
  path: '/identity/proof',
  access: 'user',
  summary: `Says by what the caller can show again that it is them, and what their session has shown in the last ${PROOF_MINUTES} minutes.`,
  output: z.object({
    /** True when the session signed in or proved anything of late. */
    isRecent: z.boolean(),
    /** True when the session proved by the second factor of late. */
    isSecond: z.boolean(),
    /** True when the caller has a second factor, which acts of assurance `second` then ask for. */
    hasSecond: z.boolean(),
    password: z.boolean(),
    google: z.boolean(),
    discord: z.boolean(),
  }),
})

/** Proves that the caller is the person of the session. */
export const proveIdentityCall = defineCall({
  name: 'accounts.proveIdentity',
  method: 'POST',
  path: '/identity/proof',
  access: 'user',
  summary: `Shows again that the caller is the person who signed in; it counts for ${PROOF_MINUTES} minutes and this session alone.`,
  body: z.object({ password: givenPasswordSchema }),
  output: z.object({ success: z.literal(true) }),
  refusals: { CURRENT_PASSWORD_WRONG, TOO_MANY_ATTEMPTS },
})

import * as z from 'zod/mini'
import { defineCall } from '../../kernel/define-call.ts'
import { accountRefusals } from '../errors.ts'
import { passkeySchema } from '../rules/passkeys.ts'
import { codeSchema, RECOVERY_CODES } from '../rules/second-factor.ts'
import { secondFactorRefusals } from '../second-factor-errors.ts'

const { TOO_MANY_ATTEMPTS, EMAIL_NOT_PROVED } = accountRefusals
const { CODE_WRONG, CODE_USED, CODE_CLOCK_OFF, CODES_NOT_STARTED, SECOND_FACTOR_MISSING, SECOND_FACTOR_KEPT } = secondFactorRefusals

const doneSchema = z.object({ success: z.literal(true) })
/** Recovery codes in plain text. No later answer contains them. */
const recoveryCodesSchema = z.array(z.string())

/** Lists the caller's second factors. */
export const getSecondFactorCall = defineCall({
  name: 'accounts.getSecondFactor',
  method: 'GET',
  path: '/identity/second-factor',
  access: 'user',
  summary: 'Lists the caller’s second factors: codes of an authenticator app, passkeys, and the number of recovery codes left.',
  output: z.object({
    hasCodes: z.boolean(),
    recoveryCodesLeft: z.int(),
    passkeys: z.array(passkeySchema),
    /** True when passkeys can be made at the address of the request. */
    admitsPasskeys: z.boolean(),
    /** True when the caller has any second factor. */
    hasSecond: z.boolean(),
    /** True when the shop demands a second factor of the caller. */
    isDemanded: z.boolean(),
  }),
})

/** Starts to set up codes of an authenticator app. */
export const startCodesCall = defineCall({
  name: 'accounts.startCodes',
  method: 'POST',
  path: '/identity/second-factor/codes/start',
  access: 'user',
  assurance: 'second',
  summary:
    'Makes a new secret for an authenticator app. The new secret takes effect when its first code is confirmed; until then, an earlier secret stays valid.',
  output: z.object({
    /** The secret as text, to type into the app. */
    secret: z.string(),
    /** The secret as an otpauth address, for a QR code. */
    url: z.string(),
    /** Ticket that the client sends back with the first code. */
    ticket: z.string(),
  }),
  refusals: { EMAIL_NOT_PROVED },
})

/** Switches codes on. A first code proves that the authenticator app has the secret. */
export const confirmCodesCall = defineCall({
  name: 'accounts.confirmCodes',
  method: 'POST',
  path: '/identity/second-factor/codes/confirm',
  access: 'user',
  assurance: 'second',
  summary: `Switches codes of an authenticator app on when the first code is right. If the caller had no recovery codes, returns ${RECOVERY_CODES} new ones, only this once.`,
  body: z.object({ ticket: z.string().check(z.maxLength(200)), code: codeSchema }),
  output: z.object({ recoveryCodes: recoveryCodesSchema }),
  refusals: { CODE_WRONG, CODE_USED, CODE_CLOCK_OFF, CODES_NOT_STARTED, TOO_MANY_ATTEMPTS },
})

/** Switches codes of an authenticator app off. */
export const removeCodesCall = defineCall({
  name: 'accounts.removeCodes',
  method: 'DELETE',
  path: '/identity/second-factor/codes',
  access: 'user',
  assurance: 'second',
  summary: 'Switches codes of an authenticator app off. Removing the last second factor also removes the recovery codes.',
  output: doneSchema,
  refusals: { SECOND_FACTOR_KEPT },
})

/** Makes new recovery codes; the earlier ones become invalid. */
export const resetRecoveryCodesCall = defineCall({
  name: 'accounts.resetRecoveryCodes',
  method: 'POST',
  path: '/identity/second-factor/recovery-codes',
  access: 'user',
  assurance: 'second',
  summary: `Makes ${RECOVERY_CODES} new recovery codes, each valid once, and returns them only this once. Earlier codes become invalid.`,
  output: z.object({ recoveryCodes: recoveryCodesSchema }),
  refusals: { SECOND_FACTOR_MISSING },
})

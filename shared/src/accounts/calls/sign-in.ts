import * as z from 'zod/mini'
import { defineCall } from '../../kernel/define-call.ts'
import { optionalText } from '../../kernel/text.ts'
import { shopSettingsSchema } from '../../settings/schema.ts'
import { accountRefusals } from '../errors.ts'
import { passkeyAnswerSchema } from '../rules/passkeys.ts'
import { codeSchema, countGiven, ONE_ANSWER, recoveryCodeSchema } from '../rules/second-factor.ts'
import { invitationTokenSchema } from '../rules/sign-up.ts'
import { displayNameSchema, emailSchema, givenPasswordSchema, knownDeviceSchema, newPasswordSchema, setUpCodeSchema } from '../rules.ts'
import { secondFactorRefusals } from '../second-factor-errors.ts'
import { signUpRefusals } from '../sign-up-errors.ts'

/** Answer of every sign-in. */
export const signedInSchema = z.object({
  /** Bearer token of the new session. */
  token: z.string(),
  /** Token by which this device shows at later sign-ins that it was signed in before. */
  knownDevice: z.optional(z.string()),
  user: z.object({ id: z.string(), email: z.string(), name: z.string(), createdAt: z.string() }),
})
const { SECOND_STEP_NEEDED, CODE_WRONG, CODE_USED, CODE_CLOCK_OFF, RECOVERY_CODE_WRONG, PASSKEY_WRONG, PASSKEY_UNKNOWN } =
  secondFactorRefusals
const {
  SIGN_IN_TOKEN_INVALID,
  EMAIL_IN_USE,
  USER_NOT_FOUND,
  WRONG_PASSWORD,
  PASSWORD_RENEWAL_NEEDED,
  TOO_MANY_ATTEMPTS,
  SET_UP_NEEDED,
  ALREADY_SET_UP,
  SET_UP_CODE_WRONG,
} = accountRefusals
const { PASSWORD_COMMON, PASSWORD_PERSONAL } = accountRefusals

/** Creates an account and signs it in. */
export const signUpCall = defineCall({
  name: 'accounts.signUp',
  method: 'POST',
  path: '/identity/sign-up/email',
  access: 'public',
  summary: 'Creates an account with e-mail and password, and signs it in.',
  body: z.object({
    email: emailSchema,
    password: newPasswordSchema,
    name: displayNameSchema,
    /** The secret of an invitation's link. The shop may require an invitation. */
    invitation: z.optional(invitationTokenSchema),
  }),
  output: signedInSchema,
  refusals: { EMAIL_IN_USE, SET_UP_NEEDED, TOO_MANY_ATTEMPTS, PASSWORD_COMMON, PASSWORD_PERSONAL, ...signUpRefusals },
})

/** Signs in by e-mail and password. */
export const signInCall = defineCall({
  name: 'accounts.signIn',
  method: 'POST',
  path: '/identity/sign-in/email',
  access: 'public',
  summary: 'Signs in with e-mail and password.',
  body: z.object({ email: emailSchema, password: givenPasswordSchema, knownDevice: z.optional(knownDeviceSchema) }),
  output: signedInSchema,
  refusals: { USER_NOT_FOUND, WRONG_PASSWORD, PASSWORD_RENEWAL_NEEDED, TOO_MANY_ATTEMPTS, SECOND_STEP_NEEDED },
})

/** Signs in by the second factor, after a first step by password or provider. */
export const signInWithSecondStepCall = defineCall({
  name: 'accounts.signInWithSecondStep',
  method: 'POST',
  path: '/identity/sign-in/second-step',
  access: 'public',
  summary: 'Signs in with the ticket of a first step (`details.ticket` of SECOND_STEP_NEEDED) and a code, a recovery code or a passkey.',
  body: z
    .object({
      ticket: z.string().check(z.maxLength(200, SIGN_IN_TOKEN_INVALID.message)),
      code: z.optional(codeSchema),
      recoveryCode: z.optional(recoveryCodeSchema),
      passkey: z.optional(passkeyAnswerSchema),
      knownDevice: z.optional(knownDeviceSchema),
    })
    .check(z.refine((given) => countGiven(given.code, given.recoveryCode, given.passkey) === 1, ONE_ANSWER)),
  output: signedInSchema,
  refusals: {
    SIGN_IN_TOKEN_INVALID,
    CODE_WRONG,
    CODE_USED,
    CODE_CLOCK_OFF,
    RECOVERY_CODE_WRONG,
    PASSKEY_WRONG,
    PASSKEY_UNKNOWN,
    TOO_MANY_ATTEMPTS,
  },
})

/** Tells whether the shop still waits for its first admin. */
export const getSetUpCall = defineCall({
  name: 'accounts.getSetUp',
  method: 'GET',
  path: '/setup',
  access: 'public',
  summary: 'Says whether the shop waits for its first admin.',
  output: z.object({
    needed: z.boolean(),
    /** True when this client has to send the set-up code. */
    needsCode: z.boolean(),
  }),
})

/** Opens the shop with its first admin and signs the admin in. */
export const setUpShopCall = defineCall({
  name: 'accounts.setUp',
  method: 'POST',
  path: '/setup',
  access: 'public',
  summary: 'Opens the shop: creates the first admin and signs in. Works once.',
  body: z.object({
    email: emailSchema,
    password: newPasswordSchema,
    displayName: displayNameSchema,
    /** IANA name of the time zone, from the browser. */
    timeZone: shopSettingsSchema.shape.timeZone,
    shopName: optionalText(100),
    /** The code that the server printed at its start. Clients on the same machine need none. */
    code: z.optional(setUpCodeSchema),
  }),
  output: signedInSchema,
  refusals: { ALREADY_SET_UP, SET_UP_CODE_WRONG, TOO_MANY_ATTEMPTS, PASSWORD_COMMON, PASSWORD_PERSONAL },
})

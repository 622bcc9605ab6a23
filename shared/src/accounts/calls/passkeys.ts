import * as z from 'zod/mini'
import { defineCall } from '../../kernel/define-call.ts'
import { accountRefusals } from '../errors.ts'
import { passkeyAnswerSchema, passkeyMadeSchema, passkeyNameSchema, passkeySchema } from '../rules/passkeys.ts'
import { knownDeviceSchema } from '../rules.ts'
import { secondFactorRefusals } from '../second-factor-errors.ts'
import { signedInSchema } from './sign-in.ts'

const { TOO_MANY_ATTEMPTS, EMAIL_NOT_PROVED } = accountRefusals
const { PASSKEY_WRONG, PASSKEY_UNKNOWN, PASSKEYS_NEED_HTTPS, PASSKEY_NOT_FOUND, PASSKEY_KNOWN, TOO_MANY_PASSKEYS, SECOND_FACTOR_KEPT } =
  secondFactorRefusals

/** WebAuthn options, and a ticket that the browser sends back with its answer. */
const startedSchema = z.object({ options: z.looseObject({ challenge: z.string() }), ticket: z.string() })
const idPath = z.object({ id: z.string() })

/** Starts to make a passkey for the caller at the host of the request. */
export const startPasskeyCall = defineCall({
  name: 'accounts.startPasskey',
  method: 'POST',
  path: '/identity/passkeys/start',
  access: 'user',
  assurance: 'second',
  summary: 'Begins a new passkey of the caller, for the host the request came to. Returns the options of navigator.credentials.create().',
  output: startedSchema,
  refusals: { EMAIL_NOT_PROVED, PASSKEYS_NEED_HTTPS, TOO_MANY_PASSKEYS },
})

/** Adds the passkey that the browser made. */
export const addPasskeyCall = defineCall({
  name: 'accounts.addPasskey',
  method: 'POST',
  path: '/identity/passkeys',
  access: 'user',
  assurance: 'second',
  summary: 'Adds the passkey that a browser made. If the caller had no recovery codes, returns new ones, only this once.',
  body: z.object({ ticket: z.string().check(z.maxLength(200)), name: passkeyNameSchema, response: passkeyMadeSchema }),
  output: z.object({ passkey: passkeySchema, recoveryCodes: z.array(z.string()) }),
  refusals: { PASSKEYS_NEED_HTTPS, PASSKEY_WRONG, PASSKEY_KNOWN, TOO_MANY_PASSKEYS },
})

/** Gives a passkey another name. */
export const editPasskeyCall = defineCall({
  name: 'accounts.editPasskey',
  method: 'PATCH',
  path: '/identity/passkeys/{id}',
  access: 'user',
  summary: 'Names a passkey of the caller.',
  params: idPath,
  body: z.object({ name: passkeyNameSchema }),
  output: passkeySchema,
  refusals: { PASSKEY_NOT_FOUND },
})

/** Removes a passkey. */
export const removePasskeyCall = defineCall({
  name: 'accounts.removePasskey',
  method: 'DELETE',
  path: '/identity/passkeys/{id}',
  access: 'user',
  assurance: 'second',
  summary: 'Removes a passkey of the caller. Removing the last second factor also removes the recovery codes.',
  params: idPath,
  output: z.object({ success: z.literal(true) }),
  refusals: { PASSKEY_NOT_FOUND, SECOND_FACTOR_KEPT },
})

/** Starts the use of a passkey: a sign-in, a second step or a proof. */
export const startPasskeyUseCall = defineCall({
  name: 'accounts.startPasskeyUse',
  method: 'POST',
  path: '/identity/passkeys/use',
  access: 'public',
  summary: 'Begins the use of a passkey at the host the request came to. Returns the options of navigator.credentials.get().',
  output: startedSchema,
  refusals: { PASSKEYS_NEED_HTTPS, TOO_MANY_ATTEMPTS },
})

/** Signs in by a passkey alone. */
export const signInWithPasskeyCall = defineCall({
  name: 'accounts.signInWithPasskey',
  method: 'POST',
  path: '/identity/sign-in/passkey',
  access: 'public',
  summary: 'Signs in with a passkey, which counts as both steps.',
  body: z.extend(passkeyAnswerSchema, { knownDevice: z.optional(knownDeviceSchema) }),
  output: signedInSchema,
  refusals: { PASSKEYS_NEED_HTTPS, PASSKEY_WRONG, PASSKEY_UNKNOWN, TOO_MANY_ATTEMPTS },
})

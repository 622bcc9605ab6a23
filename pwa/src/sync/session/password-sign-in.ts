import { resetPasswordCall } from '@shop/shared/accounts/calls/password.ts'
import { signInCall, signUpCall } from '@shop/shared/accounts/calls/sign-in.ts'
import { type CallOptions, makeCall } from './call.ts'
import { type NewAccount, type NewSignIn, newSignIn } from './new-sign-in.ts'

export async function fetchToken(email: string, password: string, knownDevice: string | null, options: CallOptions): Promise<NewSignIn> {
  const body = { email, password, ...(knownDevice === null ? {} : { knownDevice }) }
  return newSignIn(await makeCall(signInCall, { body }, { ...options, token: null }))
}

export async function makeAccount(body: NewAccount, options: CallOptions): Promise<NewSignIn> {
  return newSignIn(await makeCall(signUpCall, { body }, { ...options, token: null }))
}

/** Sets a password by a mailed link. Answers the token by which the server knows this device from then on. */
export async function resetPassword(token: string, newPassword: string, knownDevice: string | null, options: CallOptions) {
  const body = { token, newPassword, ...(knownDevice === null ? {} : { knownDevice }) }
  return (await makeCall(resetPasswordCall, { body }, options)).knownDevice
}

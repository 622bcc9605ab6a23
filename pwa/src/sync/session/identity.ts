import { resetPasswordCall } from '@shop/shared/accounts/calls/password.ts'
import { getMeCall, restUserSchema } from '@shop/shared/accounts/calls/people.ts'
import { signInCall, signOutCall, signUpCall } from '@shop/shared/accounts/calls/sign-in.ts'
import type { InputOf } from '@shop/shared/kernel/define-call.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import * as z from 'zod/mini'
import type { SessionUser } from '../ports/contract.ts'
import { type CallOptions, makeCall } from './call.ts'

/** The fields of a profile that the device needs. Others may come and go with the server's version. */
const profileSchema = z.extend(z.pick(restUserSchema, { uid: true, email: true, displayName: true, username: true, role: true }), {
  offlineDays: z.int(),
  /** Absent from a server of an earlier release. */
  sealingKey: z.optional(z.string()),
})

export type Profile = { readonly user: SessionUser; readonly offlineDays: number; readonly sealingKey?: string | undefined }

const unreadable = () =>
  new Refusal('UNAVAILABLE', 503, 'The server answered something this app cannot read. Please try again in a moment.')

/** Token of a new session. `knownDevice`: a token with which this device later shows that it signed in before; null from an older server. */
export type NewSignIn = { readonly token: string; readonly knownDevice: string | null }

export async function fetchToken(email: string, password: string, knownDevice: string | null, options: CallOptions): Promise<NewSignIn> {
  const body = { email, password, ...(knownDevice === null ? {} : { knownDevice }) }
  return newSignIn(await makeCall(signInCall, { body }, { ...options, token: null }))
}

/** Account to create. `invitation`: the secret of an invitation's link. */
export type NewAccount = InputOf<typeof signUpCall>['body']

export async function makeAccount(body: NewAccount, options: CallOptions): Promise<NewSignIn> {
  return newSignIn(await makeCall(signUpCall, { body }, { ...options, token: null }))
}

/** Sets a password by a mailed link. Answers the token by which the server knows this device from then on. */
export async function resetPassword(token: string, newPassword: string, knownDevice: string | null, options: CallOptions) {
  const body = { token, newPassword, ...(knownDevice === null ? {} : { knownDevice }) }
  return (await makeCall(resetPasswordCall, { body }, options)).knownDevice
}

type Answered = { readonly token?: string; readonly knownDevice?: string | undefined }

/** Asks the server for a session. `known` goes into the request, so that the server recognises the device. */
export type AskToSignIn = (known: { readonly knownDevice?: string }) => Promise<Answered>

/** Signs in by another way than a password. */
export async function askForSignIn(ask: AskToSignIn, knownDevice: string | null): Promise<NewSignIn> {
  return newSignIn(await ask(knownDevice === null ? {} : { knownDevice }))
}

function newSignIn(answer: Answered): NewSignIn {
  if (!answer.token) throw unreadable()
  return { token: answer.token, knownDevice: answer.knownDevice ?? null }
}

/** Fetches the profile of a token's owner. Rejects with 401 when the token is no longer valid, and with 403 when the person may not use this shop. */
export async function fetchProfile(options: CallOptions): Promise<Profile> {
  const answer = profileSchema.safeParse(await makeCall(getMeCall, {}, options))
  if (!answer.success) throw unreadable()
  const { offlineDays, sealingKey, ...user } = answer.data
  return { user, offlineDays, sealingKey }
}

/** Ends the session at the server. Resolves even if the request fails. */
export async function endSession(options: CallOptions): Promise<void> {
  await makeCall(signOutCall, {}, options).catch(() => undefined)
}

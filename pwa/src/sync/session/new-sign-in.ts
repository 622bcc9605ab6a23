import type { signUpCall } from '@shop/shared/accounts/calls/sign-in.ts'
import type { InputOf } from '@shop/shared/kernel/define-call.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'

/** The error for an answer that this app cannot read. */
export const unreadable = () =>
  new Refusal('UNAVAILABLE', 503, 'The server answered something this app cannot read. Please try again in a moment.')

/** Account to create. `invitation`: the secret of an invitation's link. */
export type NewAccount = InputOf<typeof signUpCall>['body']

/** Token of a new session. `knownDevice`: a token with which this device later shows that it signed in before; null from an older server. */
export type NewSignIn = { readonly token: string; readonly knownDevice: string | null }

type Answered = { readonly token?: string; readonly knownDevice?: string | undefined }

/** Asks the server for a session. `known` goes into the request, so that the server recognises the device. */
export type AskToSignIn = (known: { readonly knownDevice?: string }) => Promise<Answered>

/** Signs in by another way than a password. */
export async function askForSignIn(ask: AskToSignIn, knownDevice: string | null): Promise<NewSignIn> {
  return newSignIn(await ask(knownDevice === null ? {} : { knownDevice }))
}

/** Reads the answer of a sign-in. Throws UNAVAILABLE for an answer without a token. */
export function newSignIn(answer: Answered): NewSignIn {
  if (!answer.token) throw unreadable()
  return { token: answer.token, knownDevice: answer.knownDevice ?? null }
}

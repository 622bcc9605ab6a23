import { getMeCall, restUserSchema } from '@shop/shared/accounts/calls/own-user.ts'
import { signOutCall } from '@shop/shared/accounts/calls/sign-out.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import * as z from 'zod/mini'
import { syncRefusals } from '../engine/refusals.ts'
import type { SessionUser } from '../ports/contract.ts'
import { type CallOptions, makeCall } from './call.ts'
import { unreadable } from './new-sign-in.ts'

/** The fields of a profile that the device needs. Others may come and go with the server's version. */
const profileSchema = z.extend(z.pick(restUserSchema, { uid: true, email: true, displayName: true, username: true, role: true }), {
  offlineDays: z.int(),
  /** Absent from a server of an earlier release. */
  sealingKey: z.optional(z.string()),
})

export type Profile = { readonly user: SessionUser; readonly offlineDays: number; readonly sealingKey?: string | undefined }

/** Loads the calls of sign-in, sign-up and new password, which a person who is signed in does not need. Rejects with OFFLINE when they cannot be
 *  loaded. */
export const passwordSignIn = () =>
  import('./password-sign-in.ts').catch(() => {
    throw refusal(syncRefusals, 'OFFLINE')
  })

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

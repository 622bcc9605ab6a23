import { Refusal } from '@shop/shared/kernel/errors.ts'
import { z } from 'zod'
import { type CallOptions, requestJson } from './call.ts'
import type { SessionUser } from './contract.ts'

const tokenSchema = z.object({ token: z.string().min(1) })

const profileSchema = z
  .object({
    uid: z.string().optional(),
    id: z.string().optional(),
    email: z.string(),
    displayName: z.string().nullish(),
    username: z.string().nullish(),
    role: z.enum(['user', 'admin']),
  })
  .refine(({ uid, id }) => uid !== undefined || id !== undefined)

const unreadable = () => new Refusal('UNAVAILABLE', 503, 'The server answered something this app cannot read. Please try again in a moment.')

/** Asks the identity provider for a token (design §3). Refuses with its own sentences. */
export async function fetchToken(action: 'sign-in' | 'sign-up', body: { email: string; password: string; name?: string }, options: CallOptions): Promise<string> {
  const answer = tokenSchema.safeParse(await requestJson('POST', `/api/identity/${action}/email`, body, { ...options, token: null }))
  if (!answer.success) throw unreadable()
  return answer.data.token
}

/** The signed-in person's profile. Refuses 401 when the token is no longer taken and 403 when the person may not use this shop. */
export async function fetchProfile(options: CallOptions): Promise<SessionUser> {
  const answer = profileSchema.safeParse(await requestJson('GET', '/api/auth/me', undefined, options))
  if (!answer.success) throw unreadable()
  const { uid, id, email, displayName, username, role } = answer.data
  return { uid: uid ?? (id as string), email, displayName: displayName ?? '', username: username ?? null, role }
}

/** Ends the session at the server; whether it hears of it does not matter here. */
export async function endSession(options: CallOptions): Promise<void> {
  await requestJson('POST', '/api/identity/sign-out', {}, options).catch(() => undefined)
}

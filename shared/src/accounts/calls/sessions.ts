import * as z from 'zod/mini'
import { defineCall } from '../../kernel/define-call.ts'
import { accountRefusals } from '../errors.ts'
import { providerSchema } from '../rules/providers.ts'

/** Maximum number of sessions in one list. */
export const SESSION_LIST_LIMIT = 100

/** One signed-in device. */
export const sessionSchema = z.object({
  id: z.string(),
  /** True for the session that made the request. */
  isCurrent: z.boolean(),
  userAgent: z.string(),
  /** Network address of the sign-in; '' when unknown. */
  address: z.string(),
  createdAt: z.string(),
  /** Exact to the hour, because the server records a session's use at most once an hour. */
  lastUsedAt: z.string(),
})
/** One signed-in device. */
export type Session = z.infer<typeof sessionSchema>

/** Gets the session that made the request. */
export const getSessionCall = defineCall({
  name: 'accounts.getSession',
  method: 'GET',
  path: '/identity/get-session',
  access: 'user',
  summary: 'Returns the session that makes the request.',
  output: z.object({
    session: z.object({ id: z.string(), expiresAt: z.string() }),
    user: z.object({ id: z.string(), email: z.string(), name: z.string() }),
  }),
})

/** Lists the devices on which the caller is signed in, and the ways in which the caller can sign in. */
export const listSessionsCall = defineCall({
  name: 'accounts.listSessions',
  method: 'GET',
  path: '/identity/sessions',
  access: 'user',
  summary: `Lists the caller’s sessions, last used first, at most ${SESSION_LIST_LIMIT}, and says whether the caller has a password and which providers are linked.`,
  output: z.object({ sessions: z.array(sessionSchema), hasPassword: z.boolean(), providers: z.array(providerSchema) }),
})

/** Signs one device out. */
export const revokeSessionCall = defineCall({
  name: 'accounts.revokeSession',
  method: 'DELETE',
  path: '/identity/sessions/{id}',
  access: 'user',
  assurance: 'recent',
  summary: 'Ends one session of the caller.',
  params: z.object({ id: z.string() }),
  output: z.object({ success: z.literal(true) }),
  refusals: { SESSION_NOT_FOUND: accountRefusals.SESSION_NOT_FOUND },
})

/** Signs all other devices out. */
export const revokeOtherSessionsCall = defineCall({
  name: 'accounts.revokeOtherSessions',
  method: 'POST',
  path: '/identity/revoke-other-sessions',
  access: 'user',
  assurance: 'recent',
  summary: 'Ends all sessions of the caller except the one that makes the request.',
  output: z.object({ status: z.literal(true) }),
})

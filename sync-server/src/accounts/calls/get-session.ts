import { getSession } from '@shop/shared/accounts/calls/sessions.ts'
import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { readSession } from '../session-list.ts'
import { bearerOf } from '../sessions.ts'

/** GET /identity/get-session. */
export const getSessionCall = implementCall(getSession, async ({ actor, platform, request }) => {
  const session = await readSession(platform.db, bearerOf(request.headers) ?? '')
  if (!session) throw refusal(kernelRefusals, 'SIGN_IN_REQUIRED')
  const { id, expiresAt, email, name } = session
  return { session: { id, expiresAt: expiresAt.toISOString() }, user: { id: actor.uid, email, name } }
})

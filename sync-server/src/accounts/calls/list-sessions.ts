import { listSessions } from '@shop/shared/accounts/calls/sessions.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { hasPassword } from '../passwords.ts'
import { readSessions } from '../session-list.ts'
import { bearerOf } from '../sessions.ts'

/** GET /identity/sessions. */
export const listSessionsCall = implementCall(listSessions, async ({ actor, platform, request }) => ({
  sessions: await readSessions(platform.db, actor.uid, bearerOf(request.headers) ?? ''),
  hasPassword: await hasPassword(platform.db, actor.uid),
}))

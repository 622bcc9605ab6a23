import { getSessionCall, listSessionsCall, revokeOtherSessionsCall, revokeSessionCall } from '@shop/shared/accounts/calls/sessions.ts'
import { openSealedWorkCall } from '@shop/shared/accounts/calls/sign-out.ts'
import { accountRefusals } from '@shop/shared/accounts/errors.ts'
import { PROVIDERS } from '@shop/shared/accounts/rules/providers.ts'
import { sealedWorkRefusals } from '@shop/shared/accounts/sealed-work-errors.ts'
import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import type { Db } from '../../platform/database/sql.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import type { Accounts } from '../accounts.ts'
import { BY_PASSWORD } from '../passwords.ts'
import { linkedProviders } from '../providers/provider-accounts.ts'
import { endOtherSessions, endSession, readSession, readSessions } from '../session-list.ts'
import { bearerOf } from '../sessions.ts'

/** GET /identity/get-session. */
export const handleGetSession = implementCall(getSessionCall, async ({ actor, platform, request }) => {
  const session = await readSession(platform.db, bearerOf(request.headers) ?? '')
  if (!session) throw refusal(kernelRefusals, 'SIGN_IN_REQUIRED')
  const { id, expiresAt, email, name } = session
  return { session: { id, expiresAt: expiresAt.toISOString() }, user: { id: actor.uid, email, name } }
})

/** GET /identity/sessions. */
export const handleListSessions = implementCall(listSessionsCall, async ({ actor, platform, request }) => ({
  sessions: await readSessions(platform.db, actor.uid, bearerOf(request.headers) ?? ''),
  ...(await waysOf(platform.db, actor.uid)),
}))

async function waysOf(db: Db, uid: string) {
  const ways = await linkedProviders(db, uid)
  return { hasPassword: ways.has(BY_PASSWORD), providers: PROVIDERS.filter((id) => ways.has(id)) }
}

/** DELETE /identity/sessions/{id}. */
export const handleRevokeSession = ({ sessions, recordSecurity }: Accounts) =>
  implementCall(revokeSessionCall, async ({ actor, params, platform, ...caller }) => {
    const outcome = await platform.transaction((tx) => endSession(tx, actor.uid, params.id))
    if (outcome === 'foreign') throw refusal(kernelRefusals, 'FORBIDDEN')
    if (outcome === 'none') throw refusal(accountRefusals, 'SESSION_NOT_FOUND')
    sessions.forgetAll()
    await recordSecurity({ kind: 'sessionsEnded', uid: actor.uid, caller, detail: { which: 'one' } })
    return { success: true as const }
  })

/** POST /identity/revoke-other-sessions. */
export const handleRevokeOtherSessions = ({ sessions, recordSecurity }: Accounts) =>
  implementCall(revokeOtherSessionsCall, async ({ actor, platform, ...caller }) => {
    await platform.transaction((tx) => endOtherSessions(tx, actor.uid, bearerOf(caller.request.headers) ?? ''))
    sessions.forgetAll()
    await recordSecurity({ kind: 'sessionsEnded', uid: actor.uid, caller, detail: { which: 'others' } })
    return { status: true as const }
  })

/** POST /sync/sealed-work. */
export const handleOpenSealedWork = ({ sealing }: Accounts) =>
  implementCall(openSealedWorkCall, ({ actor, body }) => {
    const opened = sealing.open(body)
    if (!opened) throw refusal(sealedWorkRefusals, 'SEALED_WORK_UNREADABLE')
    if (opened.uid !== actor.uid && actor.role !== 'admin') throw refusal(kernelRefusals, 'FORBIDDEN')
    return { text: opened.text }
  })

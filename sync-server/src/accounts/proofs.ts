import { type Assurance, PROOF_MINUTES } from '@shop/shared/kernel/define-call.ts'
import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { now, secondsFromNow } from '../platform/database/expressions.ts'
import type { Db } from '../platform/database/sql.ts'
import { requireDemandedFactor } from './factor-demand.ts'
import { bearerOf } from './sessions.ts'
import { hashOf } from './token-hash.ts'

/** Recent proofs of a session. `isRecent`: a sign-in or any proof; `isSecond`: the person's second factor. */
export type SessionProof = { readonly isRecent: boolean; readonly isSecond: boolean; readonly hasSecond: boolean }

/** Reads what the session of a request recently proved, by the database's clock. Refuses SIGN_IN_REQUIRED when it has ended. */
export async function readProof(db: Db, request: Request): Promise<SessionProof> {
  const since = secondsFromNow(-PROOF_MINUTES * 60)
  const found = await db
    .selectFrom('identity_sessions as session')
    .where('session.token', '=', hashOf(bearerOf(request.headers) ?? ''))
    .where('session.expiresAt', '>', now())
    .select((eb) => [
      eb.or([eb('session.createdAt', '>', since), eb('session.proved_at', '>', since), eb('session.second_at', '>', since)]).as('isRecent'),
      eb('session.second_at', '>', since).as('isSecond'),
      eb
        .or([
          eb.exists(
            eb
              .selectFrom('code_factors as factor')
              .select('factor.uid')
              .whereRef('factor.uid', '=', 'session.userId')
              .where('factor.confirmed_at', 'is not', null),
          ),
          eb.exists(eb.selectFrom('passkeys as passkey').select('passkey.id').whereRef('passkey.uid', '=', 'session.userId')),
        ])
        .as('hasSecond'),
    ])
    .executeTakeFirst()
  if (!found) throw refusal(kernelRefusals, 'SIGN_IN_REQUIRED')
  return { isRecent: found.isRecent === true, isSecond: found.isSecond === true, hasSecond: found.hasSecond === true }
}

/** Refuses PROOF_NEEDED unless the session of the request has recently given the proof that the call needs. Refuses SECOND_FACTOR_DEMANDED when the
 *  act is one that only an admin may do, the shop requires a second factor of admins, and this admin has none. */
export async function requireProof(db: Db, request: Request, assurance: Assurance, isAdminAct: boolean): Promise<void> {
  const { isRecent, isSecond, hasSecond } = await readProof(db, request)
  if (isAdminAct) await requireDemandedFactor(db, hasSecond)
  if (assurance === 'second' && hasSecond ? !isSecond : !isRecent) throw refusal(kernelRefusals, 'PROOF_NEEDED')
}

/** Records that the signed-in person has just proved their identity. */
export async function noteProof(db: Db, request: Request, kind: Assurance): Promise<void> {
  await noteProofOf(db, bearerOf(request.headers) ?? '', kind)
}

/** Records such a proof in the session with this token. */
export async function noteProofOf(db: Db, token: string, kind: Assurance): Promise<void> {
  const proved = { proved_at: now(), ...(kind === 'second' && { second_at: now() }) }
  await db.updateTable('identity_sessions').set(proved).where('token', '=', hashOf(token)).execute()
}

/** Notes a proof outside the app in a session of this user. */
export async function noteProofOfSession(db: Db, uid: string, sessionId: string): Promise<void> {
  await db.updateTable('identity_sessions').set({ proved_at: now() }).where('id', '=', sessionId).where('userId', '=', uid).execute()
}

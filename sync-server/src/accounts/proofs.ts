import { secondFactorRefusals } from '@shop/shared/accounts/second-factor-errors.ts'
import { type Assurance, PROOF_MINUTES } from '@shop/shared/kernel/define-call.ts'
import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import type { ProofJudge } from '../platform/commands/command-tx.ts'
import { now } from '../platform/database/expressions.ts'
import type { Db, Tx } from '../platform/database/sql.ts'
import { isFactorDemanded } from './factor-demand.ts'
import { BY_PASSWORD } from './passwords.ts'
import { bearerOf, sessionHashOf } from './sessions.ts'
import { hashOf } from './token-hash.ts'

/** The recent proofs of a session, as ages in milliseconds by the database's clock. `recent`: of the sign-in, if it counts, and of the proofs; `second`:
 *  of the proof by the second factor; `hasSecond`: the person has a second factor. */
export type SessionProof = {
  readonly recentAgesMs: readonly number[]
  readonly secondAgesMs: readonly number[]
  readonly hasSecond: boolean
}

/** Reads the recent proofs of a request's session. Refuses SIGN_IN_REQUIRED when the session has ended. */
export async function readProof(db: Db, request: Request): Promise<SessionProof> {
  const found = await db
    .selectFrom('identity_sessions as session')
    .where('session.token', '=', sessionHashOf(request))
    .where('session.expiresAt', '>', now())
    .select((eb) => [
      'session.by_provider as isByProvider',
      'session.createdAt',
      'session.proved_at as provedAt',
      'session.second_at as secondAt',
      now().as('now'),
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
      eb
        .exists(
          eb
            .selectFrom('identity_accounts as account')
            .select('account.id')
            .whereRef('account.userId', '=', 'session.userId')
            .where('account.providerId', '=', BY_PASSWORD),
        )
        .as('hasPassword'),
    ])
    .executeTakeFirst()
  if (!found) throw refusal(kernelRefusals, 'SIGN_IN_REQUIRED')
  const hasSecond = found.hasSecond === true
  // the provider may know the browser and answer without asking the person
  const isBelieved = !found.isByProvider || (!hasSecond && found.hasPassword !== true)
  const agesOf = (...moments: readonly (Date | null)[]) =>
    moments.flatMap((at) => (at ? [found.now.getTime() - at.getTime()] : [])).filter((ageMs) => ageMs < PROOF_MINUTES * 60_000)
  return {
    recentAgesMs: agesOf(found.provedAt, found.secondAt, isBelieved ? found.createdAt : null),
    secondAgesMs: agesOf(found.secondAt),
    hasSecond,
  }
}

/** Notes that the session with this token began with a sign-in by a provider alone. */
export async function noteSignInByProvider(db: Db, token: string): Promise<void> {
  await db.updateTable('identity_sessions').set({ by_provider: true }).where('token', '=', hashOf(token)).execute()
}

/** Longest error of the time at which a device says it queued a command; the server corrects the device's clock. */
const QUEUED_SKEW_MS = 2 * 60_000

/** Makes a judge that knows the recent proofs of a request's session. It answers PROOF_NEEDED when the proofs are not enough, and
 *  SECOND_FACTOR_DEMANDED for an admin's act when the shop requires a second factor of admins and this admin has none. */
export async function readProofJudge(db: Db, request: Request, isAdminAct: boolean): Promise<ProofJudge> {
  const { recentAgesMs, secondAgesMs, hasSecond } = await readProof(db, request)
  const isFactorMissing = isAdminAct && !hasSecond && (await isFactorDemanded(db))
  return (assurance, queuedAgeMs) => {
    if (isFactorMissing) return refusal(secondFactorRefusals, 'SECOND_FACTOR_DEMANDED')
    const agesMs = assurance === 'second' && hasSecond ? secondAgesMs : recentAgesMs
    // whoever signs in or proves something proves nothing for what another person has queued on this device before
    const isFor = (ageMs: number) => queuedAgeMs === null || (queuedAgeMs < ageMs + QUEUED_SKEW_MS && queuedAgeMs > -QUEUED_SKEW_MS)
    return agesMs.some(isFor) ? null : refusal(kernelRefusals, 'PROOF_NEEDED')
  }
}

/** Records that the signed-in person has just proved their identity. */
export async function noteProof(db: Db | Tx, request: Request, kind: Assurance): Promise<void> {
  await noteProofOf(db, bearerOf(request.headers) ?? '', kind)
}

/** Records in the session with this token that its person has just proved their identity. */
export async function noteProofOf(db: Db | Tx, token: string, kind: Assurance): Promise<void> {
  const proved = { proved_at: now(), ...(kind === 'second' && { second_at: now() }) }
  await db.updateTable('identity_sessions').set(proved).where('token', '=', hashOf(token)).execute()
}

/** Records in this session of the user that they proved their identity outside the app, at a provider. */
export async function noteProofOfSession(db: Db, uid: string, sessionId: string): Promise<void> {
  await db.updateTable('identity_sessions').set({ proved_at: now() }).where('id', '=', sessionId).where('userId', '=', uid).execute()
}

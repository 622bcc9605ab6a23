import { randomBytes } from 'node:crypto'
import type { Invitation } from '@shop/shared/accounts/calls/sign-up.ts'
import { INVITATION_DAYS, INVITATION_KEEP_DAYS, MAX_OPEN_INVITATIONS } from '@shop/shared/accounts/rules/sign-up.ts'
import { invitationRefusals, signUpRefusals } from '@shop/shared/accounts/sign-up-errors.ts'
import { type Refusal, refusal } from '@shop/shared/kernel/errors.ts'
import { uuidv7 } from '@shop/shared/kernel/ids.ts'
import { daysFromNow, now } from '../platform/database/expressions.ts'
import type { Db, ExpressionBuilder, Tables, Tx } from '../platform/database/sql.ts'
import { hashOf, newSecret } from './token-hash.ts'

const LISTED_ENDED = 100

/** A stored invitation. `isMailed`: its secret was shown to nobody but the mailbox of `email`. */
export type StoredInvitation = Pick<Invitation, 'id' | 'email' | 'state'> & { readonly isMailed: boolean }

const WHY = { used: 'INVITATION_USED', old: 'INVITATION_OLD', revoked: 'INVITATION_REVOKED' } as const

const stateOf = ({ used_at, revoked_at, isYoung }: { used_at: Date | null; revoked_at: Date | null; isYoung: unknown }) => {
  if (used_at !== null) return 'used'
  if (revoked_at !== null) return 'revoked'
  return isYoung ? 'open' : 'old'
}

const isOpen = (eb: ExpressionBuilder<Tables, 'invitations'>) =>
  eb.and([eb('used_at', 'is', null), eb('revoked_at', 'is', null), eb('expires_at', '>', now())])

const selectInvitations = (db: Db | Tx) =>
  db
    .selectFrom('invitations')
    .leftJoin('users', 'users.id', 'invitations.by_uid')
    .select(['invitations.id', 'invitations.email', 'is_mailed as isMailed', 'created_at', 'expires_at', 'used_at', 'revoked_at'])
    .select((eb) => [eb('expires_at', '>', now()).as('isYoung'), 'users.display_name', 'users.email as adminEmail'])

type Row = Awaited<ReturnType<ReturnType<typeof selectInvitations>['execute']>>[number]

const shown = (row: Row): Invitation => ({
  id: row.id,
  email: row.email,
  state: stateOf(row),
  invitedBy: row.display_name || row.adminEmail || '',
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
})

/** Lists the open invitations, then the newest ended ones. */
export async function listInvitations(db: Db): Promise<Invitation[]> {
  const newest = selectInvitations(db).orderBy('created_at', 'desc').orderBy('invitations.id', 'desc')
  const ended = newest.where((eb) => eb.not(isOpen(eb))).limit(LISTED_ENDED)
  return [...(await newest.where(isOpen).execute()), ...(await ended.execute())].map(shown)
}

/** Makes an invitation, which replaces an open invitation to the same e-mail. Answers the new invitation and the secret of its link. Refuses
 *  TOO_MANY_INVITATIONS. */
export async function issueInvitation(
  tx: Tx,
  { email, isMailed, byUid, nowMs }: { email: string | null; isMailed: boolean; byUid: string; nowMs: number },
): Promise<{ readonly invitation: Invitation; readonly secret: string }> {
  if (email !== null) await revokeOpen(tx).where('email', '=', email).execute()
  const open = tx.selectFrom('invitations').where(isOpen)
  const { count } = await open.select((eb) => eb.fn.countAll<string | number>().as('count')).executeTakeFirstOrThrow()
  if (Number(count) >= MAX_OPEN_INVITATIONS) throw refusal(invitationRefusals, 'TOO_MANY_INVITATIONS')
  const secret = newSecret()
  const id = uuidv7(nowMs, randomBytes(10))
  await tx
    .insertInto('invitations')
    .values({ id, hash: hashOf(secret), email, is_mailed: isMailed, by_uid: byUid, expires_at: daysFromNow(INVITATION_DAYS) })
    .execute()
  return { invitation: shown(await selectInvitations(tx).where('invitations.id', '=', id).executeTakeFirstOrThrow()), secret }
}

const revokeOpen = (db: Db | Tx) =>
  db.updateTable('invitations').set({ revoked_at: now() }).where('used_at', 'is', null).where('revoked_at', 'is', null)

/** Withdraws an invitation. Refuses INVITATION_NOT_FOUND and INVITATION_ENDED. */
export async function revokeInvitation(tx: Tx, id: string): Promise<void> {
  if ((await revokeOpen(tx).where('id', '=', id).returning('id').execute()).length > 0) return
  const known = await tx.selectFrom('invitations').select('id').where('id', '=', id).executeTakeFirst()
  throw refusal(invitationRefusals, known ? 'INVITATION_ENDED' : 'INVITATION_NOT_FOUND')
}

/** Reads the open invitation with this hash. Refuses INVITATION_UNKNOWN, INVITATION_USED, INVITATION_OLD and INVITATION_REVOKED. */
export async function requireOpenInvitation(db: Db | Tx, hash: string): Promise<StoredInvitation> {
  const row = await selectInvitations(db).where('hash', '=', hash).executeTakeFirst()
  if (!row) throw refusal(signUpRefusals, 'INVITATION_UNKNOWN')
  const state = stateOf(row)
  if (state !== 'open') throw endedInvitation(state)
  return { id: row.id, email: row.email, isMailed: row.isMailed, state }
}

/** Marks an invitation as used. Of several people who use it at the same time, only one gets it. Refuses as `requireOpenInvitation` does. */
export async function takeInvitation(tx: Tx, hash: string, uid: string): Promise<void> {
  const taken = await tx
    .updateTable('invitations')
    .set({ used_at: now(), used_by: uid })
    .where('hash', '=', hash)
    .where(isOpen)
    .returning('id')
    .execute()
  if (taken.length > 0) return
  await requireOpenInvitation(tx, hash)
  throw endedInvitation('used')
}

const endedInvitation = (state: keyof typeof WHY): Refusal => refusal(signUpRefusals, WHY[state])

/** Deletes invitations that expired long ago. */
export async function forgetInvitations(db: Db): Promise<void> {
  await db.deleteFrom('invitations').where('expires_at', '<', daysFromNow(-INVITATION_KEEP_DAYS)).execute()
}

import { randomBytes } from 'node:crypto'
import { registerUser } from '@shop/shared/accounts/commands/register-user.ts'
import { signUpRefusals } from '@shop/shared/accounts/sign-up-errors.ts'
import { Refusal, refusal } from '@shop/shared/kernel/errors.ts'
import { uuidv7 } from '@shop/shared/kernel/ids.ts'
import type { Db, Tx } from '../platform/database/sql.ts'
import { SYSTEM } from '../platform/kernel/system-actor.ts'
import type { Platform } from '../platform/platform.ts'
import { requireOpenInvitation, type StoredInvitation, takeInvitation } from './invitations.ts'
import { signUpRuleOf } from './sign-up-rule.ts'

/** Thrown when a concurrent request took the e-mail, or the account at a provider, first. */
export class TakenMeanwhile extends Error {
  override readonly name = 'TakenMeanwhile'
}

/** Somebody who signs up. `isProved`: the e-mail is known to be theirs; `registeredDomain`: the only variant they may use, or '' for all variants;
 *  `invitation`: hash of the secret of their invitation's link. */
export type Newcomer = {
  readonly email: string
  readonly displayName: string
  readonly isProved: boolean
  readonly registeredDomain: string
  readonly invitation: string | undefined
}

/** A new account. `isInvited`: its person used an invitation that was mailed to this e-mail, which proves the e-mail. */
export type SignedUp = { readonly uid: string; readonly isInvited: boolean; readonly invitationId: string | undefined }

/** Creates the account of somebody who signs up, by a password or by a provider. One transaction writes profile and sign-in, and uses the invitation
 *  up. `prepare` runs once the person is admitted; the function that it answers writes their password or link. Refuses by the shop's rule, and throws
 *  TakenMeanwhile when the e-mail has an account. */
export async function signUpPerson(
  platform: Platform,
  { email, displayName, isProved, registeredDomain, invitation: hash }: Newcomer,
  prepare: () => Promise<(tx: Tx, uid: string) => Promise<void>>,
): Promise<SignedUp> {
  const invitation = await requireAdmission(platform.db, email, hash)
  const isInvited = invitation?.isMailed === true && invitation.email === email
  const addWay = await prepare()
  const uid = uuidv7(platform.nowMs(), randomBytes(10))
  const emailVerified = isProved || isInvited
  const also = async (tx: Tx) => {
    const added = await tx
      .insertInto('identity_users')
      .values({ id: uid, name: displayName, email, emailVerified })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) throw new TakenMeanwhile()
    await addWay(tx, uid)
    if (invitation && hash !== undefined) await takeInvitation(tx, hash, uid)
  }
  await platform.runCommand(SYSTEM, registerUser, { uid, email, displayName, isProved: emailVerified, registeredDomain }, { also })
  return { uid, isInvited, invitationId: invitation?.id }
}

/** Answers the invitation that admits a newcomer, or undefined if they need none. Refuses SIGN_UP_OFF, INVITATION_NEEDED, INVITATION_OTHER_EMAIL, and
 *  an invitation that has ended. If everybody may sign up, an invitation that does not fit is ignored. */
async function requireAdmission(db: Db, email: string, hash: string | undefined): Promise<StoredInvitation | undefined> {
  const rule = await signUpRuleOf(db)
  if (rule === 'off') throw refusal(signUpRefusals, 'SIGN_UP_OFF')
  if (hash === undefined) {
    if (rule === 'open') return undefined
    throw refusal(signUpRefusals, 'INVITATION_NEEDED')
  }
  try {
    const invitation = await requireOpenInvitation(db, hash)
    if (invitation.email === null || invitation.email === email) return invitation
    const { message } = signUpRefusals.INVITATION_OTHER_EMAIL
    throw refusal(signUpRefusals, 'INVITATION_OTHER_EMAIL', { fields: { email: message } })
  } catch (thrown) {
    if (rule === 'open' && thrown instanceof Refusal) return undefined
    throw thrown
  }
}

import { randomInt } from 'node:crypto'
import { EMAIL_PROOF_HOURS } from '@shop/shared/accounts/calls/email-proof.ts'
import { proveEmail } from '@shop/shared/accounts/commands/prove-email.ts'
import { vouchForEmail } from '@shop/shared/accounts/commands/vouch-for-email.ts'
import { emailProofRefusals } from '@shop/shared/accounts/email-proof-errors.ts'
import { accountRefusals } from '@shop/shared/accounts/errors.ts'
import { EMAIL_CODE_DIGITS } from '@shop/shared/accounts/rules.ts'
import { CONFIRM_EMAIL_FIRST } from '@shop/shared/accounts/second-factor-errors.ts'
import type { Actor } from '@shop/shared/kernel/define-command.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { daysFromNow, now, secondsFromNow } from '../platform/database/expressions.ts'
import type { Db, Tx } from '../platform/database/sql.ts'
import { SYSTEM } from '../platform/kernel/system-actor.ts'
import type { Platform } from '../platform/platform.ts'
import { registerLate } from './sessions.ts'
import { hashOf, newSecret } from './token-hash.ts'

/** Days after which the secrets of an expired mail are deleted. Until then its link says that the e-mail is confirmed already. */
export const EMAIL_PROOF_KEEP_DAYS = 90

/** Number of wrong guesses after which a mailed code is void. The link in the mail stays valid. */
export const MAX_CODE_GUESSES = 5

/** Hashes a mailed code. There are only a million codes, so the hash does not hide a code from somebody who tries them all. */
const codeHashOf = (uid: string, code: string) => hashOf(`${uid} ${code}`)

/** True if it is proved that this account's e-mail belongs to its person. */
export async function hasProvedEmail(db: Db | Tx, uid: string): Promise<boolean> {
  const proved = db.selectFrom('identity_users').select('id').where('id', '=', uid).where('emailVerified', '=', true)
  return (await proved.executeTakeFirst()) !== undefined
}

/** Refuses EMAIL_NOT_PROVED when somebody with an unproved e-mail sets up a second step. The account may later go to the owner of the address, and
 *  the second step would end. */
export async function requireOwnProvedEmail(db: Db, uid: string): Promise<void> {
  if (!(await hasProvedEmail(db, uid))) throw refusal(accountRefusals, 'EMAIL_NOT_PROVED', { message: CONFIRM_EMAIL_FIRST })
}

/** Makes the secrets of a mail to this address, and voids the secrets of earlier mails. */
export async function issueEmailProof(db: Db, uid: string, email: string): Promise<{ readonly secret: string; readonly code: string }> {
  const secret = newSecret()
  const code = String(randomInt(10 ** EMAIL_CODE_DIGITS)).padStart(EMAIL_CODE_DIGITS, '0')
  const issued = {
    email,
    link_hash: hashOf(secret),
    code_hash: codeHashOf(uid, code),
    guesses: 0,
    expires_at: secondsFromNow(EMAIL_PROOF_HOURS * 3_600),
  }
  await db
    .insertInto('email_proofs')
    .values({ uid, ...issued })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(issued))
    .execute()
  return { secret, code }
}

/** Deletes the secrets of mails that expired long ago. */
export async function forgetEmailProofs(db: Db): Promise<void> {
  await db.deleteFrom('email_proofs').where('expires_at', '<', daysFromNow(-EMAIL_PROOF_KEEP_DAYS)).execute()
}

/** Proves an account's address by the mailed code. Refuses EMAIL_CODE_OLD and EMAIL_CODE_WRONG. */
export async function proveByCode(platform: Platform, uid: string, code: string): Promise<void> {
  // counted before it is compared, so that guesses made at the same time count, too
  const counted = await platform.db
    .updateTable('email_proofs')
    .set((eb) => ({ guesses: eb('guesses', '+', 1) }))
    .where('uid', '=', uid)
    .where('guesses', '<', MAX_CODE_GUESSES)
    .where('expires_at', '>', now())
    .returning(['code_hash as codeHash', 'email'])
    .executeTakeFirst()
  if (!counted) throw refusal(emailProofRefusals, 'EMAIL_CODE_OLD')
  if (counted.codeHash !== codeHashOf(uid, code))
    throw refusal(emailProofRefusals, 'EMAIL_CODE_WRONG', { fields: { code: emailProofRefusals.EMAIL_CODE_WRONG.message } })
  await prove(platform, uid, counted.email, 'EMAIL_CODE_OLD')
}

/** Reads the account and address of a mailed link. `isGood` is false once the link is too old. Undefined when a newer link replaced this one, or when
 *  the account has a different address now. */
export async function readEmailLink(db: Db, secret: string) {
  return db
    .selectFrom('email_proofs as proof')
    .innerJoin('identity_users as person', (join) => join.onRef('person.id', '=', 'proof.uid').onRef('person.email', '=', 'proof.email'))
    .select((eb) => ['proof.uid', 'person.email', 'person.emailVerified as isProved', eb('proof.expires_at', '>', now()).as('isGood')])
    .where('proof.link_hash', '=', hashOf(secret))
    .executeTakeFirst()
}

/** Proves the address of a link that was found valid. Refuses EMAIL_LINK_OLD. */
export const proveByLink = (platform: Platform, { uid, email }: { uid: string; email: string }): Promise<void> =>
  prove(platform, uid, email, 'EMAIL_LINK_OLD')

/** Marks an account's address as proved because a provider vouches for it. Does nothing if it is proved already, or if the account has a different
 *  address. */
export async function proveByProvider(platform: Platform, uid: string, email: string): Promise<void> {
  const unproved = platform.db.selectFrom('identity_users').select('id').where('id', '=', uid)
  if (!(await unproved.where('email', '=', email).where('emailVerified', '=', false).executeTakeFirst())) return
  await prove(platform, uid, email, 'EMAIL_LINK_OLD')
}

async function prove(platform: Platform, uid: string, email: string, otherwise: 'EMAIL_CODE_OLD' | 'EMAIL_LINK_OLD'): Promise<void> {
  await registerLate(platform, uid)
  const also = async (tx: Tx) => {
    if (!(await markProved(tx, uid, email))) throw refusal(emailProofRefusals, otherwise)
  }
  await platform.runCommand(SYSTEM, proveEmail, { uid }, { also })
  platform.log.info({ uid }, 'an e-mail was proved')
}

/** Marks an account's e-mail as proved because an admin, or the machine's owner, vouches for it. Refuses ACCOUNT_NOT_FOUND, ACCOUNT_CLOSED,
 *  NOBODY_SIGNS_IN. */
export async function vouchFor(platform: Platform, uid: string, actor: Actor = SYSTEM): Promise<void> {
  const also = async (tx: Tx) => {
    await markProved(tx, uid)
  }
  await platform.runCommand(actor, vouchForEmail, { uid }, { also })
  platform.log.warn({ uid, byUid: actor.uid }, 'somebody vouched for an e-mail')
}

/** Sets the identity provider's flag; the command of the same transaction copies the flag to devices. False when the account's address has
 *  changed. */
async function markProved(tx: Tx, uid: string, email?: string): Promise<boolean> {
  let person = tx.updateTable('identity_users').set({ emailVerified: true, updatedAt: now() }).where('id', '=', uid)
  if (email !== undefined) person = person.where('email', '=', email)
  return (await person.returning('id').executeTakeFirst()) !== undefined
}

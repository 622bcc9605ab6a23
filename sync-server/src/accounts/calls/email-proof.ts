import { proveEmailByLinkCall, proveEmailCall, requestEmailProofCall, vouchForEmailCall } from '@shop/shared/accounts/calls/email-proof.ts'
import { emailProofRefusals } from '@shop/shared/accounts/email-proof-errors.ts'
import { accountRefusals } from '@shop/shared/accounts/errors.ts'
import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import type { Db } from '../../platform/database/sql.ts'
import { implementCall, implementPublicCall } from '../../platform/http/implement-call.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Accounts } from '../accounts.ts'
import { mailEmailProof } from '../email-proof-mail.ts'
import { proveByCode, proveByLink, readEmailLink, vouchFor } from '../email-proofs.ts'
import { isPasswordOf } from '../passwords.ts'
import { requireUser } from '../people.ts'
import { recordWrongAnswer } from '../record/wrong-answers.ts'

/** POST /identity/request-email-proof. */
export const handleRequestEmailProof = (accounts: Accounts) =>
  implementCall(requestEmailProofCall, async ({ actor, platform, clientAddress, origin }) => {
    const { email, isProved } = await readOwn(platform.db, actor.uid)
    if (isProved) throw refusal(emailProofRefusals, 'EMAIL_PROVED_ALREADY')
    await mailEmailProof(platform, accounts, { uid: actor.uid, email, clientAddress, origin })
    return { email }
  })

/** POST /identity/prove-email. */
export const handleProveEmail = ({ limits, recordSecurity }: Accounts) =>
  implementCall(proveEmailCall, async ({ actor, body, platform, ...caller }) => {
    const { email, isProved } = await readOwn(platform.db, actor.uid)
    if (isProved) return { email, state: 'already' as const }
    limits.emailCode(caller.clientAddress)
    const act = { kind: 'emailProved', uid: actor.uid, caller, detail: { by: 'code' } } as const
    await recordWrongAnswer(recordSecurity, act, () => proveByCode(platform, actor.uid, body.code))
    await recordSecurity(act)
    return { email, state: 'confirmed' as const }
  })

async function readOwn(db: Db, uid: string): Promise<{ email: string; isProved: boolean }> {
  const own = db.selectFrom('identity_users').select(['email', 'emailVerified as isProved']).where('id', '=', uid)
  const person = await own.executeTakeFirst()
  if (!person) throw refusal(kernelRefusals, 'SIGN_IN_REQUIRED')
  return person
}

/** POST /identity/prove-email-by-link. */
export const handleProveEmailByLink = (accounts: Accounts) =>
  implementPublicCall(proveEmailByLinkCall, async ({ body, platform, request, clientAddress }) => {
    accounts.limits.passThrough(clientAddress, 'email link')
    const link = await readEmailLink(platform.db, body.token)
    if (link?.isProved) return { email: link.email, state: 'already' as const }
    if (!link?.isGood) throw refusal(emailProofRefusals, 'EMAIL_LINK_OLD')
    const act = { kind: 'emailProved', uid: link.uid, caller: { request, clientAddress }, detail: { by: 'link' } } as const
    const reader = await accounts.sessions.authenticate(request)
    if (reader?.uid !== link.uid)
      await recordWrongAnswer(accounts.recordSecurity, act, () =>
        requirePassword(platform, accounts, { ...link, clientAddress, password: body.password }),
      )
    await proveByLink(platform, link)
    await accounts.recordSecurity(act)
    return { email: link.email, state: 'confirmed' as const }
  })

/** Requires the account's password from a person who opens the mailed link without being signed in to this account. Otherwise a stranger could sign
 *  up with somebody else's address and wait for its owner to confirm it. */
async function requirePassword(
  platform: Platform,
  { identity, limits }: Accounts,
  { uid, email, clientAddress, password }: { uid: string; email: string; clientAddress: string; password: string | undefined },
): Promise<void> {
  if (password === undefined) throw refusal(emailProofRefusals, 'EMAIL_LINK_NEEDS_PASSWORD')
  const attempt = { address: clientAddress, account: email }
  limits.signIn(attempt)
  if (!(await isPasswordOf(platform, identity, uid, password)))
    throw refusal(accountRefusals, 'CURRENT_PASSWORD_WRONG', { fields: { password: accountRefusals.CURRENT_PASSWORD_WRONG.message } })
  limits.signedIn(attempt)
}

/** POST /auth/users/{id}/vouch. */
export const handleVouchForEmail = ({ recordSecurity }: Accounts) =>
  implementCall(vouchForEmailCall, async ({ params, actor, platform, ...caller }) => {
    const { uid } = await requireUser(platform.db, params.id)
    await vouchFor(platform, uid, actor)
    await recordSecurity({ kind: 'emailVouched', uid, byUid: actor.uid, caller })
    return { message: 'E-mail confirmed' }
  })

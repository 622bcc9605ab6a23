import {
  confirmCodesCall,
  getSecondFactorCall,
  removeCodesCall,
  resetRecoveryCodesCall,
  startCodesCall,
} from '@shop/shared/accounts/calls/second-factor.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import type { Accounts } from '../accounts.ts'
import { requireOwnProvedEmail } from '../email-proofs.ts'
import { noteProof } from '../proofs.ts'
import { recordWrongAnswer } from '../record/wrong-answers.ts'
import { sessionHashOf } from '../sessions.ts'
import { noteSignInChange } from '../sign-in-mail.ts'

/** GET /identity/second-factor. */
export const handleGetSecondFactor = ({ factors, passkeys }: Accounts) =>
  implementCall(getSecondFactorCall, async ({ actor, origin }) => ({
    ...(await factors.of(actor.uid)),
    passkeys: await passkeys.of(actor.uid),
    admitsPasskeys: passkeys.admits(origin),
    isDemanded: await factors.isDemandedOf(actor.uid),
  }))

/** POST /identity/second-factor/codes/start. */
export const handleStartCodes = ({ factors }: Accounts) =>
  implementCall(startCodesCall, async ({ actor, platform }) => {
    await requireOwnProvedEmail(platform.db, actor.uid)
    const { email, shopName } = await factors.labelsOf(actor.uid)
    return factors.startCodes(actor.uid, email, shopName)
  })

/** POST /identity/second-factor/codes/confirm. */
export const handleConfirmCodes = ({ factors, limits, recordSecurity }: Accounts) =>
  implementCall(confirmCodesCall, async ({ actor, body, platform, ...caller }) => {
    const attempt = { uid: actor.uid, purpose: 'confirming', session: sessionHashOf(caller.request) } as const
    limits.code(attempt)
    const recoveryCodes = await recordWrongAnswer(recordSecurity, { kind: 'factorChanged', uid: actor.uid, caller }, () =>
      factors.confirmCodes(
        actor.uid,
        body.ticket,
        body.code,
        noteSignInChange(platform, recordSecurity, { uid: actor.uid, change: 'codesOn', caller }),
      ),
    )
    limits.codeTaken(attempt)
    await noteProof(platform.db, caller.request, 'second')
    return { recoveryCodes: [...recoveryCodes] }
  })

/** DELETE /identity/second-factor/codes. */
export const handleRemoveCodes = ({ factors, recordSecurity }: Accounts) =>
  implementCall(removeCodesCall, async ({ actor: { uid }, platform, ...caller }) => {
    await factors.removeCodes(uid, noteSignInChange(platform, recordSecurity, { uid, change: 'codesOff', caller }))
    return { success: true as const }
  })

/** POST /identity/second-factor/recovery-codes. */
export const handleResetRecoveryCodes = ({ factors, recordSecurity }: Accounts) =>
  implementCall(resetRecoveryCodesCall, async ({ actor: { uid }, platform, ...caller }) => {
    const also = noteSignInChange(platform, recordSecurity, { uid, change: 'newRecoveryCodes', caller })
    const recoveryCodes = await factors.resetRecoveryCodes(uid, also)
    return { recoveryCodes: [...recoveryCodes] }
  })
